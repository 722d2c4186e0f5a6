import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ExpressionBuilder, sql } from 'kysely'
import { jsonRows } from '../../platform/db/json-rows.ts'
import type { Db, Tables } from '../../platform/db/tables.ts'

export type Visit = { ssid: string; visitAt: number; title: string; sessionExists: boolean }
type PlayedSong = { visitAt: number; songId: string; startAt: number }

/** How many songs `playedIn` reads at once. */
const SONGS_AT_ONCE = 1_000

/** Stores new visits. The timeline shows them when a song has played in them (T1). */
export async function insertVisits(
  db: Db,
  visits: { userIds: readonly string[]; ssid: string; visitAt: number; title: string },
): Promise<void> {
  const { userIds, ssid, visitAt, title } = visits
  await sql`
    insert into visits (user_id, session_id, visit_at, title)
    select value ->> 0, ${ssid}, cast(${visitAt} as bigint), ${title}
    from ${jsonRows(userIds.map((id) => [id]))} as rows where true
    on conflict (user_id, visit_at, session_id) do nothing`.execute(db)
}

/**
 * Deletes the last visit of each of these users to a session if no song played in it. So repeated visits leave no empty
 * entries. Call this before `saveVisits`, which replaces the time of the last visit. Earlier visits are not checked,
 * because a user may have thousands (O6), and each was checked when the next one began.
 */
export async function deleteEmptyVisits(db: Db, ssid: string, userIds: readonly string[]): Promise<void> {
  const isLast = sql<boolean>`(user_id, visit_at, session_id) in (
    select m.user_id, m.visit_at, m.session_id
    from ${jsonRows(userIds.map((id) => [ssid, id]))} as k cross join members m
    where m.session_id = (k.value ->> 0) and m.user_id = (k.value ->> 1))`
  await db.deleteFrom('visits').where(isLast).where(hasNoSong).execute()
}

/** Stores that a song plays during the current visits of users (T1). Repeating the call changes nothing. */
export async function insertPlayed(
  db: Db,
  played: { ssid: string; songId: string; startAt: number; userIds: readonly string[] },
): Promise<void> {
  const { ssid, songId, startAt, userIds } = played
  // This form of the statement is fast in large sessions, because both databases look up each user by index:
  // SQLite because of the cross join, PostgreSQL because each key contains the session id.
  await sql`
    insert into heard_songs (user_id, session_id, visit_at, start_at, song_id)
    select m.user_id, m.session_id, m.visit_at, cast(${startAt} as bigint), ${songId}
    from ${jsonRows(userIds.map((id) => [ssid, id]))} as k cross join members m
    where m.session_id = (k.value ->> 0) and m.user_id = (k.value ->> 1)
    on conflict (user_id, session_id, start_at) do nothing`.execute(db)
}

/**
 * Changes the start time of a song in the timelines from `from` to `to` (epoch milliseconds), because a pause moved the
 * start (H8). With the old start time it would look like another song, and the next visit would add it a second time.
 */
export async function movePlayed(
  db: Db,
  ssid: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`
    update heard_songs set start_at = cast(${to} as bigint)
    where session_id = ${ssid} and start_at = ${from}
      and user_id in (select user_id from members where session_id = ${ssid})`.execute(db)
}

/**
 * Changes the start time of a song in the progress of saved playlists (T4), like `movePlayed` in the timelines.
 * Otherwise the song would be saved a second time.
 */
export async function moveSaved(
  db: Db,
  ssid: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`
    update saved_playlists set
      saved_until = case when saved_until = ${from} then cast(${to} as bigint) else saved_until end,
      pending_until = case when pending_until = ${from} then cast(${to} as bigint) else pending_until end
    where session_id = ${ssid} and (saved_until = ${from} or pending_until = ${from})
      and user_id in (select user_id from members where session_id = ${ssid})`.execute(db)
}

/**
 * Lists a user's visits in which a song played, the newest first (D6).
 * @param before only visits that began before this time, in epoch milliseconds; null for no limit
 */
export async function visitsOf(
  db: Db,
  userId: string,
  before: number | null,
  limit: number,
): Promise<Visit[]> {
  const rows = await db
    .selectFrom('visits')
    .leftJoin('sessions', 'sessions.id', 'visits.session_id')
    .select(['visits.session_id', 'visits.visit_at', 'visits.title', 'sessions.id'])
    .where('visits.user_id', '=', userId)
    .$if(before !== null, (query) => query.where('visits.visit_at', '<', before ?? 0))
    .where(hasSong)
    .orderBy('visits.visit_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ssid: row.session_id,
    visitAt: row.visit_at,
    title: row.title,
    sessionExists: row.id !== null,
  }))
}

/** Lists the last songs that played during a visit of a user, the newest first. */
export async function lastPlayed(
  db: Db,
  userId: string,
  visit: Pick<Visit, 'ssid' | 'visitAt'>,
  limit: number,
): Promise<Pick<PlayedSong, 'songId' | 'startAt'>[]> {
  return playedDuring(db, userId, visit)
    .select(['song_id as songId', 'start_at as startAt'])
    .orderBy('start_at', 'desc')
    .limit(limit)
    .execute()
}

/** Counts the songs that played during a visit of a user. */
export async function countPlayed(
  db: Db,
  userId: string,
  visit: Pick<Visit, 'ssid' | 'visitAt'>,
): Promise<number> {
  const { count } = await playedDuring(db, userId, visit)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function playedDuring(db: Db, userId: string, { ssid, visitAt }: Pick<Visit, 'ssid' | 'visitAt'>) {
  return db
    .selectFrom('heard_songs')
    .where('user_id', '=', userId)
    .where('session_id', '=', ssid)
    .where('visit_at', '=', visitAt)
}

/**
 * Lists the songs that played during all visits of a user to a session, the oldest first. The list comes in parts, each
 * in its own turn of the event loop, because it may be long (O6).
 */
export async function* playedIn(db: Db, userId: string, ssid: string): AsyncGenerator<PlayedSong[]> {
  let last: PlayedSong | undefined
  do {
    await nextTurn()
    const songs: PlayedSong[] = await db
      .selectFrom('heard_songs')
      .select(['visit_at as visitAt', 'song_id as songId', 'start_at as startAt'])
      .where('user_id', '=', userId)
      .where('session_id', '=', ssid)
      .where('start_at', '>', last?.startAt ?? -1)
      .orderBy('start_at')
      .limit(SONGS_AT_ONCE)
      .execute()
    yield songs
    last = songs[SONGS_AT_ONCE - 1]
  } while (last)
}

/**
 * Deletes the songs that started before a time (epoch milliseconds). Also deletes the visits that started before it and
 * have no songs left (T2).
 */
export async function deletePlayedBefore(db: Db, moment: number): Promise<void> {
  await db.deleteFrom('heard_songs').where('start_at', '<', moment).execute()
  await db.deleteFrom('visits').where('visit_at', '<', moment).where(hasNoSong).execute()
}

/** In SQL, whether a song played during the visit of the row. */
function hasSong(row: ExpressionBuilder<Tables, 'visits'>) {
  return row.exists(
    row
      .selectFrom('heard_songs')
      .select('song_id')
      .whereRef('heard_songs.user_id', '=', 'visits.user_id')
      .whereRef('heard_songs.session_id', '=', 'visits.session_id')
      .whereRef('heard_songs.visit_at', '=', 'visits.visit_at'),
  )
}

function hasNoSong(row: ExpressionBuilder<Tables, 'visits'>) {
  return row.not(hasSong(row))
}
