import { bundledSongs } from '../catalogue/songs.ts'
import type { AudioSource } from '@jointly/music-library'
import { createBlockCache } from './block-cache.ts'
import { BLOCK_BYTES, BYTES_PER_FRAME, framesOf, WAV_HEADER_BYTES, wavHeader } from '../audio/format.ts'
import { createRenderQueue } from './render-queue.ts'
import { createRenderThread } from './render-thread.ts'

export type SongRenderer = {
  /** The WAV file of a bundled song; undefined for any other track. */
  open(trackId: string): AudioSource | undefined
  close(): Promise<void>
}

export type SongRendererOptions = {
  /** Bytes of rendered music kept for everyone who hears the same; 64 MB is eight and a half minutes. */
  readonly cacheBytes?: number
}

const DEFAULT_CACHE_BYTES = 64 * 1024 * 1024

/**
 * The bundled songs as WAV files that are rendered while they are read. Nothing is composed and no thread runs before
 * the first byte of music is asked for; listeners of one song share its blocks, and two who want the same block at the
 * same time wait for one rendering.
 */
export function createSongRenderer(options: SongRendererOptions = {}): SongRenderer {
  const thread = createRenderThread()
  const cache = createBlockCache(options.cacheBytes ?? DEFAULT_CACHE_BYTES)
  const queue = createRenderQueue(thread.render)

  const blockOf = async (trackId: string, block: number, reader: number): Promise<Uint8Array> => {
    const key = `${trackId}/${block}`
    const kept = cache.get(key)
    if (kept) return kept
    const bytes = new Uint8Array(await queue.render(trackId, block, reader))
    cache.set(key, bytes)
    return bytes
  }

  const sourceOf = (trackId: string, durationMs: number): AudioSource => {
    const frames = framesOf(durationMs)
    const byteLength = WAV_HEADER_BYTES + frames * BYTES_PER_FRAME
    const readMusic = async function* (
      start: number,
      end: number,
      reader: number,
    ): AsyncGenerator<Uint8Array> {
      const last = Math.ceil(end / BLOCK_BYTES) - 1
      for (let block = Math.floor(start / BLOCK_BYTES); block <= last; block++) {
        const bytes = await blockOf(trackId, block, reader)
        // The next block is made while the reader takes this one; should it fail, its own turn will say so.
        if (block < last) blockOf(trackId, block + 1, reader).catch(() => undefined)
        const from = block * BLOCK_BYTES
        yield bytes.subarray(Math.max(0, start - from), Math.min(bytes.byteLength, end - from))
      }
    }
    return {
      contentType: 'audio/wav',
      byteLength,
      async *read(start, end, reader = 0) {
        if (start < 0 || start > end || end > byteLength)
          throw new RangeError(`bytes ${start}-${end} of ${byteLength}`)
        if (start < WAV_HEADER_BYTES) yield wavHeader(frames).subarray(start, Math.min(end, WAV_HEADER_BYTES))
        if (end > WAV_HEADER_BYTES)
          yield* readMusic(Math.max(0, start - WAV_HEADER_BYTES), end - WAV_HEADER_BYTES, reader)
      },
    }
  }

  return {
    open(trackId) {
      const { tracks, plans } = bundledSongs()
      const track = tracks.get(trackId)
      return track && plans.has(trackId) ? sourceOf(trackId, track.durationMs) : undefined
    },
    close: () => thread.close(),
  }
}
