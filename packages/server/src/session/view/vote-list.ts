import type { FlavorItem, PublicUser, Song, Vote, VotesPage, Why } from '@jointly/contract'
import {
  endOf,
  type StartForecast,
  placeReasons,
  forecastStarts,
  isOver,
  type Ledger,
  type PlaceReason,
  type PlaceChange,
  rankSongs,
  placeChanges,
} from '@jointly/domain'
import type { Db } from '../../platform/db/tables.ts'
import type { Known } from '../../songs/played-song.ts'
import { songFacts, songsByIds } from '../../songs/songs.ts'
import { type Refusals, refusalsAmong } from '../access/flavor.ts'
import type { SessionDeps, ShownPlayback } from '../ports.ts'
import { publicUsers, type StoredSession } from '../access/store.ts'

/** So many songs of the list are told of at once: as many as one person may have voted for (D2). */
const SONGS_SHOWN = 200

type Listed = Awaited<ReturnType<SessionDeps['votes']['listed']>>[number]
type Ranked = Listed & { refused: boolean; durationMs: number }

/** The vote list as it is stored, in no order, and what else its order depends on. */
export type StoredList = { listed: readonly Listed[]; ledger: Ledger }

/** Songs and people that are to be looked up together with those of the list. */
type AlsoNamed = {
  songIds: readonly (string | null | undefined)[]
  userIds: readonly (string | null | undefined)[]
}

export async function readList({ db, votes, playback }: SessionDeps, ssid: string): Promise<StoredList> {
  const [listed, ledger] = await Promise.all([votes.listed(db, ssid), playback.ledger(db, ssid)])
  return { listed, ledger }
}

/** A session's whole vote list in its order, and what can be told of any part of it. */
export type RankedList = {
  ranked: readonly Ranked[]
  places: readonly PlaceReason[]
  changes: ReturnType<typeof placeChanges>
  /** When each is expected to start; empty where nothing runs. */
  expected: ReadonlyMap<string, StartForecast>
  refusals: Refusals
}

/** Ranks the whole list of a session as it stands now (V3, V8). */
export async function rankList(deps: SessionDeps, session: StoredSession): Promise<RankedList> {
  const { db, playback } = deps
  const [shown, list] = await Promise.all([playback.load(db, session.ssid), readList(deps, session.ssid)])
  const ids = list.listed.map(({ songId }) => songId)
  return rank(deps, session, shown, list, durationsOf(await songFacts(db, ids)))
}

async function rank(
  deps: SessionDeps,
  session: StoredSession,
  playback: ShownPlayback,
  { listed, ledger }: StoredList,
  durations: ReadonlyMap<string, number>,
): Promise<RankedList> {
  const standing = { activeCount: deps.presence.count(session.ssid), ledger }
  const ids = listed.map(({ songId }) => songId)
  const refusals = await refusalsAmong(deps.db, session, ids)
  const ranked = rankSongs(judged(listed, durations, refusals), standing)
  const firstStart = nextStart(playback, deps.now())
  return {
    ranked,
    places: placeReasons(ranked, standing),
    changes: placeChanges(ranked, standing),
    expected: firstStart === null ? new Map() : forecastStarts(ranked, standing, firstStart),
    refusals,
  }
}

/**
 * The head of a session's vote list in its order, with what is told of its songs, and all that was looked up for it.
 */
export async function presentHead(
  deps: SessionDeps,
  session: StoredSession,
  playback: ShownPlayback,
  list: StoredList,
  also: AlsoNamed,
): Promise<VotesPage & { known: Known }> {
  const { db } = deps
  const ids = list.listed.map(({ songId }) => songId)
  // A short list is told as a whole: what it tells of its songs is all that has to be known of them.
  const all = ids.length <= SONGS_SHOWN ? await songsByIds(db, distinct([...ids, ...also.songIds])) : null
  const durations = all ? durationsOf(all) : durationsOf(await songFacts(db, ids))
  return presentPart(db, await rank(deps, session, playback, list, durations), 0, also, all)
}

/**
 * A part of a ranked list, each song with why it stands there, when it is likely to play and what would change that
 * (V3, V8).
 *
 * @param from the index of the first song told of
 * @param all its songs and those also named, where they were looked up before
 */
export async function presentPart(
  db: Db,
  { ranked, places, changes, expected, refusals }: RankedList,
  from: number,
  also: AlsoNamed = { songIds: [], userIds: [] },
  all: ReadonlyMap<string, Song> | null = null,
): Promise<VotesPage & { known: Known }> {
  const to = Math.min(ranked.length, from + SONGS_SHOWN)
  const shown = ranked.slice(from, to)
  const shownChanges = changes(from, to)
  const shownIds = shown.map(({ songId }) => songId)
  const [songs, people] = await Promise.all([
    all ?? songsByIds(db, distinct([...shownIds, ...also.songIds])),
    publicUsers(db, distinct([...shown.map(({ behind }) => behind), ...also.userIds])),
  ])
  const votes = shown.flatMap((row, index): Vote[] => {
    const song = songs.get(row.songId)
    const place = places[from + index]
    const change = shownChanges[index]
    if (!song || !place || !change) return []
    const refusedBy = refusals.get(row.songId) ?? null
    return [presentVote(row, song, presentWhy(place, change, people, expected.get(row.songId), refusedBy))]
  })
  return { votes, voteCount: ranked.length, known: { songs, people } }
}

/** The songs of the list with their lengths and what the flavor says; those that are known no more are left out. */
function judged(
  listed: readonly Listed[],
  durations: ReadonlyMap<string, number>,
  refusals: Refusals,
): Ranked[] {
  return listed.flatMap((row) => {
    const durationMs = durations.get(row.songId)
    return durationMs === undefined ? [] : [{ ...row, refused: refusals.has(row.songId), durationMs }]
  })
}

function durationsOf(songs: ReadonlyMap<string, { duration: number } | { durationMs: number }>) {
  return new Map([...songs].map(([id, song]) => [id, 'duration' in song ? song.duration : song.durationMs]))
}

function distinct(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id): id is string => id !== null && id !== undefined))]
}

/** When a song chosen from the list would start if all goes on as it is; null where nothing runs (V8). */
function nextStart({ playing, next }: ShownPlayback, now: number): number | null {
  if (playing === null || isOver(next ?? playing, now)) return null
  return endOf(next ?? playing)
}

function presentVote({ score, upvotes, downvotes }: Ranked, song: Song, why: Why): Vote {
  return { song, score, upvotes, downvotes, why }
}

function presentWhy(
  placing: PlaceReason,
  change: PlaceChange,
  people: ReadonlyMap<string, PublicUser>,
  expected: StartForecast | undefined,
  refusedBy: FlavorItem | null,
): Why {
  return {
    ...placing,
    by: (placing.by !== null && people.get(placing.by)) || null,
    playsAt: expected?.startsAt ?? null,
    ...(expected?.overdue && { playsOverdue: true }),
    ...(refusedBy && { refusedBy }),
    change,
  }
}
