import type { PacketSource } from '@jointly/music-library'
import { LRUCache } from 'lru-cache'
import { openPackets } from './open-packets.ts'
import { byteFile } from './read-file.ts'

/**
 * The number of songs in the cache. The index of a song of two hours needs up to 8 MB, and the index of a song of four
 * minutes 0.2 MB.
 */
const maxOpenFiles = 12
const idleMs = 10 * 60_000

type Opened = { readonly packets: Promise<PacketSource | null> }

export type PacketCache = ReturnType<typeof createPacketCache>

/** Creates the cache of opened songs, so that the packets of a song are counted only once. */
export function createPacketCache() {
  const cache = new LRUCache<string, Opened>({ max: maxOpenFiles, ttl: idleMs, updateAgeOnGet: true })
  return {
    /**
     * Opens a song. While the song is in the cache, further calls for this version of its file do not read the file.
     * @throws when the file is broken
     */
    open(absolutePath: string, byteLength: number, version: string): Opened['packets'] {
      const key = `${version} ${absolutePath}`
      const opened = cache.get(key) ?? { packets: openPackets(byteFile(absolutePath, byteLength)) }
      cache.set(key, opened)
      return opened.packets
    },
  }
}
