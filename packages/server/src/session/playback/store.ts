import { MOST_AHEAD_MS } from '@jointly/domain'
import { type Selectable, sql } from 'kysely'
import { jsonRows } from '../../platform/db/json-rows.ts'
import { lockSessions } from '../../platform/db/row-locks.ts'
import type { Db, Trx } from '../../platform/db/tables.ts'
import type { PlaybackTables } from '../../platform/db/tables-playback.ts'
import type { PlayedSong } from '../../songs/played-song.ts'

/** The playback of a session: which song plays, and which song is announced. */
export type Playback = {
  ssid: string
  /**
   * The version of the playback. `savePlayback` increases it. Two changes do not: a new `heldUntil`, and the removal of
   * a deleted user.
   */
  version: number
  /** The number of songs that were chosen in the session so far. */
  turn: number
  /**
   * The song that plays. If the music stopped because nobody is active, it is the last song (P6). Null before the first
   * song, and after no song could be chosen (P1).
   */
  playing: PlayedSong | null
  /** The announced song. Null if none is announced. */
  next: PlayedSong | null
  /**
   * When the playback must change next, in epoch milliseconds. Null before the first song, while the music is paused,
   * and after it stopped.
   */
  dueAt: number | null
  /**
   * Until when a speaker keeps the music going although nobody is active, in epoch milliseconds (X6). A past time or 0
   * means that no speaker does.
   */
  heldUntil: number
}

/**
 * All columns are listed, because a prepared statement with `select *` fails when a newer server adds a column.
 */
const columns = [
  'session_id',
  'move',
  'turn',
  'song_id',
  'start_at',
  'duration_ms',
  'by_id',
  'chosen',
  'next_song_id',
  'next_start_at',
  'next_duration_ms',
  'next_by_id',
  'next_chosen',
  'paused_at',
  'paused_by',
  'due_at',
  'held_until',
] as const

/** Loads the playback of a session. If the session was deleted, returns a playback in which nothing plays. */
export async function loadPlayback(db: Db, ssid: string): Promise<Playback> {
  const row = await db
    .selectFrom('playbacks')
    .select(columns)
    .where('session_id', '=', ssid)
    .executeTakeFirst()
  return {
    ssid,
    version: row?.move ?? 0,
    turn: row?.turn ?? 0,
    playing: row ? runningSong(row) : null,
    next: row ? announcedSong(row) : null,
    dueAt: row?.due_at ?? null,
    heldUntil: row?.held_until ?? 0,
  }
}

/**
 * Locks a session until the transaction ends and loads its playback. In the meantime no other server can change
 * what plays (P4).
 */
export async function lockPlayback(trx: Trx, ssid: string): Promise<Playback> {
  await lockSessions(trx, [ssid])
  return loadPlayback(trx, ssid)
}

/** Stores the playback of a new session. */
export async function insertPlayback(db: Db, ssid: string): Promise<void> {
  await db.insertInto('playbacks').values({ session_id: ssid, move: 0, turn: 0 }).execute()
}

/**
 * Stores the next state of a playback, if the stored version is still that of `before`. So only one of many
 * servers makes the change (P4).
 * @param before the state that was loaded
 * @returns false, and nothing is stored, if another server was faster or the session does not exist
 */
export async function savePlayback(db: Db, before: Playback, after: Playback): Promise<boolean> {
  const saved = await db
    .updateTable('playbacks')
    .set(columnsOf({ ...after, version: before.version + 1 }))
    .where('session_id', '=', before.ssid)
    .where('move', '=', before.version)
    .returning('move')
    .executeTakeFirst()
  return saved !== undefined
}

/** Lists the sessions whose playback must change now, the oldest first (P5). */
export async function dueSessions(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('playbacks')
    .select('session_id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.session_id)
}

/**
 * Finds which of these sessions may need a change of what plays now. These are the sessions whose `dueAt` has passed,
 * all that have a song but no `dueAt` (they are paused, or stopped because nobody was active), and those whose running
 * song starts in the future, because the clock was set back.
 */
export async function sessionsToCheck(db: Db, ssids: readonly string[], now: number): Promise<string[]> {
  if (ssids.length === 0) return []
  const { rows } = await sql<{ session_id: string }>`
    select p.session_id from ${jsonRows(ssids.map((ssid) => [ssid]))} as k
    join playbacks p on p.session_id = (k.value ->> 0)
    where p.song_id is not null and (p.due_at is null or p.due_at <= ${now}
      or (p.paused_at is null and p.start_at > ${now + MOST_AHEAD_MS}))`.execute(db)
  return rows.map((row) => row.session_id)
}

/** Returns the running song, or the last one, of each of these sessions, by session id. */
export async function lastSongs(db: Db, ssids: readonly string[]): Promise<Map<string, PlayedSong>> {
  if (ssids.length === 0) return new Map()
  const rows = await db.selectFrom('playbacks').select(columns).where('session_id', 'in', ssids).execute()
  return new Map(
    rows.flatMap((row) => {
      const song = runningSong(row)
      return song ? [[row.session_id, song]] : []
    }),
  )
}

/**
 * Removes a deleted user from what plays in each session: from the songs that were chosen for the user, and from the
 * pauses that the user made (A7).
 */
export async function clearSongOwner(trx: Trx, userId: string): Promise<void> {
  await sql`
    update playbacks set
      by_id = case when by_id = ${userId} then null else by_id end,
      next_by_id = case when next_by_id = ${userId} then null else next_by_id end
    where session_id in (select session_id from served where user_id = ${userId})`.execute(trx)
  await trx.updateTable('playbacks').set({ paused_by: null }).where('paused_by', '=', userId).execute()
  await trx.updateTable('plays').set({ by_id: null }).where('by_id', '=', userId).execute()
}

type Row = Omit<Selectable<PlaybackTables['playbacks']>, 'attended_at'>

/** Returns the running song, or the last one if it has ended. Null before the first song of the session. */
function runningSong(row: Row): PlayedSong | null {
  const { song_id: songId, start_at: startTime, duration_ms: durationMs, by_id: byId, chosen } = row
  if (songId === null || startTime === null || durationMs === null || chosen === null) return null
  const song = { songId, startTime, durationMs, byId, chosen }
  return row.paused_at === null ? song : { ...song, pausedAt: row.paused_at, pausedBy: row.paused_by }
}

/** Returns the announced song. Null while no song is announced. */
function announcedSong(row: Row): PlayedSong | null {
  return runningSong({
    ...row,
    song_id: row.next_song_id,
    start_at: row.next_start_at,
    duration_ms: row.next_duration_ms,
    by_id: row.next_by_id,
    chosen: row.next_chosen,
    paused_at: null,
  })
}

function columnsOf({ version, turn, playing, next, dueAt }: Playback) {
  return {
    move: version,
    turn,
    song_id: playing?.songId ?? null,
    start_at: playing?.startTime ?? null,
    duration_ms: playing?.durationMs ?? null,
    by_id: playing?.byId ?? null,
    chosen: playing?.chosen ?? null,
    next_song_id: next?.songId ?? null,
    next_start_at: next?.startTime ?? null,
    next_duration_ms: next?.durationMs ?? null,
    next_by_id: next?.byId ?? null,
    next_chosen: next?.chosen ?? null,
    paused_at: playing?.pausedAt ?? null,
    paused_by: playing?.pausedBy ?? null,
    due_at: dueAt,
  }
}
