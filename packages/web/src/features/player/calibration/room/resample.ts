/**
 * An output sample is calculated from this number of input samples on each side. If the output has a lower sample
 * rate, it is calculated from more samples.
 */
const REACH = 24
/**
 * The cut-off frequency of the filter, as a fraction of half the lower sample rate. It is below 1, because the filter
 * is not perfectly steep. Frequencies above half the lower sample rate would become wrong tones (aliasing).
 */
const KEPT_BAND = 0.92
/** The number of stored kernel values for the distance between two input samples. */
const FINENESS = 256

/**
 * Creates the kernel of a low-pass filter: a sinc function in a Blackman window. It returns only the half from the
 * middle to the end, because the kernel is symmetric.
 */
function kernelOf(cutoff: number, reach: number): Float64Array {
  return Float64Array.from({ length: Math.ceil(reach * FINENESS) + 2 }, (_, index) => {
    const at = index / FINENESS
    if (at >= reach) return 0
    const window = 0.42 + 0.5 * Math.cos((Math.PI * at) / reach) + 0.08 * Math.cos((2 * Math.PI * at) / reach)
    const angle = Math.PI * cutoff * at
    return cutoff * window * (at === 0 ? 1 : Math.sin(angle) / angle)
  })
}

/**
 * Converts a sound to another sample rate. The sound is not shifted in time.
 * @param from the sample rate of `samples` in hertz
 * @param to the sample rate of the result in hertz
 */
export function resample(samples: ArrayLike<number>, from: number, to: number): Float64Array {
  if (from === to) return Float64Array.from(samples)
  const cutoff = Math.min(1, to / from) * KEPT_BAND
  const reach = REACH / Math.min(1, to / from)
  const kernel = kernelOf(cutoff, reach)
  const output = new Float64Array(Math.floor((samples.length * to) / from))
  for (let index = 0; index < output.length; index += 1) {
    const middle = (index * from) / to
    const first = Math.max(0, Math.ceil(middle - reach))
    const last = Math.min(samples.length - 1, Math.floor(middle + reach))
    let sum = 0
    for (let at = first; at <= last; at += 1)
      sum += (samples[at] ?? 0) * (kernel[Math.round(Math.abs(at - middle) * FINENESS)] ?? 0)
    output[index] = sum
  }
  return output
}
