import { LRUCache } from 'lru-cache'
import { isRefused, type Refusal } from '../../platform/refusal.ts'
import { isOfTheAccount } from '../../provider/failures.ts'

/**
 * How long an answer is cached, in milliseconds. The cache exists because people repeat searches and the
 * provider allows few calls (docs/spotify.md 2.0).
 */
const KEEP_MS = 5 * 60_000
const MAX_ANSWERS = 500

/**
 * A cache for answers. Equal searches at the same time share one call, and refusals are not cached. A refusal that
 * concerns only the account of the first person is no answer for the others, so the next of them asks (L13).
 */
export type SearchCache<T> = { get(key: string, ask: () => Promise<T | Refusal>): Promise<T | Refusal> }

/**
 * Creates a cache that keeps answers for some minutes.
 * @param now returns the time in epoch milliseconds
 * @param isKept whether an answer is cached; if not, only equal searches that run at the same time share the answer
 */
export function createSearchCache<T>(now: () => number, isKept: (answer: T) => boolean): SearchCache<T> {
  const answers = new LRUCache<string, Promise<T | Refusal>>({
    max: MAX_ANSWERS,
    // The cache still uses an entry whose age is equal to `ttl`, so `ttl` is one millisecond shorter.
    ttl: KEEP_MS - 1,
    ttlResolution: 0,
    perf: { now },
  })
  const cache: SearchCache<T> = {
    async get(key, ask) {
      const cached = answers.get(key)
      if (cached) {
        const answer = await cached
        return isRefused(answer) && isOfTheAccount(answer) ? cache.get(key, ask) : answer
      }
      const asked = ask()
      const remove = () => {
        if (answers.peek(key) === asked) answers.delete(key)
      }
      answers.set(key, asked)
      asked.then((answer) => (isRefused(answer) || !isKept(answer)) && remove(), remove)
      return asked
    },
  }
  return cache
}
