import { isEligible, type ListedSong, overtakenBy, rankSongs, type Standing, topSong } from './ranking.ts'

/** A listed song with its length, in milliseconds. */
export interface TimedListedSong extends ListedSong {
  readonly durationMs: number
}

/** How many comparisons a forecast may spend on exact choices; beyond, it goes on in today's order. */
const EXACT_COMPARISONS = 200_000

/**
 * When each eligible song is likely to start if nobody votes, comes or goes (V8): the choices are played through in
 * advance, with the ledger and the overtakings they would cause. In a very long list only the first choices are
 * played through; the rest is expected in the order it has then.
 *
 * @param songs the listed songs, in any order
 * @param standing what the list is ranked with
 * @param firstStart when the next chosen song would start, in epoch milliseconds
 * @returns song id → expected start in epoch milliseconds; songs that will not play as things stand are absent
 */
export function forecastStarts(
  songs: readonly TimedListedSong[],
  standing: Standing,
  firstStart: number,
): Map<string, number> {
  const starts = new Map<string, number>()
  const ledger = new Map(standing.ledger)
  const then: Standing = { activeCount: standing.activeCount, ledger }
  const waiting = new Map(songs.filter(isEligible).map((song) => [song.songId, song]))
  let start = firstStart
  let turn = [...ledger.values()].reduce((latest, served) => Math.max(latest, served), 0)
  const expect = (song: TimedListedSong): void => {
    starts.set(song.songId, start)
    start += song.durationMs
  }

  let exactChoices = Math.ceil(EXACT_COMPARISONS / Math.max(1, waiting.size))
  while (waiting.size > 0 && exactChoices > 0) {
    const chosen = topSong(waiting.values(), then)
    if (chosen === null) break
    exactChoices -= 1
    turn += 1
    expect(chosen)
    waiting.delete(chosen.songId)
    for (const song of overtakenBy(waiting.values(), chosen)) {
      waiting.set(song.songId, { ...song, overtaken: song.overtaken + 1 })
    }
    if (chosen.behind !== null) ledger.set(chosen.behind, turn)
  }
  for (const song of rankSongs([...waiting.values()], then)) expect(song)
  return starts
}
