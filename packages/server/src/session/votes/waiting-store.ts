import { sql } from 'kysely'
import { jsonRows } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { VoteKey } from './store.ts'

/**
 * The data about song wishes that decide about a vote (H9). A song wish is the wish of one user to add a song that must
 * be approved.
 * - `isWaiting`: whether the user has a wish for this song
 * - `waitingOfUser`: the number of wishes of the user in the session
 * - `waitingOfAll`: the number of wishes of all users in the session
 */
export type WaitingState = { isWaiting: boolean; waitingOfUser: number; waitingOfAll: number }

const voteKeys = (keys: readonly VoteKey[]) =>
  jsonRows(keys.map(({ ssid, songId, userId }) => [ssid, songId, userId]))

/** Loads the stored song wishes that decide about votes. The result has the order of `keys`. */
export async function loadWaitingStates(db: Db, keys: readonly VoteKey[]): Promise<WaitingState[]> {
  const { rows } = await sql<{ key: string; waiting: number; of_user: number }>`
    select k.key,
      (select cast(count(*) as integer) from waiting_songs w where w.session_id = (k.value ->> 0)
        and w.song_id = (k.value ->> 1) and w.user_id = (k.value ->> 2)) as waiting,
      (select cast(count(*) as integer) from waiting_songs own where own.user_id = (k.value ->> 2)
        and own.session_id = (k.value ->> 0)) as of_user
    from ${voteKeys(keys)} as k`.execute(db)
  const ofAll = await wishCounts(db, [...new Set(keys.map(({ ssid }) => ssid))])
  const states = keys.map(
    ({ ssid }): WaitingState => ({
      isWaiting: false,
      waitingOfUser: 0,
      waitingOfAll: ofAll.get(ssid) ?? 0,
    }),
  )
  for (const { key, waiting, of_user } of rows) {
    const state = states[Number(key)]
    if (state) states[Number(key)] = { ...state, isWaiting: waiting > 0, waitingOfUser: of_user }
  }
  return states
}

async function wishCounts(db: Db, ssids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('waiting_songs')
    .select(['session_id', sql<number>`cast(count(*) as integer)`.as('wishes')])
    .where('session_id', 'in', ssids)
    .groupBy('session_id')
    .execute()
  return new Map(rows.map(({ session_id, wishes }) => [session_id, wishes]))
}

/** Stores song wishes. A wish that is stored already keeps its time. */
export async function saveWishes(db: Db, keys: readonly VoteKey[], now: number): Promise<void> {
  if (keys.length === 0) return
  await sql`
    insert into waiting_songs (session_id, song_id, user_id, added_at)
    select value ->> 0, value ->> 1, value ->> 2, cast(${now} as bigint) from ${voteKeys(keys)} as rows where true
    on conflict (session_id, song_id, user_id) do nothing`.execute(db)
}

export async function removeWishes(db: Db, keys: readonly VoteKey[]): Promise<void> {
  if (keys.length === 0) return
  await sql`
    delete from waiting_songs where (session_id, song_id, user_id) in
      (select value ->> 0, value ->> 1, value ->> 2 from ${voteKeys(keys)} as rows)`.execute(db)
}

/**
 * Removes all song wishes of users, in one session or in all.
 * @returns the sessions in which a song wish was removed
 */
export async function removeWishesOf(db: Db, userIds: readonly string[], ssid?: string): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .deleteFrom('waiting_songs')
    .where('user_id', 'in', userIds)
    .$if(ssid !== undefined, (query) => query.where('session_id', '=', ssid ?? ''))
    .returning('session_id')
    .execute()
  return [...new Set(rows.map(({ session_id }) => session_id))]
}

/** Stores that the waiting songs of these sessions changed, so that clients fetch them again. */
export async function bumpWaiting(db: Db, ssids: readonly string[]): Promise<void> {
  if (ssids.length === 0) return
  await db
    .updateTable('sessions')
    .set((row) => ({ waiting_version: row('waiting_version', '+', 1) }))
    .where('id', 'in', ssids)
    .execute()
}

/** Lists the song wishes for one song, the oldest first. */
export async function wishesFor(db: Db, ssid: string, songId: string): Promise<VoteKey[]> {
  const rows = await db
    .selectFrom('waiting_songs')
    .select('user_id')
    .where('session_id', '=', ssid)
    .where('song_id', '=', songId)
    .orderBy('added_at')
    .orderBy('user_id')
    .execute()
  return rows.map((row) => ({ ssid, songId, userId: row.user_id }))
}

/**
 * Lists the song wishes of a session that need no approval any more, the oldest first. The reason is that the
 * session does not ask for approval now, or that somebody else added the song.
 */
export async function dueWishes(db: Db, ssid: string): Promise<VoteKey[]> {
  const { rows } = await sql<{ song_id: string; user_id: string }>`
    select w.song_id, w.user_id from waiting_songs w join sessions s on s.id = w.session_id
    where w.session_id = ${ssid} and (s.approve = 0 or exists (select 1 from listed_songs l
      where l.session_id = w.session_id and l.song_id = w.song_id and l.added_id is not null))
    order by w.added_at, w.user_id`.execute(db)
  return rows.map((row) => ({ ssid, songId: row.song_id, userId: row.user_id }))
}

/**
 * Lists the ids of the songs in each user's song wishes, the oldest first. The result has the order of `users`.
 */
export async function waitingOfUsers(
  db: Db,
  users: readonly { ssid: string; userId: string }[],
): Promise<string[][]> {
  const { rows } = await sql<{ key: string; song_id: string }>`
    select k.key, w.song_id
    from ${jsonRows(users.map(({ ssid, userId }) => [ssid, userId]))} as k
    join waiting_songs w on w.user_id = (k.value ->> 1) and w.session_id = (k.value ->> 0)
    order by w.added_at, w.song_id`.execute(db)
  const waiting = users.map((): string[] => [])
  for (const { key, song_id } of rows) waiting[Number(key)]?.push(song_id)
  return waiting
}

/** Counts the waiting songs of a session, and returns the version of their list. */
export async function waitingCount(db: Db, ssid: string): Promise<{ count: number; version: number }> {
  const row = await db
    .selectFrom('sessions')
    .select([
      'waiting_version as version',
      sql<number>`(select cast(count(distinct w.song_id) as integer) from waiting_songs w
        where w.session_id = sessions.id)`.as('count'),
    ])
    .where('id', '=', ssid)
    .executeTakeFirst()
  return row ?? { count: 0, version: 0 }
}

/**
 * A song that waits for approval. `wishes` is the number of users who want it, and `userIds` has the first of them.
 */
export type StoredWaitingSong = { songId: string; wishes: number; userIds: string[] }

/**
 * Loads songs that wait for approval, the oldest first.
 * @param userId loads only songs for which this user has a song wish; null for all waiting songs
 * @returns the first songs, and the number of all
 */
export async function waitingSongsOf(
  db: Db,
  { ssid, userId }: { ssid: string; userId: string | null },
  limits: { songs: number; people: number },
): Promise<{ songs: StoredWaitingSong[]; count: number }> {
  const { rows } = await sql<{ song_id: string; user_id: string; wishes: number; songs: number }>`
    select song_id, user_id, wishes, songs from (
      select w.*, cast(max(song_place) over () as integer) as songs from (
        select v.*, dense_rank() over (order by first_at, song_id) as song_place from (
          select song_id, user_id, added_at,
            min(added_at) over (partition by song_id) as first_at,
            cast(count(*) over (partition by song_id) as integer) as wishes,
            row_number() over (partition by song_id order by added_at, user_id) as place
          from waiting_songs
          where session_id = ${ssid} and (cast(${userId} as text) is null or user_id = ${userId})
        ) as v
      ) as w
    ) as ranked
    where song_place <= ${limits.songs} and place <= ${limits.people}
    order by song_place, place`.execute(db)
  const bySong = Map.groupBy(rows, (row) => row.song_id)
  return {
    songs: [...bySong].map(([songId, wishes]) => ({
      songId,
      wishes: wishes[0]?.wishes ?? 0,
      userIds: wishes.map((wish) => wish.user_id),
    })),
    count: rows[0]?.songs ?? 0,
  }
}
