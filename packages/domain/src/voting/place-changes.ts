import {
  byAge,
  byRank,
  isEligible,
  isOverdue,
  type ListedSong,
  type RankingContext,
  waitingBound,
} from './ranking.ts'

/** What would change the place of a listed song (V8), as plain data. What does not apply is absent. */
export interface PlaceChange {
  /** This many more up-votes are needed before it can play. */
  readonly play?: number
  /** The fewest more up-votes that take it above the song before it, and its place then. */
  readonly rise?: { readonly votes: number; readonly place: number }
  /** The fewest more up-votes that take it to the head of the list. */
  readonly head?: number
  /** It passes the song before it as soon as the person behind that song is served. */
  readonly turn?: true
  /** At most this many songs of the list play before it, however others vote (V4). */
  readonly mostBefore?: number
}

/**
 * What would change the places of the songs of a ranked list, if nothing else changes (V8). The up-votes are those of
 * people who have not voted for the song. `mostBefore` is right while the number of listeners does not grow and the
 * song stays eligible: each older song can go first once, and younger songs until the waiting bound is reached.
 *
 * @param ranked the list in the order of `rankSongs`
 * @param context what the list was ranked with
 * @returns a function that gives the changes of the songs from one index up to another, in their order
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

/** What takes an eligible song upwards. Nothing passes an overdue song, and an overdue song rises only with time. */
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

/** The fewest up-votes that take a song above one before it. At an equal score the turn can be enough. */
function votesAbove(song: ListedSong, before: ListedSong, compare: Compare): number {
  const missing = before.score - song.score
  return compare(withVotes(song, missing), before) < 0 ? missing : missing + 1
}

/** The place of a song, from 1, among the songs before it. */
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
