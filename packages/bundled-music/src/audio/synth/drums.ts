import { SAMPLE_RATE } from '../format.ts'
import { filterInPlace } from './filter.ts'
import type { DrumPatch, DrumPiece, Sample } from './patch.ts'
import { noiseFrom, sine } from './signal.ts'

/** The length of each drum in seconds at a decay factor of 1. */
export const DRUM_LENGTH_SEC: Record<DrumPiece, number> = {
  kick: 0.42,
  snare: 0.3,
  clap: 0.3,
  rim: 0.09,
  hat: 0.07,
  openHat: 0.34,
  ride: 0.9,
  crash: 1.9,
  tom: 0.45,
  shaker: 0.11,
  conga: 0.3,
  cowbell: 0.28,
  brush: 0.26,
  crackle: 1,
}

/** Adds a sine whose frequency falls from `from` to `to`, with an exponential fade. */
function addSweep(
  buffer: Float32Array,
  sweep: { from: number; to: number; fallSec: number; fadeSec: number; level: number },
): void {
  let phase = 0
  for (let i = 0; i < buffer.length; i++) {
    const t = i / SAMPLE_RATE
    phase += (sweep.to + (sweep.from - sweep.to) * Math.exp(-t / sweep.fallSec)) / SAMPLE_RATE
    buffer[i] = (buffer[i] ?? 0) + sweep.level * Math.exp(-t / sweep.fadeSec) * sine(phase)
  }
}

type Hiss = {
  level: number
  fadeSec: number
  seed: number
  mode: 'low' | 'band' | 'high'
  hz: number
  resonance?: number
}

function addHiss(buffer: Float32Array, hiss: Hiss): void {
  const noise = noiseFrom(hiss.seed)
  const layer = new Float32Array(buffer.length)
  for (let i = 0; i < layer.length; i++) layer[i] = noise() * Math.exp(-i / (hiss.fadeSec * SAMPLE_RATE))
  filterInPlace(layer, hiss.mode, hiss.resonance ?? 0.3, () => hiss.hz)
  for (let i = 0; i < buffer.length; i++) buffer[i] = (buffer[i] ?? 0) + hiss.level * (layer[i] ?? 0)
}

/** Adds the sound of a cymbal: square waves of unrelated frequencies. */
function addMetal(buffer: Float32Array, level: number, fadeSec: number, tune: number): void {
  const layer = new Float32Array(buffer.length)
  const fade = Math.exp(-1 / (fadeSec * SAMPLE_RATE))
  for (const hz of [263, 400, 421, 474, 587, 845]) {
    const step = (hz * 4.7 * tune) / SAMPLE_RATE
    let phase = hz / 1000
    for (let i = 0; i < layer.length; i++) {
      layer[i] = (layer[i] ?? 0) + (phase < 0.5 ? 0.2 : -0.2)
      phase += step
      phase -= phase | 0
    }
  }
  let envelope = 1
  for (let i = 0; i < layer.length; i++) {
    layer[i] = (layer[i] ?? 0) * envelope
    envelope *= fade
  }
  filterInPlace(layer, 'high', 0.2, () => 6500)
  for (let i = 0; i < buffer.length; i++) buffer[i] = (buffer[i] ?? 0) + level * (layer[i] ?? 0)
}

type Recipe = (buffer: Float32Array, patch: DrumPatch, seed: number) => void

const RECIPES: Record<DrumPiece, Recipe> = {
  kick(buffer, { tune, decay, snap }, seed) {
    addSweep(buffer, { from: 190 * tune, to: 47 * tune, fallSec: 0.03, fadeSec: 0.15 * decay, level: 1 })
    addHiss(buffer, { level: 0.1 + 0.5 * snap, fadeSec: 0.006, seed, mode: 'band', hz: 2600 })
  },
  snare(buffer, { tune, decay, snap }, seed) {
    addSweep(buffer, { from: 260 * tune, to: 182 * tune, fallSec: 0.02, fadeSec: 0.07 * decay, level: 0.75 })
    addHiss(buffer, { level: 0.55 + 0.5 * snap, fadeSec: 0.085 * decay, seed, mode: 'high', hz: 1700 })
    addHiss(buffer, { level: 0.4, fadeSec: 0.03, seed: seed + 9, mode: 'band', hz: 3400 })
  },
  clap(buffer, { tune, decay }, seed) {
    const noise = noiseFrom(seed)
    for (let i = 0; i < buffer.length; i++) {
      const t = i / SAMPLE_RATE
      const burst = t < 0.03 ? Math.exp(-(t % 0.0105) / 0.003) : Math.exp(-(t - 0.03) / (0.07 * decay))
      buffer[i] = noise() * burst
    }
    filterInPlace(buffer, 'band', 0.45, () => 1350 * tune)
  },
  rim(buffer, { tune, snap }, seed) {
    addSweep(buffer, { from: 1750 * tune, to: 1680 * tune, fallSec: 0.01, fadeSec: 0.011, level: 0.7 })
    addSweep(buffer, { from: 520 * tune, to: 500 * tune, fallSec: 0.01, fadeSec: 0.014, level: 0.6 })
    addHiss(buffer, { level: 0.3 * snap, fadeSec: 0.006, seed, mode: 'high', hz: 3000 })
  },
  hat(buffer, { tune, decay, snap }, seed) {
    addMetal(buffer, 0.5, 0.018 * decay, tune)
    addHiss(buffer, { level: 0.35 + 0.5 * snap, fadeSec: 0.015 * decay, seed, mode: 'high', hz: 8200 })
  },
  openHat(buffer, { tune, decay, snap }, seed) {
    addMetal(buffer, 0.5, 0.1 * decay, tune)
    addHiss(buffer, { level: 0.35 + 0.4 * snap, fadeSec: 0.09 * decay, seed, mode: 'high', hz: 7600 })
  },
  ride(buffer, { tune, decay }, seed) {
    addMetal(buffer, 0.4, 0.28 * decay, tune * 0.93)
    addSweep(buffer, { from: 3120 * tune, to: 3110 * tune, fallSec: 0.1, fadeSec: 0.16 * decay, level: 0.1 })
    addHiss(buffer, { level: 0.25, fadeSec: 0.03, seed, mode: 'high', hz: 6000 })
  },
  crash(buffer, { tune, decay }, seed) {
    addMetal(buffer, 0.25, 0.45 * decay, tune * 0.8)
    addHiss(buffer, { level: 0.7, fadeSec: 0.42 * decay, seed, mode: 'high', hz: 4300 })
  },
  tom(buffer, { tune, decay, snap }, seed) {
    addSweep(buffer, { from: 168 * tune, to: 98 * tune, fallSec: 0.05, fadeSec: 0.14 * decay, level: 1 })
    addHiss(buffer, { level: 0.15 + 0.2 * snap, fadeSec: 0.02, seed, mode: 'band', hz: 1400 })
  },
  shaker(buffer, { tune, decay }, seed) {
    addHiss(buffer, { level: 1, fadeSec: 0.028 * decay, seed, mode: 'band', hz: 6800 * tune })
    const rise = Math.round(0.02 * SAMPLE_RATE)
    for (let i = 0; i < rise && i < buffer.length; i++) buffer[i] = (buffer[i] ?? 0) * (i / rise)
  },
  conga(buffer, { tune, decay, snap }, seed) {
    addSweep(buffer, { from: 262 * tune, to: 208 * tune, fallSec: 0.02, fadeSec: 0.08 * decay, level: 1 })
    addHiss(buffer, { level: 0.12 + 0.2 * snap, fadeSec: 0.008, seed, mode: 'band', hz: 2100 })
  },
  cowbell(buffer, { tune, decay }) {
    addSweep(buffer, { from: 562 * tune, to: 560 * tune, fallSec: 0.1, fadeSec: 0.06 * decay, level: 0.6 })
    addSweep(buffer, { from: 846 * tune, to: 845 * tune, fallSec: 0.1, fadeSec: 0.07 * decay, level: 0.6 })
  },
  brush(buffer, { tune, decay }, seed) {
    addHiss(buffer, { level: 1, fadeSec: 0.09 * decay, seed, mode: 'band', hz: 3300 * tune, resonance: 0.1 })
    const rise = Math.round(0.012 * SAMPLE_RATE)
    for (let i = 0; i < rise && i < buffer.length; i++) buffer[i] = (buffer[i] ?? 0) * (i / rise)
  },
  /** Adds one second of the noise of an old record: soft hiss and a few clicks. */
  crackle(buffer, { snap }, seed) {
    const noise = noiseFrom(seed)
    for (let i = 0; i < buffer.length; i++) {
      const click = Math.abs(noise()) > 0.9997 - 0.0004 * snap ? noise() : 0
      buffer[i] = 0.012 * noise() + click
    }
    filterInPlace(buffer, 'low', 0.1, () => 5200)
    const edge = Math.round(0.05 * SAMPLE_RATE)
    for (let i = 0; i < edge; i++) {
      buffer[i] = (buffer[i] ?? 0) * (i / edge)
      const last = buffer.length - 1 - i
      buffer[last] = (buffer[last] ?? 0) * (i / edge)
    }
  },
}

/**
 * Renders one hit. `variant` is a MIDI number that tunes the drum (60 is the natural tuning). `variant` is also the
 * seed of the noise.
 */
export function renderDrum(patch: DrumPatch, variant: number): Sample {
  const tuned = { ...patch, tune: patch.tune * 2 ** ((variant - 60) / 12) }
  const lengthFactor = patch.piece === 'crackle' ? 1 : Math.max(0.6, patch.decay)
  const buffer = new Float32Array(Math.ceil(DRUM_LENGTH_SEC[patch.piece] * lengthFactor * SAMPLE_RATE))
  RECIPES[patch.piece](buffer, tuned, Math.round(variant * 17) + patch.piece.length * 101)
  const fade = Math.min(buffer.length, 400)
  for (let i = 0; i < fade; i++) {
    const at = buffer.length - fade + i
    buffer[at] = (buffer[at] ?? 0) * (1 - (i + 1) / fade)
  }
  return { left: buffer, right: buffer }
}
