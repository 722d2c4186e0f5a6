/** A song of a session's vote list, with the data that the rules need. */
export interface ListedSong {
  readonly songId: string
  readonly score: number
  /** The person with the oldest counted up-vote, whose turn the song uses. Null without an up-vote. */
  readonly behind: string | null
  /** When the song got its first vote since it joined the list, in epoch milliseconds. */
  readonly firstVoteAt: number
  /** The number of times that a younger song was chosen while this one was eligible (V4). */
  readonly overtaken: number
  /** Whether the session's flavor refuses it (F3). */
  readonly refused: boolean
}

/**
 * The number of the turn in which each person was last served (V3). A person who is absent was never served.
 * Each session has one ledger.
 */
export type Ledger = ReadonlyMap<string, number>

/** The data besides the songs that decide the order of a list. */
export interface RankingContext {
  readonly activeCount: number
  readonly ledger: Ledger
}

/** Returns how often a song can be overtaken before it goes to the head of the list (V4). */
export function waitingBound(activeCount: number): number {
  return 2 * activeCount
}

/** Whether a song may be chosen: it has a positive score and the flavor allows it (P1, V5). */
export function isEligible(song: ListedSong): boolean {
  return song.score > 0 && !song.refused
}

/** Whether an eligible song was overtaken so often that it goes before all others (V4). */
export function isOverdue(song: ListedSong, activeCount: number): boolean {
  return isEligible(song) && song.overtaken >= waitingBound(activeCount)
}

/**
 * Compares two songs by their first vote, then by id, so that no two songs are equal (V3). The older one
 * comes first.
 */
export function byAge(a: ListedSong, b: ListedSong): number {
  return a.firstVoteAt - b.firstVoteAt || (a.songId < b.songId ? -1 : 1)
}

/** Returns when the person of a song was last served. A song without a person comes after all others. */
export function lastServedAt(song: ListedSong, ledger: Ledger): number {
  if (song.behind === null) return Number.POSITIVE_INFINITY
  return ledger.get(song.behind) ?? Number.NEGATIVE_INFINITY
}

/**
 * Compares two songs (V3, V4, V5). Songs that were overtaken too often come first, then eligible ones, then
 * those that cannot be chosen now, with negative ones last. Within a group the fields are compared one after
 * the other.
 */
export function byRank(context: RankingContext): (a: ListedSong, b: ListedSong) => number {
  return (a, b) => compareRanks(rankOf(a, context), rankOf(b, context))
}

/** Sorts a list (V3, V4, V5) into a new array. */
export function rankSongs<Song extends ListedSong>(songs: readonly Song[], context: RankingContext): Song[] {
  return songs
    .map((song) => rankOf(song, context))
    .sort(compareRanks)
    .map(({ song }) => song)
}

/** Finds the song that the list would choose now (P1, V3, V4). Null if none is eligible. */
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
 * Finds the songs that are overtaken when a song is chosen: the older eligible ones (V4).
 *
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

/** The values of a song that are compared, computed once. */
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
