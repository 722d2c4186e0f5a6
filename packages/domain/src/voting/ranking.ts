/** A song of a session's vote list, with what the rules need. */
export interface ListedSong {
  readonly songId: string
  readonly score: number
  /** The person with the oldest counted up-vote; null when there is no up-vote. */
  readonly behind: string | null
  /** When it got its first vote since it is on the list, in epoch milliseconds. */
  readonly firstVoteAt: number
  /** How often a younger song was chosen before it while it was eligible (V4). */
  readonly overtaken: number
  /** Whether the session's flavor refuses it (F3). */
  readonly refused: boolean
}

/** When each person was last served, as a growing number (V3). Absent means never. Each session has one ledger. */
export type Ledger = ReadonlyMap<string, number>

/** What the order of a list depends on beside its songs. */
export interface RankingContext {
  readonly activeCount: number
  readonly ledger: Ledger
}

/** A song that was overtaken this often goes to the head of the list (V4). */
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

/** Older first: by first vote, then by id, so that no two songs are equal (V3). */
export function byAge(a: ListedSong, b: ListedSong): number {
  return a.firstVoteAt - b.firstVoteAt || (a.songId < b.songId ? -1 : 1)
}

/** When the person behind a song was last served. A song without such a person comes after all others. */
export function lastServedAt(song: ListedSong, ledger: Ledger): number {
  if (song.behind === null) return Number.POSITIVE_INFINITY
  return ledger.get(song.behind) ?? Number.NEGATIVE_INFINITY
}

/**
 * Compares two songs (V3, V4, V5): first overdue songs, then eligible ones, then those that cannot be chosen now. Of
 * these the negative ones come last by their score. Within a group the fields are compared one after the other.
 */
export function byRank(context: RankingContext): (a: ListedSong, b: ListedSong) => number {
  return (a, b) => compareRanks(rankOf(a, context), rankOf(b, context))
}

/** The list in its order (V3, V4, V5), as a new array. */
export function rankSongs<Song extends ListedSong>(songs: readonly Song[], context: RankingContext): Song[] {
  return songs
    .map((song) => rankOf(song, context))
    .sort(compareRanks)
    .map(({ song }) => song)
}

/** The song that the list would choose now (P1, V3, V4); null when none is eligible. */
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
 * The songs that are overtaken when a song is chosen: the eligible ones that are older (V4).
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
