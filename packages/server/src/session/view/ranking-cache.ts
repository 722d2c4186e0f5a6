import { LRUCache } from 'lru-cache'
import type { RankedList } from './vote-list.ts'

/** The number of cached rankings. It is small, because each ranking contains a whole vote list. */
const CACHED_RANKINGS = 32

export type RankingCache = {
  /**
   * Returns the ranking of a session's vote list.
   * @param version the shared view to which the ranking belongs; for the same object, the cached ranking is returned
   */
  getOrMake(version: object, ssid: string, make: () => Promise<RankedList>): Promise<RankedList>
}

/**
 * Caches the rankings of long vote lists. A client loads a long list in several parts, and all parts use one
 * ranking.
 */
export function createRankingCache(): RankingCache {
  const rankings = new LRUCache<string, { version: object; ranked: Promise<RankedList> }>({
    max: CACHED_RANKINGS,
  })
  return {
    getOrMake(version, ssid, make) {
      const cached = rankings.peek(ssid)
      if (cached?.version === version) return cached.ranked
      const ranked = make()
      rankings.set(ssid, { version, ranked })
      ranked.catch(() => {
        if (rankings.peek(ssid)?.ranked === ranked) rankings.delete(ssid)
      })
      return ranked
    },
  }
}
