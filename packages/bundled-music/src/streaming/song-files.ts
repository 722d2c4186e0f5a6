import { type AudioSource, opusHead, opusHeadBytes } from '@jointly/music-library'
import { LRUCache } from 'lru-cache'
import { bundledSongs } from '../catalogue/songs.ts'
import { BLOCK_BYTES, layoutOf } from '../encoding/layout.ts'
import type { BlockStore } from './block-store.ts'
import { createRenderQueue } from './render-queue.ts'
import { createRenderThread } from './render-thread.ts'
import { renderVersion } from './render-version.ts'

/** The size of the cache of encoded blocks in memory, in bytes. It is enough for 15 minutes of music. */
const CACHE_BYTES = 16 * 1024 * 1024

export type SongFiles = {
  /** Opens the file of a bundled song. Returns undefined for any other track. */
  open(trackId: string): AudioSource | undefined
  close(): Promise<void>
}

/**
 * Serves the bundled songs as files. A song is rendered and encoded while its file is read. All readers of a song share
 * the encoded blocks (B13).
 * @param store keeps the encoded blocks on the disk; without it, they are only in memory
 */
export function createSongFiles(store?: BlockStore): SongFiles {
  const thread = createRenderThread()
  const queue = createRenderQueue(thread.render)
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (block) => block.byteLength,
  })

  const blockOf = async (trackId: string, block: number, reader: number): Promise<Uint8Array> => {
    const key = `${renderVersion()}-${trackId}/${block}`
    const cached = cache.get(key) ?? (await store?.read(key))
    if (cached !== undefined) {
      cache.set(key, cached)
      return cached
    }
    const packets = new Uint8Array(await queue.render(trackId, block, reader))
    // If two readers waited for the block, only the first one stores it.
    if (!cache.has(key)) void store?.write(key, packets)
    cache.set(key, packets)
    return packets
  }
  /** Yields the packets of a byte range. `start` and `end` count bytes after the head of the file. */
  async function* readPackets(trackId: string, start: number, end: number, reader: number) {
    const last = Math.ceil(end / BLOCK_BYTES) - 1
    for (let block = Math.floor(start / BLOCK_BYTES); block <= last; block++) {
      const packets = await blockOf(trackId, block, reader)
      // The next block is rendered in advance. A failure is ignored here, because it is reported when the block
      // is read.
      if (block < last) blockOf(trackId, block + 1, reader).catch(() => undefined)
      const blockStart = block * BLOCK_BYTES
      yield packets.subarray(Math.max(0, start - blockStart), Math.min(BLOCK_BYTES, end - blockStart))
    }
  }
  const sourceOf = (trackId: string, durationMs: number): AudioSource => {
    const layout = layoutOf(durationMs)
    const byteLength = opusHeadBytes + layout.packets * layout.packetBytes
    return {
      contentType: 'audio/mp4',
      byteLength,
      async *read(start, end, reader = 0) {
        if (start < 0 || start > end || end > byteLength)
          throw new RangeError(`bytes ${start}-${end} of ${byteLength}`)
        if (start < opusHeadBytes) yield opusHead(layout).subarray(start, Math.min(end, opusHeadBytes))
        const from = Math.max(0, start - opusHeadBytes)
        if (end > opusHeadBytes) yield* readPackets(trackId, from, end - opusHeadBytes, reader)
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
