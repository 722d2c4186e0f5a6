import type { Song, Vote, VotesPage, SongPlace } from '@jointly/contract'
import {
  endOf,
  type StartForecast,
  placeReasons,
  forecastStarts,
  isOver,
  isPaused,
  type Ledger,
  type PlaceReason,
  rankSongs,
  placeChanges,
} from '@jointly/domain'
import { publicUsers } from '../../people/users.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { SongsAndUsers } from '../../songs/played-song.ts'
import { songFacts, songsByIds } from '../../songs/songs.ts'
import {
  type SongRefusal,
  type SongRefusals,
  songRefusals,
  songRefusalsById,
} from '../access/song-refusals.ts'
import type { StoredSession } from '../access/session-store.ts'
import type { SessionContext } from '../context.ts'
import { loadLastTurns } from '../playback/play-history.ts'
import { loadPlayback, type Playback } from '../playback/store.ts'
import { type ListedRow, listedSongs, VOTERS_PER_SONG } from '../votes/store.ts'
import { presentRefusal } from './found-songs.ts'

/** The number of songs of the vote list in the shared view (D2). */
const SONGS_SHOWN = 200

/** How many different voters are named in one answer (U1). */
const VOTERS_NAMED = 200

type RankedSong = ListedRow & { refused: boolean; durationMs: number }

/** A stored vote list without an order, and the users' last turns, which decide the order. */
export type StoredVoteList = { listed: readonly ListedRow[]; lastTurns: Ledger }

/** A session with the data that decide the ranking of its vote list. */
export type RankingInput = {
  session: StoredSession
  playback: Pick<Playback, 'playing' | 'next'>
  list: StoredVoteList
}

/**
 * The ids of songs and users that the caller needs besides those of the vote list. All are loaded by the same queries.
 * Null and undefined are left out.
 */
type AdditionalIds = {
  songIds: readonly (string | null | undefined)[]
  userIds: readonly (string | null | undefined)[]
}

/** A session's whole vote list in its order, with the reason for each place. */
export type RankedList = {
  ranked: readonly RankedSong[]
  places: readonly PlaceReason[]
  changes: ReturnType<typeof placeChanges>
  /** The expected start of each song. Empty if nothing plays. */
  expected: ReadonlyMap<string, StartForecast>
  refusals: SongRefusals
}

export async function loadVoteList(db: Db, ssid: string): Promise<StoredVoteList> {
  const [listed, lastTurns] = await Promise.all([listedSongs(db, ssid), loadLastTurns(db, ssid)])
  return { listed, lastTurns }
}

/** Loads and ranks the whole vote list of a session (V3, V8). */
export async function rankVoteList(context: SessionContext, session: StoredSession): Promise<RankedList> {
  const { db } = context
  const [playback, list] = await Promise.all([loadPlayback(db, session.ssid), loadVoteList(db, session.ssid)])
  const ids = list.listed.map(({ songId }) => songId)
  const durations = durationsOf(await songFacts(db, ids))
  return rank(context, { session, playback, list }, durations, await songRefusalsById(db, session, ids))
}

function rank(
  { now, presence }: SessionContext,
  { session, playback, list: { listed, lastTurns } }: RankingInput,
  durations: ReadonlyMap<string, number>,
  refusals: SongRefusals,
): RankedList {
  const rankingContext = { activeCount: presence.count(session.ssid), ledger: lastTurns }
  const ranked = rankSongs(withFacts(listed, durations, refusals), rankingContext)
  const firstStart = nextStart(playback, now())
  return {
    ranked,
    places: placeReasons(ranked, rankingContext),
    changes: placeChanges(ranked, rankingContext),
    expected: firstStart === null ? new Map() : forecastStarts(ranked, rankingContext, firstStart),
    refusals,
  }
}

/**
 * Ranks the vote list and converts its first part for clients. `loaded` also has the songs and users of
 * `alsoLoad`.
 */
export async function presentFirstVotes(
  context: SessionContext,
  input: RankingInput,
  alsoLoad: AdditionalIds,
): Promise<VotesPage & { loaded: SongsAndUsers }> {
  const { db } = context
  const ids = input.list.listed.map(({ songId }) => songId)
  // A short list is sent completely, so all its songs are loaded with one query. Of a long list, only the facts
  // that the ranking needs are loaded.
  const isShort = ids.length <= SONGS_SHOWN
  const songs = isShort ? await songsByIds(db, unique([...ids, ...alsoLoad.songIds])) : null
  const durations = durationsOf(songs ?? (await songFacts(db, ids)))
  const refusals = songs
    ? await songRefusals(db, input.session, [...songs.values()])
    : await songRefusalsById(db, input.session, ids)
  return presentVotes(db, rank(context, input, durations, refusals), { from: 0, alsoLoad, songs })
}

type Part = {
  /** The index of the first song to present. */
  from: number
  alsoLoad?: AdditionalIds
  /** The songs, if the caller has loaded them already. Otherwise they are loaded. */
  songs?: ReadonlyMap<string, Song> | null
}

/**
 * Converts a part of a ranked list for clients. Each song comes with the reason for its place, its expected
 * start, and what would change its place (V3, V8).
 */
export async function presentVotes(
  db: Db,
  { ranked, places, changes, expected, refusals }: RankedList,
  { from, alsoLoad = { songIds: [], userIds: [] }, songs: loadedSongs = null }: Part,
): Promise<VotesPage & { loaded: SongsAndUsers }> {
  const to = Math.min(ranked.length, from + SONGS_SHOWN)
  const shown = ranked.slice(from, to)
  const shownChanges = changes(from, to)
  const voters = namedVoters(shown)
  const [songs, people] = await Promise.all([
    loadedSongs ?? songsByIds(db, unique([...shown.map(({ songId }) => songId), ...alsoLoad.songIds])),
    publicUsers(db, unique([...shown.map(({ behind }) => behind), ...voters.ids, ...alsoLoad.userIds])),
  ])
  const votes = shown.flatMap((row, index): Vote[] => {
    const song = songs.get(row.songId)
    const place = places[from + index]
    const change = shownChanges[index]
    if (!song || !place || !change) return []
    const { score, upvotes, downvotes } = row
    const by = (place.by !== null && people.get(place.by)) || null
    const forecast = presentForecast(expected.get(row.songId), refusals.get(row.songId))
    return [
      {
        song,
        score,
        upvotes,
        downvotes,
        voters: voters.ofSong(row),
        why: { ...place, by, ...forecast, change },
      },
    ]
  })
  // Songs refer to people by their index. A person who was deleted in the meantime stays in the list without a
  // name, so that the other indexes stay right.
  const named = voters.ids.map((id) => people.get(id) ?? { id, username: '' })
  return { votes, voteCount: ranked.length, voters: named, loaded: { songs, people } }
}

/**
 * Chooses the people to name beside the songs (U1). For each song the person with the oldest up-vote comes
 * first, then others. Each person is in `ids` once, and songs refer to people by their index in `ids`.
 */
function namedVoters(songs: readonly RankedSong[]) {
  const places = new Map<string, number>()
  const votersOf = ({ behind, voters }: RankedSong) => unique([behind, ...voters]).slice(0, VOTERS_PER_SONG)
  for (const song of songs)
    for (const id of votersOf(song))
      if (!places.has(id) && places.size < VOTERS_NAMED) places.set(id, places.size)
  return {
    ids: [...places.keys()],
    ofSong: (song: RankedSong): number[] => votersOf(song).flatMap((id) => places.get(id) ?? []),
  }
}

/**
 * Adds to the songs of the list their durations, and whether the session refuses them. Unknown
 * songs are left out.
 */
function withFacts(
  listed: readonly ListedRow[],
  durations: ReadonlyMap<string, number>,
  refusals: SongRefusals,
): RankedSong[] {
  return listed.flatMap((row) => {
    const durationMs = durations.get(row.songId)
    return durationMs === undefined ? [] : [{ ...row, refused: refusals.has(row.songId), durationMs }]
  })
}

function durationsOf(songs: ReadonlyMap<string, { duration: number } | { durationMs: number }>) {
  return new Map([...songs].map(([id, song]) => [id, 'duration' in song ? song.duration : song.durationMs]))
}

function unique(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id): id is string => id !== null && id !== undefined))]
}

/**
 * Returns when a song would start if it were chosen next (V8), in epoch milliseconds. Null if nothing plays or the
 * music is paused.
 */
function nextStart({ playing, next }: RankingInput['playback'], now: number): number | null {
  // Nobody knows when a paused session continues (H8).
  if (playing === null || isPaused(playing) || isOver(next ?? playing, now)) return null
  return endOf(next ?? playing)
}

function presentForecast(
  expected: StartForecast | undefined,
  refusal: SongRefusal | undefined,
): Pick<SongPlace, 'playsAt' | 'playsOverdue' | 'refusedBy' | 'refusedRule'> {
  return {
    playsAt: expected?.startsAt ?? null,
    ...(expected?.overdue && { playsOverdue: true }),
    ...(refusal && presentRefusal(refusal)),
  }
}
