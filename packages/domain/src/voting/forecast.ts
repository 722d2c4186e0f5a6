import { createOvertakeCounts } from './overtake-counts.ts'
import { byAge, isEligible, type ListedSong, type RankingContext, waitingBound } from './ranking.ts'
import { createTurnQueue } from './turn-queue.ts'

/** A listed song with its length, in milliseconds. */
export interface TimedListedSong extends ListedSong {
  readonly durationMs: number
}

/**
 * When a song is expected to start, in epoch milliseconds. `overdue` is true if it is expected to be chosen because it
 * was overtaken too often (V4).
 */
export interface StartForecast {
  readonly startsAt: number
  readonly overdue: boolean
}

/**
 * Calculates when each eligible song is expected to start if nobody votes, enters or leaves (V8). It simulates all
 * choices of songs, which takes n log n steps.
 * @param songs the listed songs, in any order
 * @param context the other data of the ranking: the number of active people and their last turns
 * @param firstStart when the next chosen song would start, in epoch milliseconds
 * @returns by song id, in the order of the starts; songs that would not play are missing
 */
export function forecastStarts(
  songs: readonly TimedListedSong[],
  context: RankingContext,
  firstStart: number,
): Map<string, StartForecast> {
  const waiting = songs.filter(isEligible).sort(byAge)
  const bound = waitingBound(context.activeCount)
  const counts = createOvertakeCounts(waiting.map(({ overtaken }) => overtaken))
  const queue = createTurnQueue(waiting, context.ledger)
  const expected = new Map<string, StartForecast>()
  let startsAt = firstStart
  for (;;) {
    const due = counts.oldestWithCount(bound)
    const index = due ?? queue.next() ?? -1
    const song = waiting[index]
    if (!song) return expected
    expected.set(song.songId, { startsAt, overdue: due !== null })
    startsAt += song.durationMs
    counts.choose(index)
    queue.take(index)
  }
}
