import { BAND, RATE } from './chirp.ts'
import { type Complex, complexOf, fft, inverseFft, powerOfTwo } from './fft.ts'

/** The level at a frequency is the mean over a range of this width around the frequency, in hertz. */
const SMOOTHED_HERTZ = 120

/**
 * Returns how strong a chirp is at each lag at which the recording contains the whole chirp, as power. First it weakens
 * tones that are stronger than the rest, such as music or a hum, to the level of the rest (whitening).
 */
export function envelopeOf(recording: Float64Array, chirp: Float64Array): Float64Array {
  // The transform repeats the recording, but at the lags of the result, the chirp does not reach the repetition.
  const length = powerOfTwo(recording.length)
  const recorded = spectrumOf(recording, length)
  const code = spectrumOf(chirp, length)
  const weights = whitening(recorded)
  const product = complexOf(length)
  const last = Math.ceil((BAND.until * length) / RATE)
  // Only the positive frequencies are used. So the absolute value of the inverse transform is the envelope.
  for (let bin = Math.floor((BAND.from * length) / RATE); bin <= last; bin += 1) {
    const weight = weights[bin] ?? 0
    const [recordedRe, recordedIm] = [recorded.re[bin] ?? 0, recorded.im[bin] ?? 0]
    const [codeRe, codeIm] = [code.re[bin] ?? 0, code.im[bin] ?? 0]
    product.re[bin] = (recordedRe * codeRe + recordedIm * codeIm) * weight
    product.im[bin] = (recordedIm * codeRe - recordedRe * codeIm) * weight
  }
  inverseFft(product)
  const lags = recording.length - chirp.length + 1
  return product.re.slice(0, lags).map((re, at) => re * re + (product.im[at] ?? 0) ** 2)
}

function spectrumOf(samples: Float64Array, length: number): Complex {
  const spectrum = complexOf(length)
  spectrum.re.set(samples)
  fft(spectrum)
  return spectrum
}

/**
 * Returns the weight of each frequency: 1 divided by the level around the frequency. So strong tones get a low
 * weight.
 */
function whitening({ re, im }: Complex): Float64Array {
  const half = Math.round((SMOOTHED_HERTZ * re.length) / RATE / 2)
  const sums = new Float64Array(re.length / 2 + 1)
  for (let bin = 0; bin < re.length / 2; bin += 1)
    sums[bin + 1] = (sums[bin] ?? 0) + (re[bin] ?? 0) ** 2 + (im[bin] ?? 0) ** 2
  return Float64Array.from({ length: re.length / 2 }, (_, bin) => {
    const from = Math.max(0, bin - half)
    const until = Math.min(re.length / 2, bin + half + 1)
    const level = ((sums[until] ?? 0) - (sums[from] ?? 0)) / (until - from)
    return level > 0 ? 1 / Math.sqrt(level) : 0
  })
}
