import { createOvertakings } from './overtakings.ts'
import { byAge, isEligible, type ListedSong, type Standing, waitingBound } from './ranking.ts'
import { createTurnLine } from './turn-line.ts'

/** A listed song with its length, in milliseconds. */
export interface TimedListedSong extends ListedSong {
  readonly durationMs: number
}

/** When a song is likely to start, in epoch milliseconds, and whether it goes first then for having waited (V4). */
export interface Expected {
  readonly startsAt: number
  readonly overdue: boolean
}

/**
 * When each eligible song is likely to start if nobody votes, comes or goes (V8): all choices are played through in
 * advance, with the turns and the overtakings they would cause. Costs n log n.
 *
 * @param songs the listed songs, in any order
 * @param standing what the list is ranked with
 * @param firstStart when the next chosen song would start, in epoch milliseconds
 * @returns by song id, in the order of the starts; songs that will not play as things stand are absent
 */
export function forecastStarts(
  songs: readonly TimedListedSong[],
  standing: Standing,
  firstStart: number,
): Map<string, Expected> {
  const waiting = songs.filter(isEligible).sort(byAge)
  const bound = waitingBound(standing.activeCount)
  const overtakings = createOvertakings(waiting.map(({ overtaken }) => overtaken))
  const turns = createTurnLine(waiting, standing.ledger)
  const expected = new Map<string, Expected>()
  let startsAt = firstStart
  while (expected.size < waiting.length) {
    const due = overtakings.oldestWith(bound)
    const index = due ?? turns.next()
    const song = index === null ? undefined : waiting[index]
    if (index === null || song === undefined) break
    expected.set(song.songId, { startsAt, overdue: due !== null })
    startsAt += song.durationMs
    overtakings.choose(index)
    turns.take(index)
  }
  return expected
}
