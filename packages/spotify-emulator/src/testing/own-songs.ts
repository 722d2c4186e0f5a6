import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { createFlacDecoder } from '../sdk/packets/flac.ts'
import { createMp3Decoder } from '../sdk/packets/mp3.ts'
import { createOpusDecoder } from '../sdk/packets/opus.ts'
import { createVorbisDecoder } from '../sdk/packets/vorbis.ts'
import type { CreateDecoder } from '../sdk/packets/codec-decoder.ts'
import { decodePiece, readPiece } from '../sdk/packets/decode-piece.ts'
import { readFormat, type SongFormat } from '../sdk/packets/song-format.ts'
import { deviceIdOf, page } from './device.ts'
import { startEmulator } from './test-emulator.ts'

const SearchAnswer = z.object({
  tracks: z.object({
    items: z.array(z.object({ id: z.string(), name: z.string(), duration_ms: z.number() })),
  }),
})

/** The decoders that also work outside of a browser, by codec. */
export const decoders: Readonly<Record<string, CreateDecoder>> = {
  mp3: createMp3Decoder,
  flac: createFlacDecoder,
  vorbis: createVorbisDecoder,
  opus: createOpusDecoder,
}

/**
 * Starts the emulator with these files as the operator's music, and connects a player to it. The keys are file
 * names.
 */
export async function ownSongs(files: Readonly<Record<string, Uint8Array>>) {
  const musicDir = mkdtempSync(join(tmpdir(), 'own-songs-'))
  onTestFinished(() => rmSync(musicDir, { recursive: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(musicDir, name), content)
  const emulator = await startEmulator({ musicDir })
  await expect.poll(() => emulator.scan().phase).toBe('ready')
  const { access_token: token } = await emulator.link('ann')
  const device = await page(emulator, token, deviceIdOf('a'))

  async function find(title: string) {
    const query = `type=track&limit=10&q=${encodeURIComponent(title)}`
    const { json } = await emulator.call(token, 'GET', `/search?${query}`)
    return SearchAnswer.parse(json).tracks.items.find(({ name }) => name === title)
  }
  /** Returns the stream address of the song with this title. Null if the library does not have it. */
  async function addressOf(title: string): Promise<string | null> {
    const track = await find(title)
    return track === undefined ? null : device.streamUrlOf(track.id)
  }
  const durationMsOf = async (title: string) => (await find(title))?.duration_ms
  return { musicDir, addressOf, durationMsOf }
}

/** Loads the format of a song. Returns null if the provider has no packets of it. */
export async function formatOf(address: string): Promise<SongFormat | null> {
  const answer = await fetch(`${address}&packets=format`)
  return answer.status === 200 ? readFormat(await answer.json()) : null
}

/** Requests the packets of a part of a song. `from` and `until` are in samples of one channel. */
export const requestPackets = (address: string, format: SongFormat, from: number, until: number) =>
  fetch(`${address}&packets=${from}-${until}&version=${format.version}`)

/** Loads and decodes a part of a song in the same way as the player. Returns the first channel. */
export async function soundOf(address: string, format: SongFormat, from: number, until: number) {
  const decoder = await decoders[format.codec]?.(format)
  if (!decoder) throw new Error(`no decoder for ${format.codec}`)
  const answer = await requestPackets(address, format, from, until)
  if (answer.status !== 200) throw new Error(`refused with ${answer.status}`)
  const range = { fromFrame: from, untilFrame: until, channels: format.channels }
  const [channel] = await decodePiece(decoder, readPiece(await answer.arrayBuffer()), range)
  return channel ?? new Float32Array(0)
}

/**
 * Calculates the similarity of a sound and the part of a song that begins at sample `from`: 1 if they are equal.
 */
export function likeness(sound: Float32Array, song: Float32Array, from: number): number {
  let [product, power, songPower] = [0, 1e-9, 1e-9]
  for (const [at, sample] of sound.entries()) {
    const other = song[from + at] ?? 0
    product += sample * other
    power += sample * sample
    songPower += other * other
  }
  return product / Math.sqrt(power * songPower)
}
