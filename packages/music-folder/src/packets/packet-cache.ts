import type { PacketSource } from '@jointly/music-library'
import { LRUCache } from 'lru-cache'
import { openPackets } from './open-packets.ts'
import { type ByteFile, byteFile } from './read-file.ts'

/**
 * The number of songs in the cache. The index of a song of two hours needs up to 8 MB, and the index of a song of four
 * minutes 0.2 MB.
 */
const maxOpenFiles = 12
const idleMs = 10 * 60_000

/**
 * How long a failed song stays in the cache, in milliseconds. The time is short, because the disk may work again soon.
 * Without it, each request would read a broken file again.
 */
const failedMs = 10_000

type CacheEntry = { readonly packets: Promise<PacketSource | null>; readonly hasFailed: boolean }

export type PacketCache = ReturnType<typeof createPacketCache>

/**
 * Creates the cache of opened songs, so that the packets of a song are counted only once.
 * @param now returns the time in milliseconds
 */
export function createPacketCache(now = Date.now) {
  const cache = new LRUCache<string, CacheEntry>({
    max: maxOpenFiles,
    ttl: idleMs,
    ttlResolution: 0,
    perf: { now },
  })

  const openNow = (key: string, file: ByteFile): CacheEntry => {
    const opened = { packets: openPackets(file), hasFailed: false }
    cache.set(key, opened)
    opened.packets.catch(() => {
      if (cache.peek(key) === opened) cache.set(key, { ...opened, hasFailed: true }, { ttl: failedMs })
    })
    return opened
  }
  return {
    /**
     * Opens a song. While the song is in the cache, further calls for this version of its file do not read the file.
     * @throws when the file is broken
     */
    open(absolutePath: string, byteLength: number, version: string): CacheEntry['packets'] {
      const key = `${version} ${absolutePath}`
      const updateAgeOnGet = cache.peek(key)?.hasFailed !== true
      const opened = cache.get(key, { updateAgeOnGet })
      return (opened ?? openNow(key, byteFile(absolutePath, byteLength))).packets
    },
  }
}
