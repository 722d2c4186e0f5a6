import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ApiUser, granted } from '@jointly/dev/world/api-user'
import { noteSound } from '@jointly/music-folder/testing'

/** A song of the bench. Its file is `<title>.wav` in the music folder. Recordings are compared with `samples`. */
export type TestSong = {
  readonly title: string
  readonly durationMs: number
  /** The samples of one channel at `REFERENCE_RATE`. */
  readonly samples: Float32Array
}

export const REFERENCE_RATE = 16_000

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

/** Writes the songs into a folder as the operator's own music. */
export async function writeSongs(folder: string, plans = SONGS): Promise<TestSong[]> {
  await mkdir(folder, { recursive: true })
  return Promise.all(
    plans.map(async ({ title, seconds, fileRate, seed }) => {
      await writeFile(join(folder, `${title}.wav`), wavOf(noteSound(seed, seconds, fileRate), fileRate))
      return { title, durationMs: seconds * 1000, samples: noteSound(seed, seconds, REFERENCE_RATE) }
    }),
  )
}

/** Opens a session that plays songs one after the other. */
export async function sessionOf(host: ApiUser, songs: readonly TestSong[]): Promise<string> {
  const body = { title: 'Kitchen', managed: false, isPrivate: false }
  const { id: ssid } = granted(await host.call('createSession', { body }))
  granted(await host.call('session', { params: { ssid } }))
  for (const { title } of songs) {
    const { data } = granted(await host.call('songs', { query: { query: title } }))
    const found = data.find((song) => song.title === title)
    if (!found) throw new Error(`${title} is not in the library`)
    granted(await host.call('voteUp', { params: { ssid }, body: { songID: found.id, vote: 'up' } }))
  }
  return ssid
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
