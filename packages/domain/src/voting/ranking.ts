/** A song of a session's vote list, with the data that the rules need. */
export interface ListedSong {
  readonly songId: string
  readonly score: number
  /**
   * The person with the oldest counted up-vote. The choice of the song counts as a turn of this person (V3). Null
   * without an up-vote.
   */
  readonly behind: string | null
  /** When the song got its first vote since it joined the list, in epoch milliseconds. */
  readonly firstVoteAt: number
  /** How often a song that was listed later was chosen while this one could have played (V4). */
  readonly overtaken: number
  /**
   * Whether the song may not be chosen now: the flavor (F3) or a rule of the host (H5) refuses it, or it cannot be
   * played.
   */
  readonly refused: boolean
}

/**
 * For each person of a session, the number of the turn in which a song was last chosen for them (V3). People
 * without a turn are missing.
 */
export type Ledger = ReadonlyMap<string, number>

/** The data that decide the order of a list, besides the songs: the number of active people and their last turns. */
export interface RankingContext {
  readonly activeCount: number
  readonly ledger: Ledger
}

/**
 * Returns how often a song can be overtaken (V4). A song that was overtaken so often comes first in the list. If nobody
 * is active, because only a stage keeps the music going, the bound is the same as for one person.
 */
export function waitingBound(activeCount: number): number {
  return 2 * Math.max(1, activeCount)
}

/** Returns whether a song may be chosen: its score is positive and nothing refuses it (P1, V5). */
export function isEligible(song: ListedSong): boolean {
  return song.score > 0 && !song.refused
}

/** Returns whether an eligible song was overtaken so often that it comes before all others (V4). */
export function isOverdue(song: ListedSong, activeCount: number): boolean {
  return isEligible(song) && song.overtaken >= waitingBound(activeCount)
}

/**
 * Compares two songs by their first vote, and then by id, so that no two songs are equal (V3). The older song
 * comes first.
 */
export function byAge(a: ListedSong, b: ListedSong): number {
  return a.firstVoteAt - b.firstVoteAt || (a.songId < b.songId ? -1 : 1)
}

/**
 * Returns the number of the last turn of the song's person (`behind`): −∞ if the person had no turn, and ∞ if the song
 * has no person. So songs whose person has waited longest come first.
 */
export function lastServedAt(song: ListedSong, ledger: Ledger): number {
  if (song.behind === null) return Number.POSITIVE_INFINITY
  return ledger.get(song.behind) ?? Number.NEGATIVE_INFINITY
}

/**
 * Compares two songs by their group (V3, V4, V5): first the songs that were overtaken too often, then the eligible
 * songs, then the songs that cannot be chosen now. Songs of the first group are compared by age. All others are
 * compared by score, then by the last turn of their person, and then by age.
 */
export function byRank(context: RankingContext): (a: ListedSong, b: ListedSong) => number {
  return (a, b) => compareRanks(rankOf(a, context), rankOf(b, context))
}

/** Sorts a list of songs into a new array (V3, V4, V5). */
export function rankSongs<Song extends ListedSong>(songs: readonly Song[], context: RankingContext): Song[] {
  return songs
    .map((song) => rankOf(song, context))
    .sort(compareRanks)
    .map(({ song }) => song)
}

/** Finds the song of a list that would be chosen now (P1, V3, V4). Null if no song is eligible. */
export function topSong<Song extends ListedSong>(
  songs: Iterable<Song>,
  context: RankingContext,
): Song | null {
  let top: Rank<Song> | null = null
  for (const song of songs) {
    if (!isEligible(song)) continue
    const rank = rankOf(song, context)
    if (top === null || compareRanks(rank, top) < 0) top = rank
  }
  return top?.song ?? null
}

/**
 * Finds the songs that a chosen song overtakes: the eligible songs that are older (V4).
 * @param songs the list before the choice
 */
export function overtakenBy<Song extends ListedSong>(songs: Iterable<Song>, chosen: ListedSong): Song[] {
  const overtaken: Song[] = []
  for (const song of songs) {
    if (isEligible(song) && byAge(song, chosen) < 0) overtaken.push(song)
  }
  return overtaken
}

const Group = { overdue: 0, eligible: 1, waiting: 2 } as const

function groupOf(song: ListedSong, activeCount: number): number {
  if (!isEligible(song)) return Group.waiting
  return isOverdue(song, activeCount) ? Group.overdue : Group.eligible
}

/** The values by which a song is compared, computed once. */
interface Rank<Song extends ListedSong> {
  readonly song: Song
  readonly group: number
  readonly served: number
}

function rankOf<Song extends ListedSong>(song: Song, { activeCount, ledger }: RankingContext): Rank<Song> {
  return { song, group: groupOf(song, activeCount), served: lastServedAt(song, ledger) }
}

function compareRanks(a: Rank<ListedSong>, b: Rank<ListedSong>): number {
  if (a.group !== b.group) return a.group - b.group
  if (a.group === Group.overdue) return byAge(a.song, b.song)
  if (a.song.score !== b.song.score) return b.song.score - a.song.score
  if (a.served !== b.served) return a.served < b.served ? -1 : 1
  return byAge(a.song, b.song)
}
