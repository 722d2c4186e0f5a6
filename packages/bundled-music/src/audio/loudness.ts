import { SAMPLE_RATE } from './format.ts'

/**
 * BS.1770 measures the loudness in overlapping windows of 400 ms. It ignores windows below -70 LUFS. Of the other
 * windows, it ignores those that are more than 10 dB below their mean.
 */
const WINDOW_SEC = 0.4
const HOP_SEC = 0.1
const ABSOLUTE_GATE = -70
const RELATIVE_GATE = -10

type Biquad = { readonly b: readonly [number, number, number]; readonly a: readonly [number, number] }

/**
 * Creates the two filters of BS.1770: the first raises high frequencies by 4 dB, the second removes low frequencies.
 */
function kWeighting(): readonly Biquad[] {
  const shelf = ((): Biquad => {
    const k = Math.tan((Math.PI * 1681.97) / SAMPLE_RATE)
    const q = 0.7071752
    const high = 10 ** (3.99984 / 20)
    const band = high ** 0.4996667
    const norm = 1 + k / q + k * k
    return {
      b: [
        (high + (band * k) / q + k * k) / norm,
        (2 * (k * k - high)) / norm,
        (high - (band * k) / q + k * k) / norm,
      ],
      a: [(2 * (k * k - 1)) / norm, (1 - k / q + k * k) / norm],
    }
  })()
  const lowCut = ((): Biquad => {
    const k = Math.tan((Math.PI * 38.13547) / SAMPLE_RATE)
    const q = 0.500327
    const norm = 1 + k / q + k * k
    return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / norm, (1 - k / q + k * k) / norm] }
  })()
  return [shelf, lowCut]
}

function filtered(signal: Float64Array, { b, a }: Biquad): Float64Array {
  const out = new Float64Array(signal.length)
  let x1 = 0
  let x2 = 0
  let y1 = 0
  let y2 = 0
  for (let i = 0; i < signal.length; i++) {
    const x = signal[i] ?? 0
    const y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    out[i] = y
  }
  return out
}

const toLufs = (power: number): number => -0.691 + 10 * Math.log10(power + 1e-12)

/**
 * Measures the loudness in LUFS of interleaved 16 bit stereo excerpts. Silence and very soft passages are
 * ignored, as BS.1770 requires.
 */
export function loudnessOf(excerpts: readonly Int16Array[]): number {
  const powers: number[] = []
  for (const excerpt of excerpts) {
    const frames = excerpt.length / 2
    const energy = new Float64Array(frames)
    for (const channel of [0, 1]) {
      let signal: Float64Array = new Float64Array(frames)
      for (let i = 0; i < frames; i++) signal[i] = (excerpt[2 * i + channel] ?? 0) / 32768
      for (const stage of kWeighting()) signal = filtered(signal, stage)
      for (let i = 0; i < frames; i++) energy[i] = (energy[i] ?? 0) + (signal[i] ?? 0) ** 2
    }
    const window = Math.round(WINDOW_SEC * SAMPLE_RATE)
    for (let start = 0; start + window <= frames; start += Math.round(HOP_SEC * SAMPLE_RATE)) {
      let sum = 0
      for (let i = start; i < start + window; i++) sum += energy[i] ?? 0
      powers.push(sum / window)
    }
  }
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const audible = powers.filter((power) => toLufs(power) > ABSOLUTE_GATE)
  const gate = toLufs(mean(audible)) + RELATIVE_GATE
  return toLufs(mean(audible.filter((power) => toLufs(power) > gate)))
}
