import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { byteFile, openPackets } from '@jointly/music-folder'
import type { PacketSource } from '@jointly/music-library'
import { noteSound, notesFiles, readNotes } from '@jointly/music-folder/testing'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { CodecDecoder } from '../sdk/packets/codec-decoder.ts'
import { decodePiece } from '../sdk/packets/decode-piece.ts'
import { decoders, formatOf, likeness, ownSongs, soundOf } from '../testing/own-songs.ts'

const fileCount = 240
const seed = 20_261_122

/** Creates a generator of random numbers that repeats the same numbers for the same seed. */
function randomOf(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * below)
  }
}

type BrokenSong = { readonly kind: string; readonly content: Buffer; readonly second: number }

/**
 * Creates broken files of all formats: cut off, with flipped bits, with a wrong file extension, or without a part
 * in the middle.
 */
function brokenFiles(): BrokenSong[] {
  const random = randomOf(seed)
  return Array.from({ length: fileCount }, (_, number) => {
    const good = readNotes(notesFiles[number % notesFiles.length]?.name ?? '')
    const second = random(4)
    switch (Math.floor(number / notesFiles.length) % 4) {
      case 0:
        return { kind: 'cut', second, content: good.subarray(0, random(good.length)) }
      case 1: {
        const content = Buffer.from(good)
        for (let flips = 1 + random(40); flips > 0; flips -= 1) {
          const at = random(content.length)
          content[at] = (content[at] ?? 0) ^ (1 << random(8))
        }
        return { kind: 'flipped', second, content }
      }
      case 2:
        // The content stays whole and only the file extension is wrong. The name does not matter in this test,
        // because only the content is read.
        return { kind: 'mislabelled', second, content: good }
      default: {
        const from = random(good.length)
        const until = Math.min(good.length, from + random(4000))
        return {
          kind: 'lost',
          second,
          content: Buffer.concat([good.subarray(0, from), good.subarray(until)]),
        }
      }
    }
  })
}

it('B17 a broken file plays as far as it can be read, or is refused, and nothing hangs', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const results: Record<string, number> = {}
  const folder = mkdtempSync(join(tmpdir(), 'broken-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [number, { kind, content, second }] of brokenFiles().entries()) {
    const result = `${kind} ${await play(join(folder, String(number)), content, second)}`
    results[result] = (results[result] ?? 0) + 1
  }
  const count = (result: RegExp): number =>
    Object.entries(results).reduce((sum, [name, number]) => sum + (result.test(name) ? number : 0), 0)
  expect(count(/./)).toBe(fileCount)
  expect(count(/mislabelled plays/)).toBe(count(/mislabelled/))
  // Each kind of damage has 60 files. A change of the code that reads them may give some of them another result.
  expect(count(/^cut plays/)).toBeGreaterThan(30)
  expect(count(/^cut refused/)).toBeGreaterThan(8)
  expect(count(/^flipped plays/)).toBeGreaterThan(40)
  expect(count(/^flipped refused/)).toBeGreaterThan(0)
  expect(count(/^lost plays/)).toBeGreaterThan(20)
  expect(count(/^lost refused/)).toBeGreaterThan(10)
})

const known = new Map<string, Promise<CodecDecoder>>()

/** Returns the decoder of a song. Songs with the same headers share a decoder, as in the player. */
function decoderFor(song: PacketSource): Promise<CodecDecoder> | undefined {
  const key = [song.codec, song.channels, ...song.setup].join()
  const decoder = known.get(key) ?? decoders[song.codec]?.(song)
  if (decoder !== undefined) known.set(key, decoder)
  return decoder
}

/** Decodes one second of a song. */
async function play(
  file: string,
  content: Uint8Array,
  second: number,
): Promise<'refused' | 'plays' | 'silent'> {
  writeFileSync(file, content)
  const song = await openPackets(byteFile(file, content.length)).catch(() => null)
  if (song === null) return 'refused'
  const { channels, frames, sampleRate } = song
  const fromFrame = Math.min(frames - 1, second * sampleRate)
  const untilFrame = Math.min(frames, fromFrame + sampleRate)
  const piece = await song.read(fromFrame, untilFrame).catch(() => null)
  if (piece === null) return 'silent'
  const decoder = await decoderFor(song)?.catch(() => null)
  if (decoder === undefined) return 'plays'
  if (decoder === null) return 'silent'
  const sound = await decodePiece(decoder, piece, { fromFrame, untilFrame, channels }).catch(() => null)
  if (sound === null) return 'silent'
  expect(sound.map(({ length }) => length)).toEqual(sound.map(() => untilFrame - fromFrame))
  expect(sound.flatMap((channel) => [...channel.filter(Number.isNaN)])).toEqual([])
  return 'plays'
}

it('B17 a broken part of a song is silence, and moves nothing after it', async () => {
  const content = Buffer.from(readNotes('notes.opus'))
  const middle = Math.floor(content.length / 2)
  for (let at = middle; at < middle + 200; at += 1) content[at] = (content[at] ?? 0) ^ 0xff
  const { addressOf } = await ownSongs({ 'song.opus': content })
  const address = String(await addressOf('song'))
  const format = await formatOf(address)
  if (format === null) throw new Error('no packets')
  const sound = await soundOf(address, format, 3 * format.sampleRate, 4 * format.sampleRate)
  const song = noteSound(5, 4, format.sampleRate)
  expect(likeness(sound, song, 3 * format.sampleRate)).toBeGreaterThan(0.95)
})

it.each([
  ['length', 'fff886080f79'],
  ['number of channels', 'fff8c6180fa8'],
  ['sample size', 'fff8c60a0fd5'],
])('B17 a FLAC header inside a frame, with another %s than the song, moves nothing', async (_, header) => {
  const content = Buffer.from(readNotes('notes.flac'))
  // The number in the header is that of a frame two seconds later.
  Buffer.from(header, 'hex').copy(content, 11_000)
  const { addressOf } = await ownSongs({ 'song.flac': content })
  const address = String(await addressOf('song'))
  const format = await formatOf(address)
  if (format === null) throw new Error('no packets')
  const from = 1.5 * format.sampleRate
  const sound = await soundOf(address, format, from, 2.5 * format.sampleRate)
  expect(likeness(sound, noteSound(5, 4, format.sampleRate), from)).toBeGreaterThan(0.95)
})
