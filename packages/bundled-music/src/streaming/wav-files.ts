import type { AudioSource } from '@jointly/music-library'
import { LRUCache } from 'lru-cache'
import { BLOCK_BYTES, BYTES_PER_FRAME, framesOf, WAV_HEADER_BYTES, wavHeader } from '../audio/format.ts'
import { bundledSongs } from '../catalogue/songs.ts'
import { createRenderQueue } from './render-queue.ts'
import { createRenderThread } from './render-thread.ts'

/** The size of the cache of rendered blocks in bytes, enough for eight and a half minutes. */
const CACHE_BYTES = 64 * 1024 * 1024

export type WavFiles = {
  /** Opens the WAV file of a bundled song. Undefined for any other track. */
  open(trackId: string): AudioSource | undefined
  close(): Promise<void>
}

/**
 * Serves the bundled songs as WAV files that are rendered while they are read. All readers of a song share the
 * rendered blocks.
 */
export function createWavFiles(): WavFiles {
  const thread = createRenderThread()
  const queue = createRenderQueue(thread.render)
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (block) => block.byteLength,
  })

  const blockOf = async (trackId: string, block: number, reader: number): Promise<Uint8Array> => {
    const key = `${trackId}/${block}`
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const bytes = new Uint8Array(await queue.render(trackId, block, reader))
    cache.set(key, bytes)
    return bytes
  }
  /** Yields the samples from `start` to `end`, in bytes after the header. */
  async function* readSamples(trackId: string, start: number, end: number, reader: number) {
    const last = Math.ceil(end / BLOCK_BYTES) - 1
    for (let block = Math.floor(start / BLOCK_BYTES); block <= last; block++) {
      const bytes = await blockOf(trackId, block, reader)
      // The next block is rendered in advance. A failure is ignored here, because it is reported when the block
      // is read.
      if (block < last) blockOf(trackId, block + 1, reader).catch(() => undefined)
      const blockStart = block * BLOCK_BYTES
      yield bytes.subarray(Math.max(0, start - blockStart), Math.min(bytes.byteLength, end - blockStart))
    }
  }
  const sourceOf = (trackId: string, durationMs: number): AudioSource => {
    const frames = framesOf(durationMs)
    const byteLength = WAV_HEADER_BYTES + frames * BYTES_PER_FRAME
    return {
      contentType: 'audio/wav',
      byteLength,
      async *read(start, end, reader = 0) {
        if (start < 0 || start > end || end > byteLength)
          throw new RangeError(`bytes ${start}-${end} of ${byteLength}`)
        if (start < WAV_HEADER_BYTES) yield wavHeader(frames).subarray(start, Math.min(end, WAV_HEADER_BYTES))
        const from = Math.max(0, start - WAV_HEADER_BYTES)
        if (end > WAV_HEADER_BYTES) yield* readSamples(trackId, from, end - WAV_HEADER_BYTES, reader)
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
