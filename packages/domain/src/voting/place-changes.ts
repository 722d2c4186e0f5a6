import {
  byAge,
  byRank,
  isEligible,
  isOverdue,
  type ListedSong,
  type RankingContext,
  waitingBound,
} from './ranking.ts'

/** The events that would change the place of a listed song (V8). A field is missing if it does not apply. */
export interface PlaceChange {
  /** The number of further up-votes before the song can play. */
  readonly play?: number
  /** The number of further up-votes to pass the song before it, and its place then. */
  readonly rise?: { readonly votes: number; readonly place: number }
  /** The number of further up-votes to become first. */
  readonly head?: number
  /** True if the song before it belongs to another person, and this song passes it when that person has had a turn. */
  readonly turn?: true
  /** The largest number of listed songs that play before this one, however others vote (V4). */
  readonly mostBefore?: number
}

/**
 * Calculates what would change the places of the songs of a ranked list, if nothing else changes (V8). Further up-votes
 * are from people who have not voted for the song. `mostBefore` is valid while the number of people in the session does
 * not grow.
 * @param ranked the list in the order of `rankSongs`
 * @param context the other data of the ranking: the number of active people and their last turns
 * @returns a function that gives the changes of the songs from index `from` up to, but not including, index `to`
 */
export function placeChanges(
  ranked: readonly ListedSong[],
  context: RankingContext,
): (from?: number, to?: number) => PlaceChange[] {
  const older = new Map([...ranked].sort(byAge).map((song, index) => [song.songId, index]))
  const bound = waitingBound(context.activeCount)
  const changeOf = (song: ListedSong, index: number): PlaceChange => {
    if (song.refused) return {}
    if (!isEligible(song)) return { play: 1 - song.score }
    return {
      ...upwardChanges(ranked, index, context),
      mostBefore: (older.get(song.songId) ?? 0) + Math.max(0, bound - song.overtaken),
    }
  }
  return (from = 0, to = ranked.length) =>
    ranked.slice(from, to).map((song, offset) => changeOf(song, from + offset))
}

/**
 * Calculates what would move a song up: more up-votes, or the next turn of another user. Empty if nothing would: the
 * song is the first one, or the song before it is overdue (V4), so that no votes can move this song above it.
 */
function upwardChanges(ranked: readonly ListedSong[], index: number, context: RankingContext): PlaceChange {
  const song = ranked[index]
  const before = ranked[index - 1]
  if (!song || !before || song.behind === null || isOverdue(before, context.activeCount)) return {}
  const compare = byRank(context)
  const votes = votesAbove(song, before, compare)
  const rise = { votes, place: placeAmong(ranked, index, withVotes(song, votes), compare) }
  const [first] = ranked
  const leads = first && !isOverdue(first, context.activeCount) ? first : null
  const isOthers = before.behind !== song.behind
  return {
    rise,
    ...(leads && rise.place > 1 && { head: votesAbove(song, leads, compare) }),
    ...(isOthers && before.score === song.score && { turn: true as const }),
  }
}

type Compare = (a: ListedSong, b: ListedSong) => number

const withVotes = (song: ListedSong, votes: number): ListedSong => ({ ...song, score: song.score + votes })

/**
 * Calculates how many more up-votes move `song` above `before`. Equal scores are enough if the song then comes first by
 * turn or age (V3).
 */
function votesAbove(song: ListedSong, before: ListedSong, compare: Compare): number {
  const missing = before.score - song.score
  return compare(withVotes(song, missing), before) < 0 ? missing : missing + 1
}

/** Returns the place, from 1, that `song` would have among the songs before `index`. */
function placeAmong(
  ranked: readonly ListedSong[],
  index: number,
  song: ListedSong,
  compare: Compare,
): number {
  let low = 0
  let high = index
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const there = ranked[middle]
    if (there && compare(song, there) > 0) low = middle + 1
    else high = middle
  }
  return low + 1
}
