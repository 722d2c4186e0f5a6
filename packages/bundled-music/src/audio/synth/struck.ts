import { SAMPLE_RATE } from '../format.ts'
import { filterInPlace, saturateInPlace } from './filter.ts'
import type { ModalPatch, PianoPatch, PluckPatch, Sample } from './patch.ts'
import { frequencyOf, noiseFrom, sine } from './signal.ts'

/** The longest note in seconds. So a block needs only the notes that begin at most this many seconds before it. */
export const MAX_RING_SEC = 5
export const PIANO_RELEASE_SEC = 0.25

/** Returns how long a struck bar is audible, in seconds. */
export function longestModeSec(patch: ModalPatch): number {
  return Math.max(...patch.modes.map(([, , decay]) => decay)) * 3.5
}

/** Fades out the last `releaseSec` seconds of a buffer. */
function release(buffer: Float32Array, releaseSec: number): void {
  const frames = Math.min(buffer.length, Math.max(64, Math.round(releaseSec * SAMPLE_RATE)))
  const start = buffer.length - frames
  for (let i = 0; i < frames; i++) {
    const left = 1 - (i + 1) / frames
    buffer[start + i] = (buffer[start + i] ?? 0) * left * left
  }
}

/** Renders a plucked string. The string is damped when the note ends. */
export function renderPluck(patch: PluckPatch, pitch: number, durationSec: number): Sample {
  const frequency = frequencyOf(pitch)
  const soundingSec = Math.min(MAX_RING_SEC, durationSec + patch.release)
  const frames = Math.ceil(soundingSec * SAMPLE_RATE)
  const out = new Float32Array(frames)
  // The period of the string is not a whole number of samples. The averaging filter delays by half a sample, and the
  // all-pass filter adds the rest of the fraction.
  const period = SAMPLE_RATE / frequency - 0.5
  const length = Math.max(2, Math.floor(period - 0.2))
  const fraction = period - length
  const allPass = (1 - fraction) / (1 + fraction)
  const string = new Float32Array(length)
  const noise = noiseFrom(Math.round(pitch * 61))
  let smooth = 0
  const softness = 0.12 + 0.86 * patch.brightness
  for (let i = 0; i < length; i++) {
    smooth += softness * (noise() - smooth)
    string[i] = smooth
  }
  const pickAt = Math.max(1, Math.round(patch.position * length))
  const excitation = string.map((value, i) => value - (string[(i + length - pickAt) % length] ?? 0))
  string.set(excitation)
  const ringSec = patch.ring * (261 / frequency) ** 0.45
  const loss = 10 ** (-3 / (ringSec * frequency))
  const mellow = 0.5 + 0.46 * patch.brightness
  let at = 0
  let previous = 0
  let passIn = 0
  let passOut = 0
  for (let i = 0; i < frames; i++) {
    const value = string[at] ?? 0
    const damped = loss * (mellow * value + (1 - mellow) * previous)
    previous = value
    passOut = allPass * (damped - passOut) + passIn
    passIn = damped
    string[at] = passOut
    out[i] = value
    at = at + 1 === length ? 0 : at + 1
  }
  addBody(out, patch.body)
  saturateInPlace(out, patch.drive)
  if (patch.drive > 0.3) filterInPlace(out, 'low', 0.1, () => 3800)
  release(out, patch.release)
  return { left: out, right: out }
}

/** Adds the two resonances of the body of a string instrument. */
function addBody(buffer: Float32Array, level: number): void {
  if (level <= 0) return
  for (const [centre, share] of [
    [108, 1.1],
    [215, 0.8],
  ] as const) {
    const box = buffer.slice()
    filterInPlace(box, 'band', 0.8, () => centre)
    for (let i = 0; i < buffer.length; i++) buffer[i] = (buffer[i] ?? 0) + level * share * (box[i] ?? 0)
  }
}

/** Adds a sine that becomes softer. The values come from a rotating vector, which is faster than a table. */
function addPartial(buffer: Float32Array, frequencyHz: number, level: number, decaySec: number): void {
  if (frequencyHz > 13_500 || level === 0) return
  const angle = (2 * Math.PI * frequencyHz) / SAMPLE_RATE
  const fade = Math.exp(-1 / (decaySec * SAMPLE_RATE))
  const cos = Math.cos(angle) * fade
  const sin = Math.sin(angle) * fade
  let x = level
  let y = 0
  const end = Math.min(buffer.length, Math.ceil(decaySec * 9 * SAMPLE_RATE))
  for (let i = 0; i < end; i++) {
    buffer[i] = (buffer[i] ?? 0) + y
    const turned = x * cos - y * sin
    y = x * sin + y * cos
    x = turned
  }
}

function addStrike(buffer: Float32Array, level: number, centreHz: number, seed: number): void {
  if (level <= 0) return
  const noise = noiseFrom(seed)
  const knock = new Float32Array(Math.min(buffer.length, Math.round(0.03 * SAMPLE_RATE)))
  for (let i = 0; i < knock.length; i++) knock[i] = noise() * (1 - i / knock.length) ** 3
  filterInPlace(knock, 'band', 0.5, () => centreHz)
  for (let i = 0; i < knock.length; i++) buffer[i] = (buffer[i] ?? 0) + level * (knock[i] ?? 0)
}

/** Renders a struck bar: vibraphone, marimba, kalimba, glockenspiel, music box. */
export function renderModal(patch: ModalPatch, pitch: number, durationSec: number): Sample {
  const frequency = frequencyOf(pitch)
  const frames = Math.ceil(Math.min(MAX_RING_SEC, Math.max(durationSec, longestModeSec(patch))) * SAMPLE_RATE)
  const left = new Float32Array(frames)
  const shorter = (330 / frequency) ** 0.35
  for (const [ratio, level, decay] of patch.modes) addPartial(left, frequency * ratio, level, decay * shorter)
  addStrike(left, patch.strike, Math.min(6000, frequency * 4), Math.round(pitch * 7))
  release(left, 0.4)
  if (patch.tremolo <= 0) return { left, right: left }
  const right = new Float32Array(frames)
  for (let i = 0; i < frames; i++) {
    const sway = patch.tremolo * sine((i * 5.1) / SAMPLE_RATE)
    right[i] = (left[i] ?? 0) * (1 + sway)
    left[i] = (left[i] ?? 0) * (1 - sway)
  }
  return { left, right }
}

/**
 * Renders a piano note: partials that decay in two stages, and the noise of the hammer. The two channels are detuned a
 * little.
 */
export function renderPiano(patch: PianoPatch, pitch: number, durationSec: number): Sample {
  const frequency = frequencyOf(pitch)
  const ringSec = patch.ring * (261 / frequency) ** 0.5
  const frames = Math.ceil(
    Math.min(MAX_RING_SEC, Math.min(durationSec, ringSec * 2.5) + PIANO_RELEASE_SEC) * SAMPLE_RATE,
  )
  const stretch = 0.0002 * 2 ** ((pitch - 60) / 16)
  const partials = Math.min(18, Math.max(3, Math.floor((6500 * (0.5 + patch.brightness)) / frequency)))
  const side = (cents: number, seed: number): Float32Array => {
    const buffer = new Float32Array(frames)
    const base = frequency * 2 ** (cents / 1200)
    for (let n = 1; n <= partials; n++) {
      const level = Math.exp(-(n - 1) * (0.55 - 0.38 * patch.brightness)) * (n % 7 === 0 ? 0.3 : 1)
      const partialHz = base * n * Math.sqrt(1 + stretch * n * n)
      const decay = ringSec / (1 + 0.42 * (n - 1))
      addPartial(buffer, partialHz, level * 0.7, decay * 0.28)
      addPartial(buffer, partialHz * 1.0004, level * 0.3, decay)
    }
    addStrike(buffer, 0.25 + patch.felt * 1.4, 420 + 1400 * patch.brightness, seed)
    // A soft hammer makes the attack softer too.
    const soft = Math.round((0.001 + 0.006 * patch.felt) * SAMPLE_RATE)
    for (let i = 0; i < soft && i < frames; i++) buffer[i] = (buffer[i] ?? 0) * (i / soft)
    release(buffer, PIANO_RELEASE_SEC)
    return buffer
  }
  return { left: side(-patch.detune, 3), right: side(patch.detune, 4) }
}
