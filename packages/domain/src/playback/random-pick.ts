import type { Ledger } from '../voting/ranking.ts'

/** A number from 0 (in) to 1 (out), by chance. */
export type Chance = () => number

/** The most songs back in which random mode does not repeat itself (P3). */
const NO_REPEAT_SONGS = 50

/**
 * Whose turn it is in random mode: least recently heard first, chance breaks ties (P2). The first of them who has a
 * pickable song is served.
 *
 * @param people the active listeners with a loaded playlist
 * @param ledger when each was last served, by vote or by random choice
 * @param chance breaks ties
 */
export function turnOrder(people: readonly string[], ledger: Ledger, chance: Chance): string[] {
  return people
    .map((person) => ({ person, served: ledger.get(person) ?? Number.NEGATIVE_INFINITY, lot: chance() }))
    .sort((a, b) => (a.served === b.served ? a.lot - b.lot : a.served < b.served ? -1 : 1))
    .map(({ person }) => person)
}

/**
 * How many of the songs played last in the session random mode does not pick again (P3).
 *
 * @param poolSize how many different songs the served person has loaded
 */
export function noRepeatWindow(poolSize: number): number {
  return Math.min(NO_REPEAT_SONGS, Math.floor(poolSize / 2))
}

/**
 * The songs that random mode may pick for a person now (P3).
 *
 * @param pool the loaded songs of the person; a song in two playlists counts once
 * @param recentlyPlayed what played in the session, newest first
 * @param isBarred songs with a negative score, refused by the flavor, or not of the playable service
 */
export function pickableSongs(
  pool: Iterable<string>,
  recentlyPlayed: readonly string[],
  isBarred: (songId: string) => boolean,
): string[] {
  const songs = new Set(pool)
  const recent = new Set(recentlyPlayed.slice(0, noRepeatWindow(songs.size)))
  return [...songs].filter((songId) => !recent.has(songId) && !isBarred(songId))
}

/**
 * How many songs random mode may pick for a person now (P3), without a look at each: of the pool only those are needed
 * that may be out.
 *
 * @param poolSize how many different songs the person has loaded
 * @param suspects songs of the pool, once each: all that played recently or are barred are among them
 * @param recentlyPlayed what played in the session, newest first
 * @param isBarred as for `pickableSongs`
 */
export function pickableCount(
  poolSize: number,
  suspects: readonly string[],
  recentlyPlayed: readonly string[],
  isBarred: (songId: string) => boolean,
): number {
  const recent = new Set(recentlyPlayed.slice(0, noRepeatWindow(poolSize)))
  return poolSize - suspects.filter((songId) => recent.has(songId) || isBarred(songId)).length
}

/**
 * One of the pickable songs of the served person, each with the same chance; null when none may be picked (P2, P3).
 *
 * @param pool as for `pickableSongs`, and so the next two
 */
export function pickFromPool(
  pool: Iterable<string>,
  recentlyPlayed: readonly string[],
  isBarred: (songId: string) => boolean,
  chance: Chance,
): string | null {
  const pickable = pickableSongs(pool, recentlyPlayed, isBarred)
  return pickable[Math.floor(chance() * pickable.length)] ?? null
}
