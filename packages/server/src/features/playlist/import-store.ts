import type { Song } from '@jointly/contract'
import type { ProviderFailure } from '@jointly/domain'
import { sql } from 'kysely'
import { inChunks } from '../../platform/db/in-chunks.ts'
import { lockUsers } from '../../platform/db/row-locks.ts'
import type { Db, Trx } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import { deleteSongsOf, isOfPlaylist, replaceSongs } from '../../songs/library-changes.ts'

/** A playlist that an import has claimed, with the progress of the import. */
export type ImportJob = {
  accountId: string
  playlistId: string
  snapshotId: string
  userId: string
  /** The index of the entry at which the import continues, from 0 (L8). */
  resumeAt: number
  /** The number of entries of this playlist according to the list of playlists. */
  listedTotal: number
  /** The number of failed imports in a row, and the reason of the last failure. */
  failures: number
  failure: ProviderFailure | null
  /**
   * The end of the import's lock on the playlist, in epoch milliseconds. This time also identifies the import.
   */
  untilMs: number
}

type Key = Pick<ImportJob, 'accountId' | 'playlistId'>

/** Marks interrupted imports as waiting. Call this function only when the only server of a database starts. */
export async function resumeImports(db: Db): Promise<void> {
  await db
    .updateTable('playlists')
    .set({ state: 'waiting', importing_until: 0 })
    .where('state', '=', 'importing')
    .execute()
}

/** Makes a user's failed imports due at once (L7). @returns false if the user was deleted */
export function retryNow(db: Db, userId: string): Promise<boolean> {
  return transact(db, async (trx) => {
    // A change of several playlists locks their user first. Otherwise two such changes could deadlock.
    if ((await lockUsers(trx, [userId])).length === 0) return false
    await trx
      .updateTable('playlists')
      .set({ retry_at: 0 })
      .where('load', '=', 1)
      .where('account_id', 'in', trx.selectFrom('accounts').select('id').where('user_id', '=', userId))
      .execute()
    return true
  })
}

/**
 * Claims the next due import, or one that another process abandoned. Only one caller gets an import. The account that
 * has waited longest comes first, and of its playlists the one that failed least often (L8).
 */
export async function takeJob(db: Db, nowMs: number, untilMs: number): Promise<ImportJob | undefined> {
  const next = await db
    .selectFrom('playlists')
    .innerJoin('accounts', 'accounts.id', 'playlists.account_id')
    .select([
      'account_id as accountId',
      'playlists.id as playlistId',
      'snapshot_id as snapshotId',
      'resume_snapshot as resumeSnapshot',
      'resume_at as resumeAt',
      'user_id as userId',
      'playlists.total as listedTotal',
      'failures',
      'failure',
    ])
    .where('load', '=', 1)
    .where('state', 'in', ['waiting', 'importing', 'failed'])
    .where('importing_until', '<', nowMs)
    .where('retry_at', '<=', nowMs)
    .orderBy((row) =>
      row
        .selectFrom('playlists as tried')
        .select((of) => of.fn.max('tried.tried_at').as('last'))
        .whereRef('tried.account_id', '=', 'playlists.account_id'),
    )
    .orderBy('account_id')
    .orderBy('failures')
    .orderBy('tried_at')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  if (!next) return undefined
  const { resumeSnapshot, ...found } = next
  const resumeAt = resumeSnapshot === found.snapshotId ? found.resumeAt : 0
  const taken = await db
    .updateTable('playlists')
    .set({
      state: 'importing',
      importing_until: untilMs,
      tried_at: nowMs,
      resume_at: resumeAt,
      resume_snapshot: found.snapshotId,
      ...(resumeAt === 0 && { imported: 0 }),
    })
    .where(isPlaylist(found))
    .where('load', '=', 1)
    .where('importing_until', '<', nowMs)
    .returning('id')
    .executeTakeFirst()
  return taken ? { ...found, resumeAt, untilMs } : takeJob(db, nowMs, untilMs)
}

/**
 * Stores a page of songs for the playlist, and extends the lock of the import. The songs themselves are stored already.
 * @param at the index of the first entry of this page (`from`) and of the next page (`next`)
 * @returns false if the import has lost its lock, for example because the playlist is no longer chosen
 */
export async function storePage(
  trx: Trx,
  job: ImportJob,
  songs: readonly Song[],
  at: { from: number; next: number; untilMs: number },
): Promise<boolean> {
  const { accountId, playlistId } = job
  const row = await trx
    .updateTable('playlists')
    .set({ resume_at: at.next, importing_until: at.untilMs })
    .where(isClaimed(job))
    .where('load', '=', 1)
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  job.untilMs = at.untilMs
  if (at.from === 0) await deleteSongsOf(trx, 'import_songs', job)
  const distinct = [...new Set(songs.map(({ id }) => id))]
  const rows = distinct.map((id, index) => ({
    account_id: accountId,
    playlist_id: playlistId,
    song_id: id,
    position: at.from + index,
  }))
  for (const some of inChunks(rows))
    await trx
      .insertInto('import_songs')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await trx
    .updateTable('playlists')
    .set((row) => ({
      imported: row
        .selectFrom('import_songs')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where(isOfPlaylist(job)),
    }))
    .where(isPlaylist(job))
    .execute()
  return true
}

/** How an import was interrupted. `failure` is null if the import only paused, so that other imports continue. */
export type Interruption = {
  state: 'waiting' | 'failed'
  failure: ProviderFailure | null
  failures: number
  retryAtMs: number
}

/**
 * Stores that an import was interrupted. Usually the progress stays stored, so that the import continues at the same
 * place (L8).
 * @param startsAgain whether the next import begins at the first entry
 */
export async function interruptImport(
  db: Db,
  job: ImportJob,
  { state, failure, failures, retryAtMs }: Interruption,
  startsAgain = false,
): Promise<void> {
  await db
    .updateTable('playlists')
    .set({
      importing_until: 0,
      // A list that was fetched during the import may have said that the provider does not open the playlist.
      state: sql<
        Interruption['state'] | 'refused'
      >`case when state = 'refused' then 'refused' else ${state} end`,
      failure,
      failures,
      retry_at: retryAtMs,
      ...(startsAgain && { resume_at: 0 }),
    })
    .where(isClaimed(job))
    .where('load', '=', 1)
    .execute()
}

/** Replaces the songs of a playlist with those of a finished import, and loads them. */
export async function finishImport(trx: Trx, job: ImportJob): Promise<void> {
  const isHeld = await trx
    .updateTable('playlists')
    .set((row) => ({
      // A list that was fetched during the import may have named a new version of the playlist.
      state: sql<'ready' | 'waiting' | 'none' | 'refused'>`case
        when ${row.ref('state')} = 'refused' then 'refused'
        when ${row.ref('load')} = 0 then 'none'
        when ${row.ref('snapshot_id')} = ${job.snapshotId} then 'ready' else 'waiting' end`,
      imported_snapshot: job.snapshotId,
      importing_until: 0,
      failures: 0,
      failure: null,
      retry_at: 0,
      resume_at: 0,
      resume_snapshot: null,
    }))
    .where(isClaimed(job))
    .returning('id')
    .executeTakeFirst()
  if (!isHeld) return
  await replaceSongs(trx, job.userId, job)
}

/** Returns an SQL condition that is true for the row of this playlist in `playlists`. */
const isPlaylist = ({ accountId, playlistId }: Key) =>
  sql<boolean>`account_id = ${accountId} and id = ${playlistId}`

/**
 * Returns an SQL condition that is true for the row of this playlist in `playlists`, while the lock belongs to this
 * import.
 */
const isClaimed = (job: ImportJob) => sql<boolean>`${isPlaylist(job)} and importing_until = ${job.untilMs}`
