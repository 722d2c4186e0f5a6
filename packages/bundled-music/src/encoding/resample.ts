/** The number of frames before and after a place that its value depends on. */
export const REACH_FRAMES = 16
const BETA = 6

/** The filters for the places a third and two thirds after a frame. */
const [third, twoThirds] = [filter(1 / 3), filter(2 / 3)]

/**
 * Converts stereo sound from 32,000 to 48,000 frames a second. Two frames become three.
 * @param samples interleaved 16 bit samples, with `REACH_FRAMES` more frames at both ends than are converted
 * @returns interleaved samples from -1 to 1
 */
export function to48kHz(samples: Int16Array): Float32Array {
  const pairs = Math.floor((samples.length / 2 - 2 * REACH_FRAMES) / 2)
  const converted = new Float32Array(6 * pairs)
  for (const channel of [0, 1]) {
    const input = new Float32Array(samples.length / 2)
    for (let frame = 0; frame < input.length; frame++)
      input[frame] = (samples[2 * frame + channel] ?? 0) / 32_768
    for (let pair = 0, out = channel; pair < pairs; pair++, out += 6) {
      // The filters begin at the frame `first`, and the second one a frame later.
      const first = 2 * pair + 1
      let before = 0
      let after = 0
      for (let tap = 0; tap < 2 * REACH_FRAMES; tap++) {
        before += (twoThirds[tap] ?? 0) * (input[first + tap] ?? 0)
        after += (third[tap] ?? 0) * (input[first + 1 + tap] ?? 0)
      }
      converted[out] = input[REACH_FRAMES + 2 * pair] ?? 0
      converted[out + 2] = before
      converted[out + 4] = after
    }
  }
  return converted
}

/** Creates a windowed sinc for the place `offset` frames after the frame `REACH_FRAMES - 1` of the filter. */
function filter(offset: number): Float64Array {
  const taps = Float64Array.from({ length: 2 * REACH_FRAMES }, (_, tap) => {
    const distance = tap - REACH_FRAMES + 1 - offset
    const window = bessel(BETA * Math.sqrt(Math.max(0, 1 - (distance / REACH_FRAMES) ** 2))) / bessel(BETA)
    return (window * Math.sin(Math.PI * distance)) / (Math.PI * distance)
  })
  const sum = taps.reduce((total, tap) => total + tap, 0)
  return taps.map((tap) => tap / sum)
}

/** The modified Bessel function of the first kind and order zero, for the Kaiser window. */
function bessel(x: number): number {
  let sum = 1
  let term = 1
  for (let k = 1; term > sum * 1e-9; k++) {
    term *= (x / 2 / k) ** 2
    sum += term
  }
  return sum
}
