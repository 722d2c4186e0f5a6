/** The filter uses this many input frames on each side of a position. */
export const REACH_FRAMES = 16
const BETA = 6

/**
 * The filter for the position two thirds of the way from one frame to the next. In reverse order it is the filter for
 * one third.
 */
const taps = filter(2 / 3)

/**
 * Converts stereo sound from 32,000 to 48,000 frames a second. Two frames become three.
 * @param samples interleaved 16 bit samples. The first and the last `REACH_FRAMES` frames are not converted; the filter
 * needs them
 * @returns interleaved samples from -1 to 1
 */
export function to48kHz(samples: Int16Array): Float32Array {
  const pairs = Math.floor((samples.length / 2 - 2 * REACH_FRAMES) / 2)
  const converted = new Float32Array(6 * pairs)
  const left = new Float64Array(samples.length / 2)
  const right = new Float64Array(samples.length / 2)
  for (let frame = 0; frame < left.length; frame++) {
    left[frame] = (samples[2 * frame] ?? 0) / 32_768
    right[frame] = (samples[2 * frame + 1] ?? 0) / 32_768
  }
  // One loop for both channels and both filters needs a third of the time of four loops.
  for (let pair = 0; pair < pairs; pair++) {
    let [left1, right1, left2, right2] = [0, 0, 0, 0]
    for (
      let tap = 0, at = 2 * pair + 1, back = at + 2 * REACH_FRAMES;
      tap < 2 * REACH_FRAMES;
      tap++, at++, back--
    ) {
      const weight = taps[tap] ?? 0
      left1 += weight * (left[at] ?? 0)
      right1 += weight * (right[at] ?? 0)
      left2 += weight * (left[back] ?? 0)
      right2 += weight * (right[back] ?? 0)
    }
    const out = 6 * pair
    converted[out] = left[REACH_FRAMES + 2 * pair] ?? 0
    converted[out + 1] = right[REACH_FRAMES + 2 * pair] ?? 0
    converted[out + 2] = left1
    converted[out + 3] = right1
    converted[out + 4] = left2
    converted[out + 5] = right2
  }
  return converted
}

/**
 * Creates a windowed sinc filter for the position `offset` frames after the frame with the index `REACH_FRAMES - 1`.
 */
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
