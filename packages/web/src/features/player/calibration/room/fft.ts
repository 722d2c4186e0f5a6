/** A complex signal, or its spectrum. The length is a power of two. */
export type Complex = { readonly re: Float64Array; readonly im: Float64Array }

export const complexOf = (length: number): Complex => ({
  re: new Float64Array(length),
  im: new Float64Array(length),
})

/** Returns the smallest power of two that is at least `length`. */
export const powerOfTwo = (length: number): number => 2 ** Math.ceil(Math.log2(length))

/** Replaces a signal by its spectrum (fast Fourier transform). */
export function fft(signal: Complex): void {
  reorder(signal)
  const { re, im } = signal
  const length = re.length
  const turns = turnsOf(length)
  for (let size = 2; size <= length; size *= 2) {
    const half = size / 2
    const step = length / size
    for (let from = 0; from < length; from += size)
      for (let at = 0; at < half; at += 1) {
        const low = from + at
        const high = low + half
        const turnRe = turns.re[at * step] ?? 0
        const turnIm = turns.im[at * step] ?? 0
        const oddRe = (re[high] ?? 0) * turnRe - (im[high] ?? 0) * turnIm
        const oddIm = (re[high] ?? 0) * turnIm + (im[high] ?? 0) * turnRe
        re[high] = (re[low] ?? 0) - oddRe
        im[high] = (im[low] ?? 0) - oddIm
        re[low] = (re[low] ?? 0) + oddRe
        im[low] = (im[low] ?? 0) + oddIm
      }
  }
}

/** Returns the rotations by `at` parts of a turn with `length` parts, for the first half of the turn. */
function turnsOf(length: number): Complex {
  const turns = complexOf(length / 2)
  const angle = (-2 * Math.PI) / length
  for (let at = 0; at < length / 2; at += 1) {
    turns.re[at] = Math.cos(angle * at)
    turns.im[at] = Math.sin(angle * at)
  }
  return turns
}

/** Replaces a spectrum by its signal. */
export function inverseFft({ re, im }: Complex): void {
  fft({ re: im, im: re })
  const scale = 1 / re.length
  for (let at = 0; at < re.length; at += 1) {
    re[at] = (re[at] ?? 0) * scale
    im[at] = (im[at] ?? 0) * scale
  }
}

/**
 * Moves each value to another index: the old index with its bits in reverse order. The fast Fourier transform needs
 * this order.
 */
function reorder({ re, im }: Complex): void {
  const length = re.length
  let reversed = 0
  for (let at = 0; at < length; at += 1) {
    if (at < reversed) {
      ;[re[at], re[reversed]] = [re[reversed] ?? 0, re[at] ?? 0]
      ;[im[at], im[reversed]] = [im[reversed] ?? 0, im[at] ?? 0]
    }
    let bit = length / 2
    while (bit >= 1 && reversed & bit) {
      reversed ^= bit
      bit /= 2
    }
    reversed |= bit
  }
}
