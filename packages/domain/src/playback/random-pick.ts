import type { Ledger } from '../voting/ranking.ts'

/** Returns a random number from 0 (inclusive) to 1 (exclusive). */
export type RandomNumber = () => number

/** The largest number of last songs that random mode does not repeat (P3). */
const NO_REPEAT_SONGS = 50

/**
 * Returns the order of people in random mode (P2). People without a turn come first, then the person whose last turn is
 * the oldest. People whose last turns are equal are in random order.
 * @param people the active people who have loaded songs
 * @param ledger the last turn of each person, by votes or at random
 */
export function turnOrder(people: readonly string[], ledger: Ledger, chance: RandomNumber): string[] {
  return people
    .map((person) => ({ person, served: ledger.get(person) ?? Number.NEGATIVE_INFINITY, lot: chance() }))
    .sort((a, b) => (a.served === b.served ? a.lot - b.lot : a.served < b.served ? -1 : 1))
    .map(({ person }) => person)
}

/**
 * Returns how many of the last songs may not be repeated (P3).
 * @param poolSize the number of different songs that the person has loaded
 */
export function noRepeatWindow(poolSize: number): number {
  return Math.min(NO_REPEAT_SONGS, Math.floor(poolSize / 2))
}

/**
 * Returns the songs that random mode may choose for a person now (P3).
 * @param pool the loaded songs of the person; duplicates count once
 * @param recentlyPlayed the songs that played in the session, newest first
 * @param isBarred whether a song has a negative score, is refused by the session, or is not of the playable service
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
 * Counts the songs that random mode may choose for a person now (P3), without reading all loaded songs.
 * @param poolSize how many different songs the person has loaded
 * @param suspects a part of the loaded songs, without duplicates: at least those that played recently or are barred
 * @param recentlyPlayed the songs that played in the session, newest first
 * @param isBarred whether a song has a negative score, is refused by the session, or is not of the playable service
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

/** Chooses one of the `pickableSongs` of a person at random (P2, P3). Null if there is none. */
export function pickFromPool(
  pool: Iterable<string>,
  recentlyPlayed: readonly string[],
  isBarred: (songId: string) => boolean,
  chance: RandomNumber,
): string | null {
  const pickable = pickableSongs(pool, recentlyPlayed, isBarred)
  return pickable[Math.floor(chance() * pickable.length)] ?? null
}
