import type { SoundFormat } from './codec-decoder.ts'

/** The format of a song, as the provider describes it. */
export type SongFormat = SoundFormat & {
  /** The length of the song in samples of one channel. */
  readonly frames: number
  /** The version of the file. It changes when the file changes. */
  readonly version: string
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Reads the provider's answer. Returns null if the answer is invalid. */
export function readFormat(answer: unknown): SongFormat | null {
  if (!isRecord(answer)) return null
  const { codec, sampleRate, channels, frames, setup, version } = answer
  if (typeof codec !== 'string' || typeof setup !== 'string' || typeof version !== 'string') return null
  if (typeof sampleRate !== 'number' || typeof channels !== 'number' || typeof frames !== 'number')
    return null
  const bytes = Uint8Array.from(atob(setup), (letter) => letter.charCodeAt(0))
  return { codec, sampleRate, channels, frames, setup: bytes, version }
}
