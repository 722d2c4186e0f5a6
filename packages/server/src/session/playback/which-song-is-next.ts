import { setImmediate as nextTurn } from 'node:timers/promises'
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
import { loadedCount, loadedSongAt, loadedSongs, peopleWithSongs } from '../../songs/loaded-songs.ts'
import { factsOf, isPlayable, songById, songFacts } from '../../songs/songs.ts'
import {
  type FallbackPlaylist,
  fallbackCount,
  fallbackSongs,
  findFallback,
} from '../access/fallback-playlist.ts'
import { findSession, type StoredSession } from '../access/session-store.ts'
import { flavorState, songRefusals, songRefusalsById } from '../access/song-refusals.ts'
import type { SessionContext } from '../context.ts'
import { listedSongs } from '../votes/store.ts'
import { loadLastTurns, recentSongIds, type SongChoice } from './play-history.ts'
import { type Library, mayReadAgain } from './refused-libraries.ts'
import { negativeSongs, poolOf, type PoolRules } from './song-pool.ts'
import type { Playback } from './store.ts'

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
 * A choice stops reading libraries after this many milliseconds, because votes in the session, and on SQLite all votes,
 * wait until its transaction ends. The next choice reads those that are left (P3).
 */
const READING_MS = 1_000

/**
 * Chooses the song that plays next: the first song of the vote list, otherwise a song by random mode, otherwise a song
 * of the fallback playlist (P1, H6). Null if there is none, or if the session was deleted. Nothing is stored.
 */
export async function chooseNextSong(
  trx: Trx,
  context: SessionContext,
  { ssid, turn }: Pick<Playback, 'ssid' | 'turn'>,
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
      turn,
      flavorState: await flavorState(trx, session),
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

/**
 * What decides which songs may be chosen. `recent` has the last chosen songs, the newest first, `turn` is the number of
 * songs that were chosen so far, and `flavorState` changes with the songs of the flavor's playlists.
 */
type ChoiceRules = PoolRules & { recent: readonly string[]; turn: number; flavorState: string }

/**
 * Chooses a random song for the user whose turn is next. If none of this user's songs may be chosen, the next user is
 * tried (P2, P3). For the user who set the fallback playlist, only the songs of that playlist are possible (H6). Null
 * if no song may be chosen, or if reading the libraries takes too long. The next choice then reads those that are left.
 */
async function chooseRandom(
  trx: Trx,
  context: SessionContext,
  rules: ChoiceRules,
  lastTurns: Ledger,
): Promise<SongChoice | null> {
  const { now, random, refusedLibraries } = context
  const users = await peopleWithSongs(trx, await listenersOf(trx, context, rules.session.ssid))
  const startedAt = now()
  const isOutOfTime = () => Math.abs(now() - startedAt) >= READING_MS
  const refused: { userId: string; library: SongLibrary }[] = []
  // Each choice may read at least one library, so that all are read some time.
  let hasRead = false
  for (const userId of turnOrder(users, lastTurns, random)) {
    await nextTurn()
    const library = await libraryOf(trx, rules, userId)
    const ageMs = refusedLibraries.ageMs(library)
    if (ageMs === null) {
      if (hasRead && isOutOfTime()) return null
      const song =
        (await drawSong(trx, context, rules, library)) ?? (await pickSong(trx, context, rules, library))
      if (song) return randomChoice(song, userId)
      hasRead = true
    } else if (mayReadAgain(ageMs)) refused.push({ userId, library })
  }
  for (const { userId, library } of refused) {
    if (hasRead && isOutOfTime()) return null
    const song = await pickSong(trx, context, rules, library)
    hasRead = true
    if (song === null) continue
    // What was refused has changed, so the other libraries may have a song too.
    refusedLibraries.forget(rules.session.ssid)
    return randomChoice(song, userId)
  }
  return null
}

const randomChoice = (song: Song, byId: string): SongChoice => ({
  songId: song.id,
  durationMs: song.duration,
  byId,
  chosen: 'random',
  overtaken: [],
})

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

/**
 * A library, and how its songs are read. `drawFrom` is the user whose loaded songs it has, with their number. It is null
 * for a playlist.
 */
type SongLibrary = Library & {
  drawFrom: { userId: string; size: number } | null
  loadIds: () => Promise<string[]>
}

/** Returns the library of a user: the loaded songs, or the fallback playlist for the user who set it (H6). */
async function libraryOf(trx: Trx, rules: ChoiceRules, userId: string): Promise<SongLibrary> {
  if (userId === rules.fallback?.userId) return fallbackLibrary(trx, rules, rules.fallback)
  const size = await loadedCount(trx, userId)
  return {
    ...libraryKey(rules, userId, size),
    drawFrom: { userId, size },
    loadIds: () => loadedSongs(trx, userId),
  }
}

async function fallbackLibrary(
  trx: Trx,
  rules: ChoiceRules,
  fallback: FallbackPlaylist,
): Promise<SongLibrary> {
  return {
    ...libraryKey(rules, fallback.playlistId, await fallbackCount(trx, fallback)),
    drawFrom: null,
    loadIds: () => fallbackSongs(trx, fallback),
  }
}

/** A monthly upgrade ends without a new version of the options (R5). */
const libraryKey = (
  { session, turn, negative, flavorState }: ChoiceRules,
  id: string,
  size: number,
): Library => ({
  ssid: session.ssid,
  id,
  state: `${size} ${session.version} ${session.managed} ${flavorState}`,
  moment: `${turn} ${negative.size}`,
})

/**
 * Draws up to `DRAWS` random songs of a user's pool (the loaded songs), and returns the first song that may be chosen
 * now. Null if none of them may be chosen. All songs have the same chance as with `pickSong`, but in a large pool this
 * is faster.
 */
async function drawSong(
  trx: Trx,
  { random }: SessionContext,
  { session, negative, recent }: ChoiceRules,
  { drawFrom }: SongLibrary,
): Promise<Song | null> {
  if (drawFrom === null) return null
  const { userId, size } = drawFrom
  const notAgain = new Set(recent.slice(0, noRepeatWindow(size)))
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const songId = await loadedSongAt(trx, userId, Math.floor(random() * size))
    if (songId === undefined || notAgain.has(songId) || negative.has(songId)) continue
    const song = await songById(trx, songId)
    if (!song || !isPlayable(factsOf(song))) continue
    if (!(await songRefusals(trx, session, [song])).has(songId)) return song
  }
  return null
}

/** Reads a whole library and picks a song at random. Null if none may be chosen, which is remembered (P3). */
async function pickSong(
  trx: Trx,
  { random, refusedLibraries }: SessionContext,
  rules: ChoiceRules,
  library: SongLibrary,
): Promise<Song | null> {
  const { ids, isExcluded, isRefusedForGood } = await poolOf(trx, rules, await library.loadIds())
  const picked = pickFromPool(ids, rules.recent, isExcluded, random)
  if (picked === null) refusedLibraries.add(library, isRefusedForGood)
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
  const library = await fallbackLibrary(trx, rules, fallback)
  const ageMs = context.refusedLibraries.ageMs(library)
  if (ageMs !== null && !mayReadAgain(ageMs)) return null
  const song = await pickSong(trx, context, rules, library)
  return song
    ? { songId: song.id, durationMs: song.duration, byId: null, chosen: 'fallback', overtaken: [] }
    : null
}
