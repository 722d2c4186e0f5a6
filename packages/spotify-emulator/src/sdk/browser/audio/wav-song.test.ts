import { afterEach, expect, it, vi } from 'vitest'
import { readWavHead, WavSong } from './wav-song.js'

afterEach(() => vi.unstubAllGlobals())

const text = (word: string) => [...word].map((letter) => letter.charCodeAt(0))
const uint32 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >>> 24) & 255]
/** The format chunk of a WAV file: 16 bit, stereo, 32 kHz. */
const format = [
  ...text('fmt '),
  ...uint32(16),
  1,
  0,
  2,
  0,
  ...uint32(32_000),
  ...uint32(128_000),
  4,
  0,
  16,
  0,
]
const riff = [...text('RIFF'), ...uint32(0), ...text('WAVE')]
const data = [...text('data'), ...uint32(256_000), 0, 0, 0, 0]
const head = (...parts: number[][]) => readWavHead(Uint8Array.from(parts.flat()).buffer)

it('finds the samples of a plain file', () => {
  expect(head(riff, format, data)).toMatchObject({
    frameRate: 32_000,
    frameBytes: 4,
    dataAt: 44,
    dataBytes: 256_000,
  })
})

it('skips other parts of a file before its samples', () => {
  const list = [...text('LIST'), ...uint32(5), 1, 2, 3, 4, 5, 0]
  expect(head(riff, format, list, data)).toMatchObject({ dataAt: 58, dataBytes: 256_000 })
  expect(head(riff, list, format, data)).toMatchObject({ dataAt: 58, frameRate: 32_000 })
})

it('B15 each piece is mixed to left and right', async () => {
  const file = Uint8Array.from([riff, format, data].flat())
  vi.stubGlobal('fetch', async () => new Response(file, { status: 206 }))
  const decodeAudioData = async () => 'surround'
  const mix = (sound: unknown) => `${String(sound)} in stereo`
  const context = () => ({ decodeAudioData })
  // @ts-expect-error The test needs only these parts of a context and of a sound.
  const song = await WavSong.open('/one.wav', context, new AbortController().signal, mix)
  expect(await song?.piece(0)).toBe('surround in stereo')
})

it('B17 a file that was replaced is a failed download, and plays again when it is opened again', async () => {
  const provider = { etag: '"one"' }
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    const isOther = headers['if-match'] !== undefined && headers['if-match'] !== provider.etag
    const file = Uint8Array.from([riff, format, data].flat())
    return new Response(file, { status: isOther ? 412 : 206, headers: { etag: provider.etag } })
  })
  const context = () => ({ decodeAudioData: async () => 'sound' })
  // @ts-expect-error The test needs only these parts of a context and of a sound.
  const open = () => WavSong.open('/one.wav', context, new AbortController().signal, (sound) => sound)
  const song = await open()
  expect(await song?.piece(0)).toBe('sound')
  provider.etag = '"two"'
  await expect(song?.piece(1)).rejects.toMatchObject({
    ...{ name: 'DownloadError', message: 'The song could not be loaded (412).' },
  })
  expect(await (await open())?.piece(1)).toBe('sound')
  // A proxy may weaken the ETag. No weak one ever matches, so the page asks for any version.
  provider.etag = 'W/"two"'
  expect(await (await open())?.piece(1)).toBe('sound')
})

it('returns null for other files', () => {
  expect(head(text('ID3'), format, data)).toBeNull()
  expect(head(riff, format, [...text('junk'), ...uint32(9)], [0, 0, 0, 0])).toBeNull()
  expect(head(riff, data, format)).toBeNull()
  expect(head([1, 2, 3])).toBeNull()
})
