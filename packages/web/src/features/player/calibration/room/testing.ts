import { chirpOf, numbersOf, RATE } from './chirp.ts'
import { resample } from './resample.ts'
import type { Slot } from './schedule.ts'

/** The sample rate of the simulated microphone, in hertz. */
export const RECORDED_RATE = 48_000
const METRES_PER_SEC = 343

/**
 * A device in the simulated room. `delayMs`: the delay of its loudspeaker. `metres`: its distance to the microphone.
 * `gain`: its loudness at the microphone. `movedMetres`: how much farther away it is in each round, if it moves.
 */
export type SimulatedDevice = {
  readonly delayMs: number
  readonly metres: number
  readonly gain: number
  readonly movedMetres?: readonly number[]
}

export type Room = {
  readonly devices: readonly SimulatedDevice[]
  /** The time after which an echo is 60 dB quieter, in seconds. 0 for a room without echoes. */
  readonly echoSec: number
  /** The loudness of the first echoes, as a fraction of the loudness of the direct sound. */
  readonly echoGain: number
  /**
   * `noiseDb`: by how many decibels a device with gain 1 is louder than the noise. `musicDb`: by how many decibels it
   * is louder than the music. Infinity means no noise or no music.
   */
  readonly noiseDb: number
  readonly musicDb: number
  /**
   * `skewPpm`: by how many parts per million the clock of the microphone runs faster than the clocks of the devices.
   * `inputDelayMs`: the delay of the microphone.
   */
  readonly skewPpm: number
  readonly inputDelayMs: number
  readonly seed: number
}

/** The recording begins this number of milliseconds before the first chirp. */
const BEFORE_MS = 600
/** The recording ends this number of milliseconds after the start of the last chirp. */
const AFTER_MS = 1_800

/** Creates a generator of normally distributed numbers. */
function noiseOf(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** One path of the sound from a loudspeaker to the microphone: its duration, and the gain on this path. */
type Path = { readonly sec: number; readonly gain: number }

/** Returns the paths of the sound: the direct path, some strong early echoes, and many weak later ones. */
function pathsOf(
  { metres, gain }: SimulatedDevice,
  { echoSec, echoGain }: Room,
  random: () => number,
): Path[] {
  const directSec = metres / METRES_PER_SEC
  const paths = [{ sec: directSec, gain }]
  if (echoSec === 0) return paths
  for (let echo = 0; echo < 8; echo += 1) {
    const laterSec = 0.0015 + random() * 0.03
    const sign = random() < 0.5 ? -1 : 1
    paths.push({ sec: directSec + laterSec, gain: sign * gain * echoGain * (0.4 + 0.6 * random()) })
  }
  const tail = 80
  for (let echo = 0; echo < tail; echo += 1) {
    const laterSec = 0.008 + random() * Math.min(0.5, echoSec)
    const level = 10 ** ((-3 * laterSec) / echoSec)
    paths.push({ sec: directSec + laterSec, gain: noiseOf(random)() * gain * echoGain * level * 0.4 })
  }
  return paths
}

/**
 * Adds music to a recording: changing chords with overtones, and drums. With gain 1, the root mean square of the
 * music is about 1.
 */
function addMusic(recording: Float64Array, gain: number, random: () => number): void {
  const beat = RECORDED_RATE / 2
  for (let from = 0; from < recording.length; from += beat) {
    const root = 110 * 2 ** (Math.floor(random() * 12) / 12)
    for (const [overtone, level] of [1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16].map(
      (n) => [n, 1 / Math.sqrt(n)] as const,
    )) {
      const turn = (2 * Math.PI * root * overtone) / RECORDED_RATE
      const phase = random() * 6
      for (let at = 0; at < beat && from + at < recording.length; at += 1)
        recording[from + at] = (recording[from + at] ?? 0) + 0.6 * gain * level * Math.sin(turn * at + phase)
    }
    const normal = noiseOf(random)
    for (let at = 0; at < 6_000 && from + at < recording.length; at += 1)
      recording[from + at] = (recording[from + at] ?? 0) + 1.5 * gain * Math.exp(-at / 1_200) * normal()
  }
}

/**
 * Simulates the recording of a calibration in a room.
 * @returns the sound at `RECORDED_RATE`, and the time from its start to the first chirp, in milliseconds
 */
export function recordRoom(room: Room, slots: readonly Slot[]): { samples: Float32Array; startMs: number } {
  const random = numbersOf(room.seed)
  const normal = noiseOf(random)
  const lastMs = Math.max(...slots.map(({ atMs }) => atMs))
  const recording = new Float64Array(Math.ceil(((BEFORE_MS + lastMs + AFTER_MS) * RECORDED_RATE) / 1_000))
  const paths = room.devices.map((device) => pathsOf(device, room, random))
  for (const { device, round, atMs } of slots) {
    const { delayMs, movedMetres = [] } = room.devices[device] ?? {}
    if (delayMs === undefined) continue
    const movedSec = (movedMetres[round] ?? 0) / METRES_PER_SEC
    const chirp = resample(chirpOf(device, round), RATE, RECORDED_RATE)
    const arrivalSec =
      ((BEFORE_MS + atMs + delayMs) / 1_000) * (1 + room.skewPpm / 1e6) + room.inputDelayMs / 1_000
    for (const { sec, gain } of paths[device] ?? [])
      addSound(recording, chirp, (arrivalSec + movedSec + sec) * RECORDED_RATE, gain)
  }
  const noise = 10 ** (-room.noiseDb / 20)
  if (noise > 0)
    for (let at = 0; at < recording.length; at += 1) recording[at] = (recording[at] ?? 0) + noise * normal()
  if (room.musicDb !== Number.POSITIVE_INFINITY) addMusic(recording, 10 ** (-room.musicDb / 20) / 1.5, random)
  return { samples: Float32Array.from(recording, (sample) => sample * 0.02), startMs: BEFORE_MS }
}

/** Adds a sound to a recording. @param place the index of the sample at which the sound starts; it is rounded */
function addSound(recording: Float64Array, sound: Float64Array, place: number, gain: number): void {
  const first = Math.round(place)
  const until = Math.min(sound.length, recording.length - first)
  for (let at = Math.max(0, -first); at < until; at += 1)
    recording[first + at] = (recording[first + at] ?? 0) + gain * (sound[at] ?? 0)
}
