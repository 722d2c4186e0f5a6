import { LRUCache } from 'lru-cache'

/**
 * Creates a cache for many entries. When it is full, it drops the entry that was not used for the longest time.
 * It takes memory only for entries that are there, because it limits their size. With a limit of their number,
 * `lru-cache` reserves memory for all entries at once.
 */
export const createLargeCache = <T extends object | number>(
  maxEntries: number,
  options: Pick<LRUCache.OptionsBase<string, T, unknown>, 'ttl'> = {},
): LRUCache<string, T> =>
  new LRUCache<string, T>({ ...options, maxSize: maxEntries, sizeCalculation: () => 1 })
