import { median } from '../report.ts'
import { REFERENCE_RATE, type TestSong } from './songs.ts'
import type { Recording, TapRecording } from './page-recorder.ts'

/** The sound of a page, by epoch milliseconds of a clock that all pages share. */
export type RecordedSound = {
  readonly pressedMs: number | null
  /**
   * Returns which position of a song the recording contains at a moment. Null if it does not contain the song then.
   * `nearMs` is the expected position.
   */
  positionMs(song: TestSong, atMs: number, nearMs: number): number | null
  /** Returns the loudness between two instants: the root mean square of the signal. */
  loudness(fromMs: number, toMs: number): number
}

/** The length of sound that is enough to find its position, in milliseconds. */
export const LISTEN_MS = 160
const COARSE = 4
const LIKELY_PLACES = 40
const NEAR_REACH_MS = 100
const REACH_MS = 1_500
/** Sounds with a lower correlation than this are different sounds. */
const MIN_CORRELATION = 0.55
/** Two sounds with at least this correlation are certainly the same. */
const CERTAIN_CORRELATION = 0.9
const SILENCE = 0.004

/** Reads a recording: the sound of all graphs of the page, by the time at which it was heard. */
export function readSound({ timeOrigin, pressedMs, taps }: Recording): RecordedSound {
  const tracks = taps.filter(({ stamps, pieces }) => stamps.length > 0 && pieces.length > 0).map(trackOf)
  function sound(fromMs: number, count: number): Float32Array {
    const mixed = new Float32Array(count)
    for (const track of tracks) track.addTo(mixed, fromMs - timeOrigin)
    return mixed
  }
  return {
    pressedMs: pressedMs === null ? null : pressedMs + timeOrigin,
    positionMs(song, atMs, nearMs) {
      const count = (LISTEN_MS * REFERENCE_RATE) / 1000
      return findPosition(sound(atMs, count), song.samples, nearMs)
    },
    loudness: (fromMs, toMs) => rms(sound(fromMs, Math.round(((toMs - fromMs) * REFERENCE_RATE) / 1000))),
  }
}

function trackOf({ sampleRate, pieces, stamps }: TapRecording) {
  const first = pieces[0]?.frame ?? 0
  const last = pieces.at(-1)?.frame ?? 0
  const frames = new Float32Array(last - first + 4096)
  for (const { frame, base64 } of pieces) {
    const bytes = Buffer.from(base64, 'base64')
    frames.set(new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4), frame - first)
  }
  const offsets = stamps.map(({ contextMs, heardMs }) => ({ heardMs, offsetMs: contextMs - heardMs }))
  const firstHeardMs = offsets[0]?.heardMs ?? 0
  /**
   * Returns how far the clock of the audio graph is ahead of the clock of the page at a moment, in milliseconds. Only
   * timestamps around the moment are used, because the difference changes when a graph stutters.
   */
  const offsetAt = (atMs: number) => {
    const near = offsets.filter(({ heardMs }) => Math.abs(heardMs - atMs) < 160)
    return median((near.length > 0 ? near : offsets.slice(0, 40)).map(({ offsetMs }) => offsetMs))
  }
  return {
    addTo(mixed: Float32Array, fromMs: number): void {
      if (fromMs < firstHeardMs - 1000) return
      const begin = ((fromMs + offsetAt(fromMs)) / 1000) * sampleRate - first
      const step = sampleRate / REFERENCE_RATE
      for (let index = 0; index < mixed.length; index += 1) {
        const at = begin + index * step
        const whole = Math.floor(at)
        const one = frames[whole] ?? 0
        mixed[index] = (mixed[index] ?? 0) + one + ((frames[whole + 1] ?? 0) - one) * (at - whole)
      }
    },
  }
}

/**
 * Finds the position of a sound in a song, in milliseconds, within 1.5 s around an expected position. Null if
 * the sound does not match or is silent.
 */
export function findPosition(heard: Float32Array, song: Float32Array, nearMs: number): number | null {
  if (rms(heard) < SILENCE) return null
  const near = best(heard, song, nearMs, NEAR_REACH_MS)
  const found =
    near !== null && near.alike >= CERTAIN_CORRELATION ? near : best(heard, song, nearMs, REACH_MS)
  return found && (found.at / REFERENCE_RATE) * 1000
}

/**
 * Finds the position with the best correlation, exact to a fraction of a sample. Each likely position is checked
 * exactly, because a tone also matches one wave later.
 */
function best(heard: Float32Array, song: Float32Array, nearMs: number, reachMs: number) {
  const reach = Math.round((reachMs * REFERENCE_RATE) / 1000)
  const begin = Math.round((nearMs * REFERENCE_RATE) / 1000) - reach
  const coarse = correlationAt(thinned(heard, COARSE), thinnedPart(song, begin, 2 * reach + heard.length))
  let found: { at: number; alike: number } | null = null
  for (const place of peaks(coarse).slice(0, LIKELY_PLACES)) {
    const from = Math.max(0, begin + (place - 3) * COARSE)
    const fine = correlationAt(heard, song.subarray(from, from + 6 * COARSE + heard.length))
    const [top] = peaks(fine)
    const alike = top === undefined ? 0 : (fine[top] ?? 0)
    if (top !== undefined && alike > (found?.alike ?? MIN_CORRELATION))
      found = { at: from + top + beside(fine, top), alike }
  }
  return found
}

/** Calculates the normalised correlation of a sound with each position in a song. */
function correlationAt(heard: Float32Array, song: Float32Array): Float32Array {
  const places = Math.max(0, song.length - heard.length)
  const heardPower = rms(heard) * Math.sqrt(heard.length)
  const alike = new Float32Array(places)
  for (let place = 0; place < places; place += 1) {
    let product = 0
    let power = 1e-9
    for (let index = 0; index < heard.length; index += 1) {
      const sample = song[place + index] ?? 0
      product += sample * (heard[index] ?? 0)
      power += sample * sample
    }
    alike[place] = product / (heardPower * Math.sqrt(power) + 1e-9)
  }
  return alike
}

/** Finds the local maxima of the correlation, the best first. */
function peaks(alike: Float32Array): number[] {
  const value = (place: number) => alike[place] ?? -1
  return Array.from(alike.keys())
    .filter((place) => value(place) >= value(place - 1) && value(place) > value(place + 1))
    .toSorted((one, other) => value(other) - value(one))
}

/**
 * Estimates how far the true maximum is from the best sample, as a fraction of a sample, by a parabola through three
 * samples.
 */
function beside(alike: Float32Array, top: number): number {
  const [before, here, after] = [alike[top - 1] ?? 0, alike[top] ?? 0, alike[top + 1] ?? 0]
  const curve = before - 2 * here + after
  return curve === 0 ? 0 : Math.max(-0.5, Math.min(0.5, (before - after) / (2 * curve)))
}

function thinnedPart(song: Float32Array, from: number, count: number): Float32Array {
  const part = new Float32Array(count)
  const begin = Math.max(0, from)
  part.set(song.subarray(begin, Math.max(begin, from + count)), begin - from)
  return thinned(part, COARSE)
}

function thinned(samples: Float32Array, by: number): Float32Array {
  return Float32Array.from({ length: Math.floor(samples.length / by) }, (_, index) => {
    let sum = 0
    for (let at = index * by; at < (index + 1) * by; at += 1) sum += samples[at] ?? 0
    return sum
  })
}

function rms(samples: Float32Array): number {
  let power = 0
  for (const sample of samples) power += sample * sample
  return Math.sqrt(power / Math.max(1, samples.length))
}
