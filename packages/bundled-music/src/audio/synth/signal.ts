import { SAMPLE_RATE } from '../format.ts'
import type { Envelope, Shape } from './patch.ts'

const TABLE_SIZE = 2048
const TABLE_MASK = TABLE_SIZE - 1

/** Builds a table of one period. The first value is repeated at the end, so that interpolation works there too. */
function buildTable(valueAt: (index: number) => number): Float32Array {
  const table = new Float32Array(TABLE_SIZE + 1)
  for (let i = 0; i < TABLE_SIZE; i++) table[i] = valueAt(i)
  table[TABLE_SIZE] = table[0] ?? 0
  return table
}

const SINE = buildTable((i) => Math.sin((2 * Math.PI * i) / TABLE_SIZE))

function amplitudeOf(shape: Shape, harmonic: number): number {
  if (shape === 'sine') return harmonic === 1 ? 1 : 0
  if (shape === 'saw') return 1 / harmonic
  if (shape === 'square') return harmonic % 2 === 1 ? 1 / harmonic : 0
  if (shape === 'pulse') return Math.sin(Math.PI * harmonic * 0.22) / harmonic
  return harmonic % 2 === 1 ? (harmonic % 4 === 1 ? 1 : -1) / (harmonic * harmonic) : 0
}

/**
 * The numbers of harmonics for which tables exist. A note uses the largest number whose highest harmonic is below the
 * band limit.
 */
const HARMONIC_COUNTS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384]
const BAND_LIMIT_HZ = 13_500
const tables = new Map<string, Float32Array>()

/** Returns one period of a wave, with only the harmonics below the band limit at this frequency. */
export function waveTable(shape: Shape, frequencyHz: number): Float32Array {
  if (shape === 'sine') return SINE
  const fitting = HARMONIC_COUNTS.findLast((count) => count * frequencyHz <= BAND_LIMIT_HZ) ?? 1
  const key = `${shape}${fitting}`
  const cached = tables.get(key)
  if (cached) return cached
  const sum = new Float64Array(TABLE_SIZE)
  for (let harmonic = 1; harmonic <= fitting; harmonic++) {
    // The sum of harmonics ends early, which causes ringing. The Lanczos factor `sigma` reduces this ringing.
    const sigma =
      fitting > 4
        ? Math.sin((Math.PI * harmonic) / (fitting + 1)) / ((Math.PI * harmonic) / (fitting + 1))
        : 1
    const amplitude = amplitudeOf(shape, harmonic) * sigma
    if (amplitude === 0) continue
    for (let i = 0; i < TABLE_SIZE; i++)
      sum[i] = (sum[i] ?? 0) + amplitude * (SINE[(i * harmonic) & TABLE_MASK] ?? 0)
  }
  const table = buildTable((i) => sum[i] ?? 0)
  tables.set(key, table)
  return table
}

/** Returns the value of a table at a phase in [0, 1), with linear interpolation. */
export function readTable(table: Float32Array, phase: number): number {
  const position = phase * TABLE_SIZE
  const index = position | 0
  const low = table[index & TABLE_MASK] ?? 0
  return low + (position - index) * ((table[(index & TABLE_MASK) + 1] ?? 0) - low)
}

/** Returns sin(2π · phase) for any phase, positive or negative. */
export function sine(phase: number): number {
  return readTable(SINE, phase - Math.floor(phase))
}

export function frequencyOf(pitch: number): number {
  return 440 * 2 ** ((pitch - 69) / 12)
}

/** Creates white noise in [-1, 1) with integer arithmetic, so that the noise is the same on all platforms. */
export function noiseFrom(seed: number): () => number {
  let state = (seed | 0) ^ 0x9e3779b9
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    let value = state ^ (state >>> 15)
    value = Math.imul(value, 0x2c1b3c6d)
    return ((value ^ (value >>> 13)) | 0) / 0x8000_0000
  }
}

/** Returns the number of frames of a note with this envelope. */
export function envelopeFrames(envelope: Envelope, durationSec: number): number {
  return Math.ceil((Math.max(durationSec, envelope.attack) + envelope.release) * SAMPLE_RATE)
}

/** Applies an envelope in place: attack, exponential decay to the sustain level, and a release that ends in silence. */
export function applyEnvelope(buffer: Float32Array, envelope: Envelope, durationSec: number): void {
  const attack = Math.max(1, Math.round(envelope.attack * SAMPLE_RATE))
  const gate = Math.max(attack, Math.round(durationSec * SAMPLE_RATE))
  const decayPerFrame = Math.exp(-1 / (Math.max(0.005, envelope.decay) * 0.4 * SAMPLE_RATE))
  const releaseFrames = Math.max(1, buffer.length - gate)
  const releasePerFrame = Math.exp(-5 / releaseFrames)
  let level = 0
  for (let i = 0; i < buffer.length; i++) {
    if (i < attack) level = (i + 1) / attack
    else if (i < gate) level = envelope.sustain + (level - envelope.sustain) * decayPerFrame
    else level *= releasePerFrame
    const ending = buffer.length - i
    buffer[i] = (buffer[i] ?? 0) * (ending < 256 ? (level * ending) / 256 : level)
  }
}
