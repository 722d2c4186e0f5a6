import {
  byAge,
  byRank,
  isEligible,
  isOverdue,
  type ListedSong,
  type Standing,
  waitingBound,
} from './ranking.ts'

/** What would change the place of a listed song (V8), as plain data; what does not apply is absent. */
export interface PlaceChange {
  /** So many more up-votes, and it can play at all. */
  readonly play?: number
  /** The fewest more up-votes that take it above the song before it, and the place it has then. */
  readonly rise?: { readonly votes: number; readonly place: number }
  /** The fewest more up-votes that take it to the head of the list. */
  readonly head?: number
  /** It passes the song before it as soon as a song of that one's person was chosen. */
  readonly turn?: true
  /** At most so many songs of the list go before it, whatever others vote for (V4). */
  readonly mostBefore?: number
}

/**
 * Says of the songs of a ranked list what would change their places, all else staying as it is (V8). Up-votes are those
 * of people who have not voted for the song; the person behind it stays. `mostBefore` holds while no more people listen
 * than now, and the song stays eligible: of the songs older than it each may go first once, of the younger ones only as
 * many as are missing to its waiting bound.
 *
 * @param ranked the list in its order, as `rankSongs` gives it
 * @param standing what it was ranked with
 * @returns tells of a part of the list, from an index to the one before another: one a song, in their order
 */
export function whatChanges(
  ranked: readonly ListedSong[],
  standing: Standing,
): (from?: number, to?: number) => PlaceChange[] {
  const older = new Map([...ranked].sort(byAge).map((song, index) => [song.songId, index]))
  const bound = waitingBound(standing.activeCount)
  const changeOf = (song: ListedSong, index: number): PlaceChange => {
    if (song.refused) return {}
    if (!isEligible(song)) return { play: 1 - song.score }
    return {
      ...climb(ranked, index, standing),
      mostBefore: (older.get(song.songId) ?? 0) + Math.max(0, bound - song.overtaken),
    }
  }
  return (from = 0, to = ranked.length) =>
    ranked.slice(from, to).map((song, offset) => changeOf(song, from + offset))
}

/** What takes an eligible song upwards; nothing passes a song that is overdue, and nothing helps one but waiting. */
function climb(ranked: readonly ListedSong[], index: number, standing: Standing): PlaceChange {
  const song = ranked[index]
  const before = ranked[index - 1]
  if (!song || !before || song.behind === null || isOverdue(before, standing.activeCount)) return {}
  const compare = byRank(standing)
  const votes = votesAbove(song, before, compare)
  const rise = { votes, place: placeAmong(ranked, index, withVotes(song, votes), compare) }
  const [first] = ranked
  const leads = first && !isOverdue(first, standing.activeCount) ? first : null
  const isOthers = before.behind !== null && before.behind !== song.behind
  return {
    rise,
    ...(leads && rise.place > 1 && { head: votesAbove(song, leads, compare) }),
    ...(isOthers && before.score === song.score && { turn: true as const }),
  }
}

type Compare = (a: ListedSong, b: ListedSong) => number

const withVotes = (song: ListedSong, votes: number): ListedSong => ({ ...song, score: song.score + votes })

/** The fewest up-votes that take a song above one that stands before it: at an equal score the turn may suffice. */
function votesAbove(song: ListedSong, before: ListedSong, compare: Compare): number {
  const missing = before.score - song.score
  return compare(withVotes(song, missing), before) < 0 ? missing : missing + 1
}

/** The place, from 1, that a song would have among those that stand before it. */
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
