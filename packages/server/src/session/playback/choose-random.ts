import type { Song } from '@jointly/contract'
import { type Ledger, noRepeatWindow, pickFromPool, turnOrder } from '@jointly/domain'
import type { Trx } from '../../platform/db/tables.ts'
import { loadedCount, loadedSongAt, peopleWithSongs } from '../../songs/loaded-songs.ts'
import { songById } from '../../songs/songs.ts'
import { findFallback } from '../access/fallback.ts'
import { songsRefusedIn } from '../access/song-refusals.ts'
import type { SessionContext } from '../context.ts'
import { lastVisitors } from './last-visitors.ts'
import { recentSongIds, type SongChoice } from './play-history.ts'
import { factsOf, isPlayable } from './playable.ts'
import { loadSongPool } from './song-pool.ts'

/**
 * The number of random draws before all loaded songs of a user are read. Usually one of the drawn songs may be chosen,
 * because at least half of the songs did not play recently.
 */
const DRAWS = 8

/**
 * The state of a session on which random mode depends: each user's last turn, and the songs with a negative
 * score.
 */
export type RandomRules = { lastTurns: Ledger; negative: ReadonlySet<string> }

/**
 * Chooses a random song for the user whose turn is next. If none of this user's songs may be chosen, the next user is
 * tried (P2, P3). For the user who set the fallback playlist, only the songs of that playlist are possible (H6). Null
 * if no song may be chosen.
 */
export async function chooseRandom(
  trx: Trx,
  context: SessionContext,
  ssid: string,
  { lastTurns, negative }: RandomRules,
): Promise<SongChoice | null> {
  const { random, now } = context
  const users = await peopleWithSongs(trx, await listenersOf(trx, context, ssid))
  const recent = await recentSongIds(trx, ssid)
  const isAllowed = async (song: Song): Promise<boolean> =>
    !negative.has(song.id) &&
    isPlayable(factsOf(song)) &&
    !(await songsRefusedIn(trx, ssid, [song.id], now())).has(song.id)
  const fallback = await findFallback(trx, ssid)
  for (const userId of turnOrder(users, lastTurns, random)) {
    const drawn =
      userId === fallback?.userId ? null : await drawSong(trx, { userId, recent, isAllowed, random })
    const song = drawn ?? (await pickSong(trx, context, { ssid, userId, recent, negative }))
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

/** Reads the whole pool and picks a song at random. Null only if no song of the pool may be chosen (P3). */
async function pickSong(
  trx: Trx,
  { random, now }: SessionContext,
  rules: { ssid: string; userId: string; recent: readonly string[]; negative: ReadonlySet<string> },
): Promise<Song | null> {
  const { ids, isExcluded } = await loadSongPool(trx, rules, now())
  const picked = pickFromPool(ids, rules.recent, isExcluded, random)
  return picked === null ? null : ((await songById(trx, picked)) ?? null)
}
