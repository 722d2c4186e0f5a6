import { median } from './report.ts'
import { REFERENCE_RATE, type TestSong } from './sync-songs.ts'
import type { Recording, TapRecording } from './sync-tap.ts'

/** What a page let hear, at epoch milliseconds of the clock all pages share. */
export type Heard = {
  readonly pressedMs: number | null
  /** Which moment of a song was heard at an instant; null when that song was not to be heard. */
  positionMs(song: TestSong, atMs: number, nearMs: number): number | null
  /** How loud it was from one instant to another: the root mean square of the signal. */
  loudness(fromMs: number, toMs: number): number
}

/** Enough of the sound to know the moment by. */
const LISTEN_MS = 160
const COARSE = 4
/** Below this likeness it is another sound. */
const ALIKE = 0.55
const SILENCE = 0.004

/** Reads a recording: the sound of all graphs of the page together, by the time at which it was heard. */
export function heardOf({ timeOrigin, pressedMs, taps }: Recording): Heard {
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
      const heard = sound(atMs, count)
      if (rms(heard) < SILENCE) return null
      return find(heard, song.samples, nearMs)
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
  /** Graph time less page time, from the accounts around it: a graph that stumbles goes on later. */
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

/** Where in a song a sound is from, in milliseconds, within 1.5 s around a guess; null when it is not from there. */
function find(heard: Float32Array, song: Float32Array, nearMs: number): number | null {
  const near = Math.round((nearMs * REFERENCE_RATE) / 1000)
  const coarse = best(thinned(heard, COARSE), thinnedPart(song, near - 24_000, 48_000 + heard.length))
  if (coarse === null) return null
  const from = near - 24_000 + coarse.at * COARSE - 3 * COARSE
  const fine = best(heard, song.subarray(Math.max(0, from), Math.max(0, from + 6 * COARSE + heard.length)))
  if (fine === null || fine.alike < ALIKE) return null
  return ((Math.max(0, from) + fine.at) / REFERENCE_RATE) * 1000
}

/** The place of greatest likeness (normalised correlation), to a part of a sample. */
function best(heard: Float32Array, song: Float32Array): { at: number; alike: number } | null {
  const places = song.length - heard.length
  if (places < 3) return null
  const heardPower = rms(heard) * Math.sqrt(heard.length)
  const likeness = new Float32Array(places)
  let top = 0
  for (let place = 0; place < places; place += 1) {
    let product = 0
    let power = 1e-9
    for (let index = 0; index < heard.length; index += 1) {
      const sample = song[place + index] ?? 0
      product += sample * (heard[index] ?? 0)
      power += sample * sample
    }
    const alike = product / (heardPower * Math.sqrt(power) + 1e-9)
    likeness[place] = alike
    if (alike > (likeness[top] ?? 0)) top = place
  }
  const [before, here, after] = [likeness[top - 1] ?? 0, likeness[top] ?? 0, likeness[top + 1] ?? 0]
  const curve = before - 2 * here + after
  return {
    at: top + (curve === 0 ? 0 : Math.max(-0.5, Math.min(0.5, (before - after) / (2 * curve)))),
    alike: here,
  }
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
