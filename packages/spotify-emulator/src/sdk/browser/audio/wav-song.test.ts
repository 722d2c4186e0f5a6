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
  vi.stubGlobal('fetch', () =>
    Promise.resolve({ status: 206, arrayBuffer: async () => file.buffer.slice(0) }),
  )
  const decodeAudioData = async () => 'surround'
  const mix = (sound: unknown) => `${String(sound)} in stereo`
  const context = () => ({ decodeAudioData })
  // @ts-expect-error The test needs only these parts of a context and of a sound.
  const song = await WavSong.open('/one.wav', context, new AbortController().signal, mix)
  expect(await song?.piece(0)).toBe('surround in stereo')
})

it('returns null for other files', () => {
  expect(head(text('ID3'), format, data)).toBeNull()
  expect(head(riff, format, [...text('junk'), ...uint32(9)], [0, 0, 0, 0])).toBeNull()
  expect(head(riff, data, format)).toBeNull()
  expect(head([1, 2, 3])).toBeNull()
})
