import type { RandomNumber } from './random-pick.ts'

/** The largest number of songs in a group of suggestions (Q4). */
const GROUP_SIZE = 8

/** The ids of suggested songs, by the reason (Q4). */
export type SuggestedIds = { recent: string[]; playlists: string[]; voted: string[] }

/**
 * Chooses the songs that a search suggests before anything is typed (Q4, Q5). No song is in two groups.
 *
 * @param plays the last songs of the session, newest first, without the current and the announced song
 * @param loaded a random part of the person's loaded songs, without duplicates
 * @param isBarred whether a song may not be suggested from the playlists, because it is listed, plays or cannot be
 * played
 */
export function chooseSuggestions(
  plays: readonly { songId: string; chosen: 'vote' | 'random' | 'fallback' | null }[],
  loaded: readonly string[],
  isBarred: (songId: string) => boolean,
  chance: RandomNumber,
): SuggestedIds {
  const played = [...new Set(plays.map(({ songId }) => songId))]
  const recent = played.slice(0, GROUP_SIZE)
  const votes = new Map<string, number>()
  for (const { songId, chosen } of plays)
    if (chosen === 'vote') votes.set(songId, (votes.get(songId) ?? 0) + 1)
  const voted = [...votes]
    .filter(([songId]) => !recent.includes(songId))
    // Songs that were chosen equally often stay in their order, the newest first.
    .sort(([, a], [, b]) => b - a)
    .slice(0, GROUP_SIZE)
    .map(([songId]) => songId)
  const wasPlayed = new Set(played)
  const playlists = loaded
    .filter((songId) => !wasPlayed.has(songId) && !isBarred(songId))
    .map((songId) => ({ songId, lot: chance() }))
    .sort((a, b) => a.lot - b.lot)
    .slice(0, GROUP_SIZE)
    .map(({ songId }) => songId)
  return { recent, playlists, voted }
}
