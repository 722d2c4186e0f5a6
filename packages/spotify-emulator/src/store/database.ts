import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrate } from './schema.ts'
import { newSecret } from './secrets.ts'

const WAIT_MS = 2_000

export type Database = {
  readonly sql: DatabaseSync
  /** The key that signs stream addresses. It is stored, so that these addresses stay valid after a restart. */
  readonly signingKey: string
  /** Runs `work` as one transaction, which is rolled back when `work` throws. */
  transaction<T>(work: () => T): T
  close(): void
}

/**
 * Opens the database of the provider. If `dataDir` is undefined, the database is only in memory.
 * @param waitMs how long each statement waits for another process that locks the database, in milliseconds
 * @throws when the folder is not writable
 */
export function openDatabase(dataDir: string | undefined, waitMs = WAIT_MS): Database {
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = dataDir === undefined ? ':memory:' : join(dataDir, 'provider.sqlite')
  if (dataDir !== undefined) restrictAccess(file)
  // The first statement also waits for the lock, because the provider of a killed server may still be closing the
  // database.
  const sql = new DatabaseSync(file, { timeout: waitMs })
  sql.exec('pragma journal_mode = wal; pragma synchronous = full')
  const transaction = <T>(work: () => T): T => {
    sql.exec('begin immediate')
    try {
      const result = work()
      sql.exec('commit')
      return result
    } catch (error) {
      sql.exec('rollback')
      throw error
    }
  }
  // Foreign keys are off during the migration. Otherwise dropping an old table would delete rows of a new table.
  sql.exec('pragma foreign_keys = off')
  transaction(() => migrate(sql))
  sql.exec('pragma foreign_keys = on')
  sql
    .prepare("insert into meta (key, value) values ('signing-key', ?) on conflict do nothing")
    .run(newSecret(''))
  const row = sql.prepare("select value from meta where key = 'signing-key'").get()
  return { sql, signingKey: String(row?.['value']), transaction, close: () => sql.close() }
}

/**
 * Lets only this user of the machine read the database, even if other users can open its folder.
 * @param setMode sets the permissions of a file
 */
export function restrictAccess(
  file: string,
  setMode: (file: string, mode: number) => void = chmodSync,
): void {
  // The empty file is created with these permissions. SQLite creates its additional files with the same
  // permissions.
  closeSync(openSync(file, 'a', 0o600))
  for (const stored of [file, `${file}-wal`, `${file}-shm`])
    try {
      setMode(stored, 0o600)
    } catch (error) {
      // The provider of a killed server may still be closing the database. SQLite removes two of the files when it
      // closes.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
}
