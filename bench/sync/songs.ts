import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A song of the bench, with its file in the music folder and its sound for the comparison. */
export type TestSong = {
  readonly title: string
  readonly durationMs: number
  /** The samples of one channel at `REFERENCE_RATE`. */
  readonly samples: Float32Array
}

export const REFERENCE_RATE = 16_000
const NOTE_SEC = 0.06

type SongPlan = {
  readonly title: string
  readonly seconds: number
  readonly fileRate: number
  readonly seed: number
}

/**
 * The songs have two sample rates, that of the built-in songs and that of a CD, because players convert sample
 * rates.
 */
const SONGS: readonly SongPlan[] = [
  { title: 'Falling Pebbles', seconds: 18, fileRate: 32_000, seed: 7 },
  { title: 'Rising Sparks', seconds: 30, fileRate: 44_100, seed: 11 },
]

/**
 * Writes the songs into a folder as the operator's own music. They are notes of random pitch every 60 ms, so
 * that a short sound identifies the position in the song.
 */
export async function writeSongs(folder: string, plans = SONGS): Promise<TestSong[]> {
  await mkdir(folder, { recursive: true })
  return Promise.all(
    plans.map(async ({ title, seconds, fileRate, seed }) => {
      await writeFile(join(folder, `${title}.wav`), wavOf(soundOf(seed, seconds, fileRate), fileRate))
      return { title, durationMs: seconds * 1000, samples: soundOf(seed, seconds, REFERENCE_RATE) }
    }),
  )
}

function soundOf(seed: number, seconds: number, rate: number): Float32Array {
  const samples = new Float32Array(seconds * rate)
  let state = seed
  const chance = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
  for (let note = 0; note * NOTE_SEC < seconds; note += 1) {
    const turn = 2 * Math.PI * 200 * 2 ** (chance() * 4)
    const loud = 0.1 + 0.2 * chance()
    const begin = Math.ceil(note * NOTE_SEC * rate)
    const end = Math.min(samples.length, begin + Math.round(rate * 0.25))
    for (let at = begin; at < end; at += 1) {
      const sec = at / rate - note * NOTE_SEC
      samples[at] =
        (samples[at] ?? 0) + loud * Math.min(1, sec * 500) * Math.exp(-sec * 18) * Math.sin(turn * sec)
    }
  }
  return samples
}

/** Creates a WAV file of 16 bit stereo, with the same signal in both channels. */
function wavOf(samples: Float32Array, rate: number): Buffer {
  const file = Buffer.alloc(44 + samples.length * 4)
  file.write('RIFF', 0)
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(2, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * 4, 28)
  file.writeUInt16LE(4, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples.length * 4, 40)
  for (const [index, sample] of samples.entries()) {
    const value = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)
    file.writeInt16LE(value, 44 + index * 4)
    file.writeInt16LE(value, 46 + index * 4)
  }
  return file
}
