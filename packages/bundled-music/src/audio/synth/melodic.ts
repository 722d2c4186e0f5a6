import { SAMPLE_RATE } from '../format.ts'
import { filterInPlace, saturateInPlace } from './filter.ts'
import type { AdditivePatch, AnalogPatch, ChoirPatch, FmPatch, Sample } from './patch.ts'
import {
  applyEnvelope,
  envelopeFrames,
  frequencyOf,
  noiseFrom,
  readTable,
  sine,
  waveTable,
} from './signal.ts'

const VIBRATO_HZ = 5.2
const VIBRATO_STEP = 16

type Oscillator = {
  readonly table: Float32Array
  readonly frequencyHz: number
  /** The phase at the start, as a fraction of a period. */
  readonly phase: number
  readonly level: number
  /** The depth of the vibrato in cents. */
  readonly vibrato: number
}

function addOscillator(
  buffer: Float32Array,
  { table, frequencyHz, phase, level, vibrato }: Oscillator,
): void {
  let position = phase
  let step = frequencyHz / SAMPLE_RATE
  const plainStep = step
  for (let i = 0; i < buffer.length; i++) {
    if (vibrato > 0 && i % VIBRATO_STEP === 0) {
      // The vibrato grows during the first 0.45 seconds, because musicians play it like this.
      const depth = Math.min(1, i / (0.45 * SAMPLE_RATE))
      const cents = vibrato * depth * sine((i * VIBRATO_HZ) / SAMPLE_RATE + phase * 0.1)
      step = plainStep * (1 + cents * 0.00057779)
    }
    buffer[i] = (buffer[i] ?? 0) + level * readTable(table, position)
    position += step
    if (position >= 1) position -= 1
  }
}

function addNoise(buffer: Float32Array, level: number, seed: number): void {
  if (level <= 0) return
  const noise = noiseFrom(seed)
  for (let i = 0; i < buffer.length; i++) buffer[i] = (buffer[i] ?? 0) + level * noise()
}

/**
 * Renders a note of an analog synthesizer. If the patch has several voices, left and right have different phases and
 * detuning.
 */
export function renderAnalog(patch: AnalogPatch, pitch: number, durationSec: number): Sample {
  const frequency = frequencyOf(pitch)
  const frames = envelopeFrames(patch.amp, durationSec)
  const side = (channel: number): Float32Array => {
    const buffer = new Float32Array(frames)
    for (let voice = 0; voice < patch.voices; voice++) {
      const spread = patch.voices === 1 ? 0 : (voice / (patch.voices - 1)) * 2 - 1
      const cents = patch.detune * (spread + (channel === 0 ? 0.13 : -0.13))
      const voiceHz = frequency * 2 ** (cents / 1200)
      const phase = (0.37 * voice + 0.21 * channel + 0.11 * (pitch % 7)) % 1
      addOscillator(buffer, {
        table: waveTable(patch.shape, voiceHz),
        frequencyHz: voiceHz,
        phase: patch.voices === 1 ? 0 : phase,
        level: 1 / patch.voices,
        vibrato: patch.vibrato,
      })
    }
    if (patch.sub > 0) {
      const table = waveTable('sine', 20)
      addOscillator(buffer, { table, frequencyHz: frequency / 2, phase: 0, level: patch.sub, vibrato: 0 })
    }
    addNoise(buffer, patch.noise, Math.round(pitch * 97) + channel)
    const rest = Math.max(patch.cutoffMin, frequency * patch.cutoffRatio)
    const fall = 1 / (Math.max(0.01, patch.sweep) * SAMPLE_RATE)
    filterInPlace(buffer, 'low', patch.resonance, (frame) => {
      const octaves = patch.sweepOctaves * Math.exp(-3 * frame * fall)
      return rest * 2 ** octaves
    })
    saturateInPlace(buffer, patch.drive)
    applyEnvelope(buffer, patch.amp, durationSec)
    return buffer
  }
  const left = side(0)
  return { left, right: patch.voices > 1 ? side(1) : left }
}

/**
 * Renders a note by frequency modulation, for electric pianos, bells and basses. The modulation becomes weaker
 * during the note.
 */
export function renderFm(patch: FmPatch, pitch: number, durationSec: number): Sample {
  const frequency = frequencyOf(pitch)
  const frames = envelopeFrames(patch.amp, durationSec)
  const left = new Float32Array(frames)
  // High notes are modulated less, so that their side bands stay below the band limit.
  const index = patch.index * Math.min(1, (520 / frequency) ** 0.6)
  const indexFall = Math.exp(-1 / (patch.indexDecay * SAMPLE_RATE))
  const tineFall = Math.exp(-1 / (0.06 * SAMPLE_RATE))
  const carrierStep = frequency / SAMPLE_RATE
  const modulatorStep = carrierStep * patch.ratio
  const tineStep = Math.min(carrierStep * 14, 0.4)
  let strength = 1
  let tine = patch.tine
  for (let i = 0; i < frames; i++) {
    const bend =
      (index * (0.25 + 0.75 * strength) * sine(i * modulatorStep) + tine * sine(i * tineStep)) / (2 * Math.PI)
    left[i] = sine(i * carrierStep + bend)
    strength *= indexFall
    tine *= tineFall
  }
  applyEnvelope(left, patch.amp, durationSec)
  if (patch.tremolo <= 0) return { left, right: left }
  const right = new Float32Array(frames)
  for (let i = 0; i < frames; i++) {
    const sway = patch.tremolo * sine((i * 4.6) / SAMPLE_RATE)
    right[i] = (left[i] ?? 0) * (1 + sway)
    left[i] = (left[i] ?? 0) * (1 - sway)
  }
  return { left, right }
}

/** Renders a note of an organ, flute or reed as a sum of harmonics with some breath noise. */
export function renderAdditive(patch: AdditivePatch, pitch: number, durationSec: number): Sample {
  const frequency = frequencyOf(pitch)
  const frames = envelopeFrames(patch.amp, durationSec)
  const side = (cents: number, seed: number): Float32Array => {
    const buffer = new Float32Array(frames)
    const table = waveTable('sine', 20)
    const base = frequency * 2 ** (cents / 1200)
    patch.harmonics.forEach((level, i) => {
      const frequencyHz = base * (i + 1)
      const phase = (i * 0.31) % 1
      if (level > 0 && frequencyHz < 13_000)
        addOscillator(buffer, { table, frequencyHz, phase, level, vibrato: patch.vibrato })
    })
    if (patch.breath > 0) {
      const air = new Float32Array(frames)
      addNoise(air, patch.breath * 3, Math.round(pitch * 31) + seed)
      filterInPlace(air, 'band', 0.6, () => Math.min(9000, frequency * 2.5))
      for (let i = 0; i < frames; i++) buffer[i] = (buffer[i] ?? 0) + (air[i] ?? 0)
    }
    applyEnvelope(buffer, patch.amp, durationSec)
    return buffer
  }
  const left = side(-patch.detune, 1)
  return { left, right: patch.detune > 0 ? side(patch.detune, 2) : left }
}

const FORMANTS = {
  ah: [
    [760, 1],
    [1180, 0.55],
    [2700, 0.22],
  ],
  oh: [
    [480, 1],
    [860, 0.5],
    [2600, 0.14],
  ],
  oo: [
    [330, 1],
    [760, 0.28],
    [2400, 0.08],
  ],
} as const

/** Renders a note of a choir that sings one vowel. */
export function renderChoir(patch: ChoirPatch, pitch: number, durationSec: number): Sample {
  const frequency = frequencyOf(pitch)
  const frames = envelopeFrames(patch.amp, durationSec)
  const side = (channel: number): Float32Array => {
    const throat = new Float32Array(frames)
    for (let voice = 0; voice < 3; voice++) {
      const voiceHz = frequency * 2 ** (((voice - 1) * 9 + (channel === 0 ? 3 : -3)) / 1200)
      const phase = (0.29 * voice + 0.17 * channel) % 1
      const table = waveTable('saw', voiceHz)
      addOscillator(throat, { table, frequencyHz: voiceHz, phase, level: 0.4, vibrato: 14 + voice * 3 })
    }
    addNoise(throat, 0.012, Math.round(pitch * 13) + channel)
    const out = new Float32Array(frames)
    for (const [centre, level] of FORMANTS[patch.vowel]) {
      const formant = throat.slice()
      filterInPlace(formant, 'band', 0.86, () => centre)
      for (let i = 0; i < frames; i++) out[i] = (out[i] ?? 0) + level * (formant[i] ?? 0)
    }
    for (let i = 0; i < frames; i++) out[i] = (out[i] ?? 0) + 0.04 * (throat[i] ?? 0)
    filterInPlace(out, 'low', 0, () => 3600)
    applyEnvelope(out, patch.amp, durationSec)
    return out
  }
  return { left: side(0), right: side(1) }
}
