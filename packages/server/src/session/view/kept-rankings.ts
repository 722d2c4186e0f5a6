import type { RankedList } from './vote-list.ts'

/** Rankings kept at once, each of a whole list; past it the one kept longest is made anew when it is asked for. */
const RANKINGS_KEPT = 32

export type KeptRankings = {
  /** The ranking that belongs to a session's shared body: made once for as long as it is the same object. */
  of(shared: object, ssid: string, make: () => Promise<RankedList>): Promise<RankedList>
}

/** Keeps the rankings of long lists, so that who reads them part by part has them ranked once and not for each part. */
export function createKeptRankings(): KeptRankings {
  const rankings = new Map<string, { shared: object; ranked: Promise<RankedList> }>()
  return {
    of(shared, ssid, make) {
      const kept = rankings.get(ssid)
      if (kept?.shared === shared) return kept.ranked
      const ranked = make()
      rankings.delete(ssid)
      const [oldest] = rankings.keys()
      if (rankings.size >= RANKINGS_KEPT && oldest !== undefined) rankings.delete(oldest)
      rankings.set(ssid, { shared, ranked })
      ranked.catch(() => {
        if (rankings.get(ssid)?.ranked === ranked) rankings.delete(ssid)
      })
      return ranked
    },
  }
}
