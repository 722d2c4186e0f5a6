import { afterAll, describe, expect, it } from 'vitest'
import { BLOCK_BYTES, framesOf, WAV_HEADER_BYTES } from '../audio/format.ts'
import { bundledSongs } from '../catalogue/songs.ts'
import type { AudioSource } from '@jointly/music-library'
import { createWavFiles } from './wav-files.ts'

const wavFiles = createWavFiles()
afterAll(() => wavFiles.close())

const tracks = [...bundledSongs().tracks.values()]
const byTitle = (title: string): AudioSource => {
  const source = wavFiles.open(tracks.find((track) => track.title === title)?.id ?? '')
  if (!source) throw new Error(`no song ${title}`)
  return source
}

async function bytesOf(source: AudioSource, start: number, end: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of source.read(start, end)) pieces.push(piece)
  return Buffer.concat(pieces)
}

describe('a song as a file', () => {
  it('is a WAV file whose length is known before it is rendered', async () => {
    const source = byTitle('Walc z Krakowa')
    const track = tracks.find(({ title }) => title === 'Walc z Krakowa')
    const header = await bytesOf(source, 0, WAV_HEADER_BYTES)
    expect(source.contentType).toBe('audio/wav')
    expect(header.toString('latin1', 0, 4)).toBe('RIFF')
    expect(header.toString('latin1', 8, 16)).toBe('WAVEfmt ')
    expect(header.readUInt32LE(24)).toBe(32_000)
    expect(header.readUInt32LE(40)).toBe(framesOf(track?.durationMs ?? 0) * 4)
    expect(source.byteLength).toBe(header.readUInt32LE(40) + WAV_HEADER_BYTES)
  })

  it('has the same bytes when read at once, in two parts, and by two readers', async () => {
    const source = byTitle('Devagar')
    const end = WAV_HEADER_BYTES + 2 * BLOCK_BYTES
    const cut = WAV_HEADER_BYTES + BLOCK_BYTES - 1001
    const [whole, again] = await Promise.all([bytesOf(source, 0, end), bytesOf(source, 0, end)])
    expect(whole.equals(again)).toBe(true)
    const halves = Buffer.concat([await bytesOf(source, 0, cut), await bytesOf(source, cut, end)])
    expect(whole.equals(halves)).toBe(true)
    expect(whole.length).toBe(end)
  })

  it('can be read up to its last byte, but not beyond', async () => {
    const source = byTitle('Devagar')
    expect((await bytesOf(source, source.byteLength - 10, source.byteLength)).length).toBe(10)
    await expect(bytesOf(source, 0, source.byteLength + 1)).rejects.toThrow(RangeError)
  })

  it('does not exist for a track without music', () => {
    expect(wavFiles.open('0000000000000000000000')).toBeUndefined()
  })

  it('fails for a waiting reader when the renderer is closed', async () => {
    const closing = createWavFiles()
    const source = closing.open(tracks[0]?.id ?? '')
    await closing.close()
    await expect(source && bytesOf(source, 0, 100)).rejects.toThrow('closed')
  })
})
