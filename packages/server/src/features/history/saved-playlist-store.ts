import { sql, type UpdateObject } from 'kysely'
import type { Db, Tables } from '../../platform/db/tables.ts'
import type { VisitKey } from './played-songs.ts'

/**
 * A playlist in which a user saves played songs, with the progress of the saving. `tables-music.ts` explains the
 * columns.
 */
export type StoredPlaylist = {
  accountId: string
  name: string
  description: string
  playlistId: string | null
  url: string | null
  creating: number
  saved: number
  rejected: number
  savedUntil: number
  pendingUntil: number | null
  chunkSize: number
  lockedUntil: number
}

const columns = [
  'account_id as accountId',
  'name',
  'description',
  'playlist_id as playlistId',
  'url',
  'creating',
  'saved',
  'rejected',
  'saved_until as savedUntil',
  'pending_until as pendingUntil',
  'chunk_size as chunkSize',
  'locked_until as lockedUntil',
] as const

/** The values of a playlist that the provider has not created yet. */
export const notCreated = {
  playlist_id: null,
  url: null,
  creating: 0,
  saved: 0,
  rejected: 0,
  saved_until: 0,
  pending_until: null,
}

export async function findSaved(db: Db, key: VisitKey): Promise<StoredPlaylist | undefined> {
  return db.selectFrom('saved_playlists').select(columns).where(isKey(key)).executeTakeFirst()
}

/** Returns the ids of the playlists at the provider in which songs are saved with an account. */
export async function savedIdsOf(db: Db, accountId: string): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('saved_playlists')
    .select('playlist_id')
    .where('account_id', '=', accountId)
    .execute()
  return new Set(rows.map(({ playlist_id }) => playlist_id))
}

/** Stores a new playlist without progress. If the row exists already, nothing changes. */
export async function insertSaved(
  db: Db,
  { userId, ssid, visitAt }: VisitKey,
  begun: { accountId: string; name: string; description: string; chunkSize: number; nowMs: number },
): Promise<void> {
  await db
    .insertInto('saved_playlists')
    .values({
      ...notCreated,
      user_id: userId,
      session_id: ssid,
      visit_at: visitAt ?? 0,
      account_id: begun.accountId,
      name: begun.name,
      description: begun.description,
      chunk_size: begun.chunkSize,
      locked_until: 0,
      used_at: begun.nowMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Locks the row for one call until `untilMs`.
 * @returns undefined if another call has the lock, or if there is no row
 */
export async function lockSaved(
  db: Db,
  key: VisitKey,
  nowMs: number,
  untilMs: number,
): Promise<StoredPlaylist | undefined> {
  return db
    .updateTable('saved_playlists')
    .set({ locked_until: untilMs, used_at: nowMs })
    .where(isKey(key))
    .where('locked_until', '<', nowMs)
    .returning(columns)
    .executeTakeFirst()
}

/**
 * Updates the row, but only while this call has the lock.
 * @returns undefined if the row was deleted, or if the lock ended
 */
export async function updateSaved(
  db: Db,
  key: VisitKey,
  { lockedUntil }: Pick<StoredPlaylist, 'lockedUntil'>,
  values: UpdateObject<Tables, 'saved_playlists'>,
): Promise<StoredPlaylist | undefined> {
  return db
    .updateTable('saved_playlists')
    .set(values)
    .where(isKey(key))
    .where('locked_until', '=', lockedUntil)
    .returning(columns)
    .executeTakeFirst()
}

/**
 * Marks the stored list of an account's playlists as outdated, so that the list is fetched again with the new playlist.
 */
export async function expirePlaylistList(db: Db, accountId: string): Promise<void> {
  await db.updateTable('accounts').set({ playlists_fetched_at: null }).where('id', '=', accountId).execute()
}

/** Deletes the rows that were not used since `moment`, in epoch milliseconds (T2). */
export async function deleteSavedBefore(db: Db, moment: number): Promise<void> {
  await db.deleteFrom('saved_playlists').where('used_at', '<', moment).execute()
}

function isKey({ userId, ssid, visitAt }: VisitKey) {
  return sql<boolean>`user_id = ${userId} and session_id = ${ssid} and visit_at = ${visitAt ?? 0}`
}
