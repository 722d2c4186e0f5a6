import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AudioSource, opusHeadBytes, packetFrames, readOpusHead } from '@jointly/music-library'
import { createDecoder } from 'libopus-wasm'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { SongRenderer } from '../audio/song-renderer.ts'
import { bundledSongs } from '../catalogue/songs.ts'
import { scoreOf } from '../compose/bundled-score.ts'
import { BLOCK_BYTES, PACKET_BYTES } from '../encoding/layout.ts'
import { createBlockStore } from './block-store.ts'
import { createSongFiles } from './song-files.ts'

const songFiles = createSongFiles()
afterAll(() => songFiles.close())

const tracks = [...bundledSongs().tracks.values()]
const trackOf = (title: string) => {
  const track = tracks.find((each) => each.title === title)
  if (!track) throw new Error(`no song ${title}`)
  return track
}
const byTitle = (title: string, files = songFiles): AudioSource => {
  const source = files.open(trackOf(title).id)
  if (!source) throw new Error(`no sound of ${title}`)
  return source
}

async function bytesOf(source: AudioSource, start: number, end: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source.read(start, end)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Decodes packets `from` to `until` of a song. @returns the left channel */
async function decoded(source: AudioSource, from: number, until: number): Promise<Float32Array> {
  const bytes = await bytesOf(
    source,
    opusHeadBytes + from * PACKET_BYTES,
    opusHeadBytes + until * PACKET_BYTES,
  )
  const decoder = await createDecoder()
  const sound = new Float32Array((until - from) * packetFrames)
  for (let packet = 0; packet < until - from; packet++) {
    const frames = decoder.decodeFloat(bytes.subarray(packet * PACKET_BYTES, (packet + 1) * PACKET_BYTES))
    for (let frame = 0; frame < packetFrames; frame++)
      sound[packet * packetFrames + frame] = frames[2 * frame] ?? 0
  }
  decoder.free()
  return sound
}

const largestDifference = (one: Float32Array, other: Float32Array): number =>
  one.reduce((largest, sample, at) => Math.max(largest, Math.abs(sample - (other[at] ?? Number.NaN))), 0)

describe('B13 a song as a file', () => {
  it('B13 has a head that says its length before it is rendered', async () => {
    const source = byTitle('Walc z Krakowa')
    const head = await bytesOf(source, 0, opusHeadBytes)
    const layout = readOpusHead(Uint8Array.from(head).buffer)
    expect(source.contentType).toBe('audio/mp4')
    expect(layout).toMatchObject({ packetBytes: 380, frames: trackOf('Walc z Krakowa').durationMs * 48 })
    expect(source.byteLength).toBe(opusHeadBytes + (layout?.packets ?? 0) * 380)
  })

  it('B13 needs at most 160 kbit/s', () => {
    for (const track of tracks) {
      const bits = 8 * (songFiles.open(track.id)?.byteLength ?? 0)
      expect(bits / track.durationMs).toBeLessThan(155)
    }
  })

  it('B13 sounds like the rendered song, at the same time', async () => {
    const sound = await decoded(byTitle('Devagar'), 100, 152)
    const skipFrames = 480
    const renderer = new SongRenderer(scoreOf(trackOf('Devagar').id))
    const original = renderer.block(2)
    let difference = 0
    let power = 0
    // The original has 32,000 frames a second and the file 48,000.
    for (let frame = 0; frame < 30_000; frame += 2) {
      const expected = (original[2 * frame] ?? 0) / 32_768
      power += expected ** 2
      difference += (expected - (sound[skipFrames + frame * 1.5] ?? 0)) ** 2
    }
    expect(10 * Math.log10(power / difference)).toBeGreaterThan(15)
  })

  it('B13 parts that are decoded alone join without any difference, also where seconds meet', async () => {
    const source = byTitle('Devagar')
    const whole = await decoded(source, 0, 200)
    for (const first of [48, 49, 50, 51, 98, 100, 123, 150]) {
      const part = await decoded(source, first - 1, first + 12)
      const after = part.subarray(packetFrames)
      expect(largestDifference(after, whole.subarray(first * packetFrames))).toBeLessThan(1e-6)
    }
  })

  it('B13 has the same bytes when read in order, at random places, and by two readers', async () => {
    const source = byTitle('Devagar')
    const end = opusHeadBytes + 3 * BLOCK_BYTES
    const cut = opusHeadBytes + 2 * BLOCK_BYTES - 1001
    const [whole, again] = await Promise.all([bytesOf(source, 0, end), bytesOf(source, 0, end)])
    expect(whole.equals(again)).toBe(true)
    const others = createSongFiles()
    const later = await bytesOf(byTitle('Devagar', others), cut, end)
    const earlier = await bytesOf(byTitle('Devagar', others), 0, cut)
    await others.close()
    expect(whole.equals(Buffer.concat([earlier, later]))).toBe(true)
    expect(whole.length).toBe(end)
  })

  it('B13 ends with the whole song, and cannot be read beyond', async () => {
    const source = byTitle('Devagar')
    expect((await bytesOf(source, source.byteLength - 500, source.byteLength)).length).toBe(500)
    await expect(bytesOf(source, 0, source.byteLength + 1)).rejects.toThrow(RangeError)
  })

  it('does not exist for a track without music', () => {
    expect(songFiles.open('0000000000000000000000')).toBeUndefined()
  })

  it('fails for a waiting reader when the renderer is closed', async () => {
    const closing = createSongFiles()
    const source = closing.open(tracks[0]?.id ?? '')
    await closing.close()
    await expect(source && bytesOf(source, 0, 1000)).rejects.toThrow('closed')
  })

  it('B14 uses what another process stored, and renders a damaged block again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'songs-'))
    onTestFinished(() => rmSync(folder, { recursive: true, maxRetries: 5 }))
    const store = () => createBlockStore({ folder, maxBytes: 2 ** 24, blockBytes: BLOCK_BYTES })
    const range = [opusHeadBytes, opusHeadBytes + 2 * BLOCK_BYTES] as const
    const first = createSongFiles(store())
    const original = await bytesOf(byTitle('Devagar', first), ...range)
    const files = () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((path) => statSync(path).isFile() && !path.endsWith('.part'))
    await expect.poll(files).toHaveLength(2)
    await first.close()

    const [damaged = ''] = files()
    writeFileSync(damaged, Buffer.alloc(BLOCK_BYTES + 4))
    const second = createSongFiles(store())
    expect((await bytesOf(byTitle('Devagar', second), ...range)).equals(original)).toBe(true)
    await second.close()
  })
})
