import { SAMPLE_RATE } from '../format.ts'
import { DRUM_LENGTH_SEC, renderDrum } from './drums.ts'
import { renderAdditive, renderAnalog, renderChoir, renderFm } from './melodic.ts'
import type { Patch, Sample } from './patch.ts'
import { frequencyOf } from './signal.ts'
import {
  longestModeSec,
  MAX_RING_SEC,
  PIANO_RELEASE_SEC,
  renderModal,
  renderPiano,
  renderPluck,
} from './struck.ts'

/** The level (RMS) of the loudest 150 ms of every pitched note, so that all instruments are equally loud. */
const NOTE_RMS = 0.12
const WINDOW_FRAMES = Math.round(0.15 * SAMPLE_RATE)
const DRUM_PEAK = 0.7

/** Returns the longest time in seconds that a note sounds. `durationSec` is its duration in the score. */
export function longestSec(patch: Patch, durationSec: number): number {
  if (patch.kind === 'drum') return DRUM_LENGTH_SEC[patch.piece] * Math.max(1, patch.decay)
  if (patch.kind === 'pluck') return Math.min(MAX_RING_SEC, durationSec + patch.release)
  if (patch.kind === 'piano') return Math.min(MAX_RING_SEC, durationSec + PIANO_RELEASE_SEC)
  if (patch.kind === 'modal') return Math.min(MAX_RING_SEC, Math.max(durationSec, longestModeSec(patch)))
  return Math.max(durationSec, patch.amp.attack) + patch.amp.release
}

function render(patch: Patch, pitch: number, durationSec: number): Sample {
  switch (patch.kind) {
    case 'analog':
      return renderAnalog(patch, pitch, durationSec)
    case 'fm':
      return renderFm(patch, pitch, durationSec)
    case 'additive':
      return renderAdditive(patch, pitch, durationSec)
    case 'choir':
      return renderChoir(patch, pitch, durationSec)
    case 'pluck':
      return renderPluck(patch, pitch, durationSec)
    case 'modal':
      return renderModal(patch, pitch, durationSec)
    case 'piano':
      return renderPiano(patch, pitch, durationSec)
    case 'drum':
      return renderDrum(patch, pitch)
  }
}

function peakOf(buffer: Float32Array): number {
  let peak = 0
  for (let i = 0; i < buffer.length; i++) peak = Math.max(peak, Math.abs(buffer[i] ?? 0))
  return peak
}

function loudestRms({ left, right }: Sample): number {
  let loudest = 0
  for (let start = 0; start < left.length; start += WINDOW_FRAMES) {
    let energy = 0
    const end = Math.min(left.length, start + WINDOW_FRAMES)
    for (let i = start; i < end; i++) energy += (left[i] ?? 0) ** 2 + (right[i] ?? 0) ** 2
    loudest = Math.max(loudest, energy / (2 * WINDOW_FRAMES))
  }
  return Math.sqrt(loudest)
}

/**
 * Returns a gain that makes all pitches sound equally loud. People hear low notes softer and high notes louder than
 * notes in the middle.
 */
function hearingGain(pitch: number): number {
  const hz = frequencyOf(pitch)
  return hz < 220 ? (220 / hz) ** 0.15 : hz > 700 ? (700 / hz) ** 0.35 : 1
}

/**
 * The factor for the additional high frequencies of each kind of instrument. Without them, oscillators sound duller
 * than recordings.
 */
const PRESENCE: Record<Exclude<Patch['kind'], 'drum'>, number> = {
  analog: 1.4,
  fm: 1.5,
  choir: 1.2,
  additive: 0.9,
  modal: 0.5,
  pluck: 0.5,
  piano: 0.4,
}
const PRESENCE_HZ = 850

function addPresence(buffer: Float32Array, amount: number): void {
  const follow = 1 - Math.exp((-2 * Math.PI * PRESENCE_HZ) / SAMPLE_RATE)
  let low = 0
  for (let i = 0; i < buffer.length; i++) {
    const value = buffer[i] ?? 0
    low += follow * (value - low)
    buffer[i] = value + amount * (value - low)
  }
}

function scale(buffer: Float32Array, factor: number): void {
  for (let i = 0; i < buffer.length; i++) buffer[i] = (buffer[i] ?? 0) * factor
}

/** Renders one note at the standard level. The same arguments always give the same samples. */
export function playNote(patch: Patch, pitch: number, durationSec: number): Sample {
  const sample = render(patch, pitch, durationSec)
  if (patch.kind !== 'drum') {
    addPresence(sample.left, PRESENCE[patch.kind])
    if (sample.right !== sample.left) addPresence(sample.right, PRESENCE[patch.kind])
  }
  const factor =
    patch.kind === 'drum'
      ? DRUM_PEAK / Math.max(1e-6, peakOf(sample.left))
      : (NOTE_RMS * hearingGain(pitch)) / Math.max(1e-6, loudestRms(sample))
  scale(sample.left, factor)
  if (sample.right !== sample.left) scale(sample.right, factor)
  return sample
}
