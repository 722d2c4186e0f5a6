import { LRUCache } from 'lru-cache'

/**
 * The largest number of submitted pages in memory. There is a limit because anybody can submit pages. Each page has the
 * size 1, so that `maxSize` limits the number. With the option `max`, `lru-cache` would reserve the memory at once.
 */
const maxSubmitted = 10_000

/** Creates the store of the consent pages that were submitted. If it is full, it forgets the oldest page. */
export function createSubmittedPages() {
  const ids = new LRUCache<string, true>({ maxSize: maxSubmitted, sizeCalculation: () => 1 })
  return {
    add: (id: string): void => void ids.set(id, true),
    has: (id: string): boolean => ids.has(id),
  }
}
