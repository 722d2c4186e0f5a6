const SIZE = 2048
const RATE = 48_000
/** The bundled songs contain nothing above this frequency in Hz. */
const HIGHEST_HZ = 16_000
/** Frequencies this far below the loudest one of a moment cannot be heard, so their difference does not count. */
const HEARD_RANGE_DB = 60
const SILENCE = 1e-9
const BANDS = 22
/** By how many dB the masking of a sound falls with each critical band above the sound (up) or below it (down). */
const MASK_UP_DB = 10
const MASK_DOWN_DB = 25
/** By how many dB a sound in the same critical band must be quieter to be masked. */
const MASK_OFFSET_DB = 14
const lines = Math.floor((HIGHEST_HZ / RATE) * SIZE)

export type Distance = {
  /** The log-spectral distance in dB: the root mean square over frequencies, as the mean of all moments. */
  readonly spectralDb: number
  /** The power of the difference, compared with what the sound masks, in dB. Below 0, most of it is not heard. */
  readonly noiseToMaskDb: number
}

/** Compares a sound with its original. Both are one channel at 48 kHz. */
export function distance(original: Float32Array, coded: Float32Array): Distance {
  let spectral = 0
  let noise = 0
  let moments = 0
  for (let at = 0; at + SIZE <= original.length; at += SIZE / 2) {
    const before = power(original, at)
    const after = power(coded, at)
    const difference = power(
      original.subarray(at, at + SIZE).map((sample, index) => sample - (coded[at + index] ?? 0)),
      0,
    )
    spectral += spectralDistance(before, after)
    noise += noiseToMask(before, difference)
    moments += 1
  }
  return { spectralDb: spectral / moments, noiseToMaskDb: 10 * Math.log10(noise / moments) }
}

function spectralDistance(before: Float64Array, after: Float64Array): number {
  const floor = Math.max(SILENCE, Math.max(...before) * 10 ** (-HEARD_RANGE_DB / 10))
  let sum = 0
  for (let line = 1; line < lines; line += 1) {
    const ratio = Math.max(floor, before[line] ?? 0) / Math.max(floor, after[line] ?? 0)
    sum += (10 * Math.log10(ratio)) ** 2
  }
  return Math.sqrt(sum / lines)
}

/** Returns the power of the noise divided by what the sound masks, as the mean of the critical bands. */
function noiseToMask(sound: Float64Array, noise: Float64Array): number {
  const [loud, left] = [inBands(sound), inBands(noise)]
  let sum = 0
  for (let band = 0; band < BANDS; band += 1) {
    let mask = SILENCE
    for (let from = 0; from < BANDS; from += 1) {
      const fallDb = from <= band ? (band - from) * MASK_UP_DB : (from - band) * MASK_DOWN_DB
      mask += (loud[from] ?? 0) * 10 ** (-(fallDb + MASK_OFFSET_DB) / 10)
    }
    sum += (left[band] ?? 0) / mask
  }
  return sum / BANDS
}

/** Returns the power in each critical band (Bark). */
function inBands(spectrum: Float64Array): Float64Array {
  const bands = new Float64Array(BANDS)
  for (let line = 1; line < lines; line += 1) {
    const hertz = (line * RATE) / SIZE
    const bark = 13 * Math.atan(0.00076 * hertz) + 3.5 * Math.atan((hertz / 7500) ** 2)
    const band = Math.min(BANDS - 1, Math.floor(bark))
    bands[band] = (bands[band] ?? 0) + (spectrum[line] ?? 0)
  }
  return bands
}

/** Returns the power of each frequency at a moment, with a Hann window. */
function power(samples: Float32Array, at: number): Float64Array {
  const real = new Float64Array(SIZE)
  const imaginary = new Float64Array(SIZE)
  for (let index = 0; index < SIZE; index += 1)
    real[index] = (samples[at + index] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / SIZE))
  transform(real, imaginary)
  return Float64Array.from(
    { length: SIZE / 2 },
    (_, line) => (((real[line] ?? 0) ** 2 + (imaginary[line] ?? 0) ** 2) * 16) / SIZE ** 2,
  )
}

/** The fast Fourier transform, in place. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const swap = (values: Float64Array, one: number, other: number): void => {
    const kept = values[one] ?? 0
    values[one] = values[other] ?? 0
    values[other] = kept
  }
  for (let index = 1, other = 0; index < SIZE; index += 1) {
    let bit = SIZE >> 1
    for (; other & bit; bit >>= 1) other ^= bit
    other ^= bit
    if (index >= other) continue
    swap(real, index, other)
    swap(imaginary, index, other)
  }
  for (let length = 2; length <= SIZE; length *= 2)
    for (let part = 0; part < length / 2; part += 1) {
      const turn = (-2 * Math.PI * part) / length
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
      for (let low = part; low < SIZE; low += length) {
        const high = low + length / 2
        const re = (real[high] ?? 0) * cos - (imaginary[high] ?? 0) * sin
        const im = (real[high] ?? 0) * sin + (imaginary[high] ?? 0) * cos
        real[high] = (real[low] ?? 0) - re
        imaginary[high] = (imaginary[low] ?? 0) - im
        real[low] = (real[low] ?? 0) + re
        imaginary[low] = (imaginary[low] ?? 0) + im
      }
    }
}
