import type { Song } from '@jointly/contract'
import {
  type Ledger,
  type ListedSong,
  noRepeatWindow,
  overtakenBy,
  pickFromPool,
  topSong,
  turnOrder,
} from '@jointly/domain'
import type { Trx } from '../../platform/db/tables.ts'
import { loadedCount, loadedSongAt, peopleWithSongs } from '../../songs/loaded-songs.ts'
import { factsOf, isPlayable, songById, songFacts } from '../../songs/songs.ts'
import { fallbackCount, fallbackSongs, findFallback } from '../access/fallback-playlist.ts'
import { findSession, type StoredSession } from '../access/session-store.ts'
import { songRefusals, songRefusalsById } from '../access/song-refusals.ts'
import type { SessionContext } from '../context.ts'
import { listedSongs } from '../votes/store.ts'
import { loadLastTurns, recentSongIds, type SongChoice } from './play-history.ts'
import type { Library } from './refused-libraries.ts'
import { loadSongPool, negativeSongs, poolOf, type PoolRules, type SongPool } from './song-pool.ts'

/**
 * The number of random draws before all loaded songs of a user are read. Usually one of the drawn songs may be chosen,
 * because at least half of the songs did not play recently.
 */
const DRAWS = 8

/**
 * If nobody is active, random mode uses the songs of users whose visit began within this many milliseconds
 * (X6).
 */
const RECENT_VISIT_MS = 12 * 3_600_000
const MOST_VISITORS = 50

/**
 * Chooses the song that plays next: the first song of the vote list, otherwise a song by random mode, otherwise a song
 * of the fallback playlist (P1, H6). Null if there is none, or if the session was deleted. Nothing is stored.
 */
export async function chooseNextSong(
  trx: Trx,
  context: SessionContext,
  ssid: string,
): Promise<SongChoice | null> {
  const session = await findSession(trx, ssid, context.now())
  if (!session) return null
  const listed = await loadCandidates(trx, session)
  const lastTurns = await loadLastTurns(trx, ssid)
  const top = topSong(listed, { activeCount: context.presence.count(ssid), ledger: lastTurns })
  if (top === null) {
    const rules = {
      session,
      fallback: await findFallback(trx, ssid),
      negative: negativeSongs(listed),
      recent: await recentSongIds(trx, ssid),
    }
    return (await chooseRandom(trx, context, rules, lastTurns)) ?? chooseFallback(trx, context, rules)
  }
  const overtaken = overtakenBy(listed, top).map(({ songId }) => songId)
  return { songId: top.songId, durationMs: top.durationMs, byId: top.behind, chosen: 'vote', overtaken }
}

/**
 * Loads the songs of the vote list. `refused` is true for songs that the session refuses (F3, H5), for unknown songs, and
 * for songs that cannot be played.
 */
async function loadCandidates(
  trx: Trx,
  session: StoredSession,
): Promise<(ListedSong & { durationMs: number })[]> {
  const rows = await listedSongs(trx, session.ssid)
  const ids = rows.map(({ songId }) => songId)
  const facts = await songFacts(trx, ids)
  const refusals = await songRefusalsById(trx, session, ids)
  return rows.map((row) => {
    const song = facts.get(row.songId)
    return {
      ...row,
      refused: !song || !isPlayable(song) || refusals.has(row.songId),
      durationMs: song?.durationMs ?? 0,
    }
  })
}

/** What decides which songs may be chosen. `recent` has the last chosen songs, the newest first. */
type ChoiceRules = PoolRules & { recent: readonly string[] }

/**
 * Chooses a random song for the user whose turn is next. If none of this user's songs may be chosen, the next user is
 * tried (P2, P3). For the user who set the fallback playlist, only the songs of that playlist are possible (H6). Null
 * if no song may be chosen.
 */
async function chooseRandom(
  trx: Trx,
  context: SessionContext,
  rules: ChoiceRules,
  lastTurns: Ledger,
): Promise<SongChoice | null> {
  const { random } = context
  const { session, fallback, negative, recent } = rules
  const users = await peopleWithSongs(trx, await listenersOf(trx, context, session.ssid))
  const isAllowed = async (song: Song): Promise<boolean> =>
    !negative.has(song.id) &&
    isPlayable(factsOf(song)) &&
    !(await songRefusals(trx, session, [song])).has(song.id)
  for (const userId of turnOrder(users, lastTurns, random)) {
    const drawn =
      userId === fallback?.userId ? null : await drawSong(trx, { userId, recent, isAllowed, random })
    const song = drawn ?? (await pickSong(trx, context, rules, userId))
    if (song)
      return { songId: song.id, durationMs: song.duration, byId: userId, chosen: 'random', overtaken: [] }
  }
  return null
}

/**
 * Lists the users whose songs may be chosen: the active users. If nobody is active, because only a stage with sound
 * keeps the music going, it lists the last visitors (X6).
 */
async function listenersOf(
  trx: Trx,
  { presence, now }: SessionContext,
  ssid: string,
): Promise<readonly string[]> {
  const active = presence.active(ssid)
  return active.length > 0 ? active : lastVisitors(trx, ssid, now())
}

/** Lists the last visitors of a session who are not banned, the newest first (X6). */
async function lastVisitors(trx: Trx, ssid: string, now: number): Promise<string[]> {
  const banned = trx.selectFrom('bans').select('user_id').where('session_id', '=', ssid)
  const rows = await trx
    .selectFrom('members')
    .select('user_id')
    .where('session_id', '=', ssid)
    .where('visit_at', '>', now - RECENT_VISIT_MS)
    .where('user_id', 'not in', banned)
    .orderBy('visit_at', 'desc')
    .limit(MOST_VISITORS)
    .execute()
  return rows.map((row) => row.user_id)
}

type Draw = {
  userId: string
  recent: readonly string[]
  isAllowed: (song: Song) => Promise<boolean>
  random: () => number
}

/**
 * Draws up to `DRAWS` random songs of a user's pool (the loaded songs), and returns the first song that may be chosen
 * now. Null if none of them may be chosen. All songs have the same chance as with `pickSong`, but in a large pool this
 * is faster.
 */
async function drawSong(trx: Trx, { userId, recent, isAllowed, random }: Draw): Promise<Song | null> {
  const count = await loadedCount(trx, userId)
  const notAgain = new Set(recent.slice(0, noRepeatWindow(count)))
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const songId = await loadedSongAt(trx, userId, Math.floor(random() * count))
    const song = songId === undefined || notAgain.has(songId) ? undefined : await songById(trx, songId)
    if (song && (await isAllowed(song))) return song
  }
  return null
}

/** Picks a random song of a user's whole pool. Null if none may be chosen (P3). */
async function pickSong(
  trx: Trx,
  context: SessionContext,
  rules: ChoiceRules,
  userId: string,
): Promise<Song | null> {
  return pickFromLibrary(trx, context, rules, {
    id: userId,
    size: await loadedCount(trx, userId),
    loadPool: () => loadSongPool(trx, rules, userId),
  })
}

/**
 * Reads a whole pool and picks a song at random. Null if no song of the pool may be chosen, or if it is large and had
 * none a short time ago (P3).
 */
async function pickFromLibrary(
  trx: Trx,
  { random, refusedLibraries }: SessionContext,
  { session: { ssid, version }, recent }: ChoiceRules,
  { id, size, loadPool }: Pick<Library, 'id' | 'size'> & { loadPool: () => Promise<SongPool> },
): Promise<Song | null> {
  const library = { ssid, id, version, size }
  if (refusedLibraries.has(library)) return null
  const { ids, isExcluded } = await loadPool()
  const picked = pickFromPool(ids, recent, isExcluded, random)
  if (picked === null) refusedLibraries.add(library)
  return picked === null ? null : ((await songById(trx, picked)) ?? null)
}

/**
 * Chooses a random song of the fallback playlist (H6). The choice counts as a turn of no user. Null if no such playlist
 * is loaded, or if none of its songs may be chosen now.
 */
async function chooseFallback(
  trx: Trx,
  context: SessionContext,
  rules: ChoiceRules,
): Promise<SongChoice | null> {
  const { fallback } = rules
  if (fallback === null) return null
  const song = await pickFromLibrary(trx, context, rules, {
    id: fallback.playlistId,
    size: await fallbackCount(trx, fallback),
    loadPool: async () => poolOf(trx, rules, await fallbackSongs(trx, fallback)),
  })
  return song
    ? { songId: song.id, durationMs: song.duration, byId: null, chosen: 'fallback', overtaken: [] }
    : null
}
