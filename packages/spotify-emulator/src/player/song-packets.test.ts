import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noteSound, notesFiles, readNotes, wavFile } from '@jointly/music-folder/testing'
import { expect, it } from 'vitest'
import { decodePiece, readPiece, splitPieces, type SoundPiece } from '../sdk/packets/decode-piece.ts'
import { decoders, formatOf, likeness, ownSongs, requestPackets, soundOf } from '../testing/own-songs.ts'

const [anyFile] = notesFiles
const decodable = notesFiles.filter(({ codec }) => codec in decoders)
const title = (name: string): string => name.replace(/\.\w+$/, '')
const only = (name: string) => ({ [name]: readNotes(name) })

it.each(decodable)(
  'B15 $name plays every second at its place, to 0.2 ms',
  async ({ name, seconds, seed }) => {
    const { addressOf } = await ownSongs(only(name))
    const address = String(await addressOf(title(name)))
    const format = await formatOf(address)
    if (format === null) throw new Error('no packets')
    expect(format.frames).toBe(seconds * format.sampleRate)
    const song = noteSound(seed, seconds, format.sampleRate)
    for (const second of [0, 2.35, 1, 3]) {
      const from = Math.round(second * format.sampleRate)
      const sound = await soundOf(address, format, from, Math.min(format.frames, from + format.sampleRate))
      const [before = 0, exact = 0, after = 0] = [-8, 0, 8].map((late) => likeness(sound, song, from - late))
      expect(exact).toBeGreaterThan(0.95)
      expect(exact).toBeGreaterThan(Math.max(before, after))
      // The last samples contain sound, and no silence that an encoder added.
      expect(Math.max(...sound.slice(-200))).toBeGreaterThan(0)
    }
  },
)

it.each(decodable.filter(({ codec }) => codec === 'mp3' || codec === 'flac'))(
  'B15 seconds of $name have the same samples, whatever was decoded before them',
  async ({ name, codec }) => {
    const { addressOf } = await ownSongs(only(name))
    const address = String(await addressOf(title(name)))
    const format = await formatOf(address)
    if (format === null) throw new Error('no packets')
    const { sampleRate, channels } = format
    const partOf = (second: number) => {
      const fromFrame = Math.max(0, Math.round((second - 0.02) * sampleRate))
      return { fromFrame, untilFrame: Math.round((second + 1.02) * sampleRate), channels }
    }
    const pieceOf = async (second: number): Promise<SoundPiece> => {
      const { fromFrame, untilFrame } = partOf(second)
      return readPiece(await (await requestPackets(address, format, fromFrame, untilFrame)).arrayBuffer())
    }
    const create = async () => {
      const decoder = await decoders[codec]?.(format)
      if (!decoder) throw new Error('no decoder')
      return decoder
    }
    const lasting = await create()
    for (const second of [0, 1, 2, 0, 2, 1]) {
      const piece = await pieceOf(second)
      const [sound = new Float32Array(0)] = await decodePiece(lasting, piece, partOf(second))
      const [alone = new Float32Array(0)] = await decodePiece(await create(), piece, partOf(second))
      const apart = sound.reduce((most, sample, at) => Math.max(most, Math.abs(sample - (alone[at] ?? 9))), 0)
      expect(apart).toBeLessThan(1e-6)
    }
  },
)

it('B15 the place of AAC packets follows the edit list', async () => {
  const { addressOf } = await ownSongs(only('notes.m4a'))
  const address = String(await addressOf('notes'))
  const format = await formatOf(address)
  expect(format).toMatchObject({ codec: 'aac', sampleRate: 44_100, channels: 1, frames: 176_400 })
  if (format === null) return
  const first = readPiece(await (await requestPackets(address, format, 0, 44_100)).arrayBuffer())
  expect(first.fromFrame).toBe(-1024)
  const later = readPiece(await (await requestPackets(address, format, 88_200, 132_300)).arrayBuffer())
  expect((later.fromFrame + 1024) % 1024).toBe(0)
  expect(later.fromFrame).toBeLessThanOrEqual(88_200 - 1024)
  const end = later.fromFrame + later.packets.reduce((sum, { frames }) => sum + frames, 0)
  expect(end).toBeGreaterThanOrEqual(132_300)
})

it('B15 the length of a song in the library is that of its sound', async () => {
  for (const name of ['variable.mp3', 'untagged.mp3', 'notes.m4a', 'notes.opus']) {
    const { addressOf, durationMsOf } = await ownSongs(only(name))
    const format = await formatOf(String(await addressOf(title(name))))
    expect(await durationMsOf(title(name))).toBe(
      Math.round(((format?.frames ?? 0) / (format?.sampleRate ?? 1)) * 1000),
    )
  }
})

it('B15 an Opus song has the loudness that its file sets', async () => {
  const { addressOf } = await ownSongs(only('notes.opus'))
  const address = String(await addressOf('notes'))
  const format = await formatOf(address)
  if (format === null) throw new Error('no packets')
  const loudness = async (gain: number): Promise<number> => {
    const setup = Buffer.from(format.setup)
    setup.writeInt16LE(gain, 16)
    return Math.max(...(await soundOf(address, { ...format, setup }, 48_000, 96_000)))
  }
  // The unit of the gain is 1/256 dB.
  const plain = await loudness(0)
  expect((await loudness(6 * 256)) / plain).toBeCloseTo(1.995, 2)
  expect((await loudness(-20 * 256)) / plain).toBeCloseTo(0.1, 3)
})

it('B15 a file plays by its content, whatever its name says', async () => {
  const { addressOf } = await ownSongs({
    'wrong.m4a': readNotes('variable.mp3'),
    'other.mp3': readNotes('notes.ogg'),
  })
  expect((await formatOf(String(await addressOf('wrong'))))?.codec).toBe('mp3')
  expect((await formatOf(String(await addressOf('other'))))?.codec).toBe('vorbis')
})

it('B16 a second of a song needs at most a fifth more than its share of the file', async () => {
  for (const { name } of notesFiles.filter(({ codec }) => codec !== 'flac')) {
    const { addressOf } = await ownSongs(only(name))
    const address = String(await addressOf(title(name)))
    const format = await formatOf(address)
    if (format === null) throw new Error('no packets')
    const { sampleRate } = format
    const answer = await requestPackets(address, format, sampleRate, 2 * sampleRate)
    const share = readNotes(name).byteLength / (format.frames / sampleRate)
    expect((await answer.arrayBuffer()).byteLength / share).toBeLessThan(1.35)
  }
})

it('B16 sends several seconds of a song in one answer, the same packets as one by one', async () => {
  for (const { name } of decodable) {
    const { addressOf } = await ownSongs(only(name))
    const address = String(await addressOf(title(name)))
    const format = await formatOf(address)
    if (format === null) throw new Error('no packets')
    const { sampleRate, version } = format
    const parts = [0, 1, 2].map((second) => [second * sampleRate, (second + 1) * sampleRate] as const)
    const ask = (words: string) => fetch(`${address}&packets=${words}&version=${encodeURIComponent(version)}`)
    const words = parts.map((part) => part.join('-'))
    const together = splitPieces(await (await ask(words.join())).arrayBuffer())
    const alone = await Promise.all(words.map(async (each) => (await ask(each)).arrayBuffer()))
    expect(together.map((each) => Buffer.from(each))).toEqual(alone.map((each) => Buffer.from(each)))
    expect((await ask([...words, ...words].join())).status).toBe(416)
    expect((await ask(`${words.join()},`)).status).toBe(400)
    expect((await ask(Array.from({ length: 9 }, () => '0-10').join())).status).toBe(400)
  }
})

it('B16 an answer with several seconds that is cut off is refused', () => {
  const piece = new Uint8Array(30)
  new DataView(piece.buffer).setUint32(0, 1, true)
  new DataView(piece.buffer).setUint32(12, 20, true)
  expect(() => splitPieces(piece.buffer)).toThrow(RangeError)
})

it('B17 packets are refused beyond the end, in large parts, and for a file without packets', async () => {
  const name = anyFile?.name ?? ''
  const { addressOf } = await ownSongs({ ...only(name), 'plain.wav': wavFile() })
  const address = String(await addressOf(title(name)))
  const format = await formatOf(address)
  if (format === null) throw new Error('no packets')
  const status = async (from: number, until: number) =>
    (await requestPackets(address, format, from, until)).status
  expect(await status(format.frames, format.frames + 100)).toBe(416)
  expect(await status(0, format.sampleRate * 6)).toBe(416)
  expect(await status(100, 100)).toBe(400)
  expect(await status(-1, 100)).toBe(400)
  const forged = address.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`)
  expect((await fetch(`${forged}&packets=format`)).status).toBe(403)
  // The format is not refused, because browsers write an error to the console for each refusal.
  const plain = String(await addressOf('plain'))
  expect(await (await fetch(`${plain}&packets=format`)).text()).toBe('null')
  expect((await fetch(`${plain}&packets=0-100&version=x`)).status).toBe(415)
})

it('B17 a file that was replaced during playback is not mixed with the new one', async () => {
  const { addressOf, musicDir } = await ownSongs({ 'song.mp3': readNotes('constant.mp3') })
  const address = String(await addressOf('song'))
  const format = await formatOf(address)
  if (format === null) throw new Error('no packets')
  writeFileSync(join(musicDir, 'song.mp3'), readNotes('variable.mp3'))
  utimesSync(join(musicDir, 'song.mp3'), 1e9, 1e9)
  expect((await requestPackets(address, format, 0, 44_100)).status).toBe(412)
  const now = await formatOf(address)
  expect(now?.version).not.toBe(format.version)
  expect((await requestPackets(address, now ?? format, 0, 44_100)).status).toBe(200)
})

it('B17 a WAV file that was replaced during playback is not mixed with the new one', async () => {
  const { addressOf, musicDir } = await ownSongs({ 'song.wav': wavFile({}, 1) })
  const address = String(await addressOf('song'))
  const ask = (headers: Record<string, string> = {}) =>
    fetch(address, { headers: { range: 'bytes=100-199', ...headers } })
  const tag = (await ask()).headers.get('etag') ?? ''
  expect(tag).toMatch(/^"/)
  expect((await ask({ 'if-match': tag })).status).toBe(206)
  writeFileSync(join(musicDir, 'song.wav'), wavFile({}, 2))
  utimesSync(join(musicDir, 'song.wav'), 1e9, 1e9)
  expect((await ask({ 'if-match': tag })).status).toBe(412)
  // A client that has a part of the earlier file gets all of the new one.
  expect((await ask({ 'if-range': tag })).status).toBe(200)
  const now = (await ask()).headers.get('etag') ?? ''
  expect(now).not.toBe(tag)
  expect((await ask({ 'if-match': now })).status).toBe(206)
  expect((await ask({ 'if-range': now })).status).toBe(206)
})

it('B17 O3 pages of other origins may ask for one version of a song', async () => {
  const { addressOf } = await ownSongs({ 'song.wav': wavFile() })
  const address = String(await addressOf('song'))
  const asked = await fetch(address, { method: 'OPTIONS' })
  expect(asked.status).toBe(204)
  expect(asked.headers.get('access-control-allow-origin')).toBe('*')
  expect(asked.headers.get('access-control-allow-headers')).toContain('If-Match')
  expect((await fetch(address)).headers.get('access-control-expose-headers')).toContain('ETag')
})
