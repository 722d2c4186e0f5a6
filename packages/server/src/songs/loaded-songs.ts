import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { inChunks } from '../platform/db/in-chunks.ts'
import { jsonRows } from '../platform/db/json-rows.ts'
import type { Db } from '../platform/db/tables.ts'

/**
 * Queries on the table `loaded_songs`: the songs that random mode may choose for a user (P3). They are the songs of
 * the playlists that the user has chosen, each song once.
 */

export async function loadedCount(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('loaded_songs')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the loaded songs of each user. Users without songs are left out. */
export async function loadedCounts(db: Db, userIds: readonly string[]): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('loaded_songs')
    .select((row) => ['user_id', row.fn.countAll<number>().as('count')])
    .where('user_id', 'in', userIds)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.count]))
}

/** Returns one entry for each of these users and songs, if the user has loaded the song. */
export async function findLoaded(
  db: Db,
  userIds: readonly string[],
  songIds: readonly string[],
): Promise<{ userId: string; songId: string }[]> {
  const loaded: { userId: string; songId: string }[] = []
  if (userIds.length === 0) return loaded
  for (const some of inChunks(songIds)) {
    const rows = await db
      .selectFrom('loaded_songs')
      .select(['user_id', 'song_id'])
      .where('user_id', 'in', userIds)
      .where('song_id', 'in', some)
      .execute()
    for (const row of rows) loaded.push({ userId: row.user_id, songId: row.song_id })
  }
  return loaded
}

/**
 * Returns one entry for each loaded song of these users that cannot be played, because it has no length or belongs to
 * another service. A database index contains only such songs, so the query is fast.
 */
export async function loadedUnplayable(
  db: Db,
  userIds: readonly string[],
  service: string,
): Promise<{ userId: string; songId: string }[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<{ user_id: string; song_id: string }>`
    select user_id, song_id from loaded_songs
    where user_id in (${sql.join(userIds)})
      and song_id in (select id from songs where service <> ${sql.lit(service)} or duration_ms <= 0)`.execute(
    db,
  )
  return rows.map((row) => ({ userId: row.user_id, songId: row.song_id }))
}

/**
 * Returns the id of the loaded song at an index, so that a random index gives a random song. Undefined above the last
 * index.
 * @param index from 0 to `loadedCount − 1`
 */
export async function loadedSongAt(db: Db, userId: string, index: number): Promise<string | undefined> {
  return (await loadedSongsFrom(db, userId, index, 1))[0]
}

/**
 * Lists the ids of at most `limit` loaded songs of a user, starting at an index.
 * @param index from 0 to `loadedCount − 1`
 */
export async function loadedSongsFrom(
  db: Db,
  userId: string,
  index: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('loaded_songs')
    .select('song_id')
    .where('user_id', '=', userId)
    .orderBy('song_id')
    .limit(limit)
    .offset(index)
    .execute()
  return rows.map((row) => row.song_id)
}

/** How many ids of loaded songs one query reads, because a user may have loaded a hundred thousand songs (O6). */
const IDS_PER_QUERY = 5_000

/** Lists the ids of all songs that a user has loaded. */
export async function loadedSongs(db: Db, userId: string): Promise<string[]> {
  const ids: string[] = []
  let some: string[]
  do {
    await nextTurn()
    some = await loadedSongsFrom(db, userId, ids.length, IDS_PER_QUERY)
    ids.push(...some)
  } while (some.length === IDS_PER_QUERY)
  return ids
}

/** Returns the ids of those users who have at least one loaded song. */
export async function peopleWithSongs(db: Db, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select k.value ->> 0 as id from ${jsonRows(userIds.map((id) => [id]))} as k
    where exists (select 1 from loaded_songs where user_id = (k.value ->> 0))`.execute(db)
  return rows.map(({ id }) => id)
}
