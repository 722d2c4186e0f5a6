import { isRefused, type Refused } from '../../platform/refusal.ts'

/** People repeat searches, and the provider asks for fewer calls (docs/spotify.md 2.0). */
const KEEP_MS = 5 * 60_000
const MAX_ANSWERS = 500

/** Caches answers for some minutes. Equal searches at the same time share one call. Refusals are not cached. */
export type SearchCache<T> = { get(key: string, ask: () => Promise<T | Refused>): Promise<T | Refused> }

/**
 * @param now epoch milliseconds
 * @param isKept whether an answer is cached; otherwise only concurrent calls share it
 */
export function createSearchCache<T>(now: () => number, isKept: (answer: T) => boolean): SearchCache<T> {
  const answers = new Map<string, { answer: Promise<T | Refused>; untilMs: number }>()
  return {
    get(key, ask) {
      const known = answers.get(key)
      if (known && known.untilMs > now()) return known.answer
      const entry = { answer: ask(), untilMs: now() + KEEP_MS }
      const forget = () => {
        if (answers.get(key) === entry) answers.delete(key)
      }
      answers.delete(key)
      answers.set(key, entry)
      const [oldest] = answers.keys()
      if (answers.size > MAX_ANSWERS && oldest !== undefined) answers.delete(oldest)
      entry.answer.then((answer) => (isRefused(answer) || !isKept(answer)) && forget(), forget)
      return entry.answer
    },
  }
}
