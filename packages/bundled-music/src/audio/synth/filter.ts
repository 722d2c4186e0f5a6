import { SAMPLE_RATE } from '../format.ts'

/**
 * The cut-off frequency is calculated once per this many frames, because a calculation for each frame would be slow.
 */
const CONTROL_FRAMES = 32

/**
 * Filters a buffer in place (state variable filter). `mode` is the pass band, `cutoffAt` returns the cut-off in
 * hertz at a frame, and `resonance` is from 0 to 0.95.
 */
export function filterInPlace(
  buffer: Float32Array,
  mode: 'low' | 'band' | 'high',
  resonance: number,
  cutoffAt: (frame: number) => number,
): void {
  const damping = 2 - 2 * Math.min(0.95, resonance)
  let g = 0
  let scale = 0
  let low = 0
  let band = 0
  for (let i = 0; i < buffer.length; i++) {
    if (i % CONTROL_FRAMES === 0) {
      const cutoff = Math.min(14_000, Math.max(20, cutoffAt(i)))
      g = Math.tan((Math.PI * cutoff) / SAMPLE_RATE)
      scale = 1 / (1 + g * (g + damping))
    }
    const input = buffer[i] ?? 0
    const high = (input - (damping + g) * band - low) * scale
    const bandOut = g * high + band
    band = g * high + bandOut
    const lowOut = g * bandOut + low
    low = g * bandOut + lowOut
    buffer[i] = mode === 'low' ? lowOut : mode === 'band' ? bandOut * damping : high
  }
}

/** Saturates a buffer softly in place. A drive of 0 changes nothing. */
export function saturateInPlace(buffer: Float32Array, drive: number): void {
  if (drive <= 0) return
  const push = 1 + drive * 8
  for (let i = 0; i < buffer.length; i++) buffer[i] = Math.tanh((buffer[i] ?? 0) * push) / push ** 0.6
}
