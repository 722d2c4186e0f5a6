import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { bringUpToDate } from './schema.ts'
import { newSecret } from './secrets.ts'

export type Database = {
  readonly sql: DatabaseSync
  /** Signs addresses of songs; made once, kept with the data so that a restart breaks no running player. */
  readonly signingKey: string
  /** Runs `work` as one transaction: all of it or, if it throws, nothing. */
  transaction<T>(work: () => T): T
  close(): void
}

/**
 * Opens what the provider must remember: grants, playlists written, tags of own files. `dataDir` undefined keeps it in
 * memory. Tokens are stored as hashes only. Throws if the folder is not writable.
 */
export function openDatabase(dataDir: string | undefined): Database {
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = dataDir === undefined ? ':memory:' : join(dataDir, 'provider.sqlite')
  if (dataDir !== undefined) keepPrivate(file)
  const sql = new DatabaseSync(file)
  sql.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 2000')
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
  // Foreign keys are off while tables are replaced: dropping an old one must not delete rows of a new one.
  sql.exec('pragma foreign_keys = off')
  transaction(() => bringUpToDate(sql))
  sql.exec('pragma foreign_keys = on')
  sql
    .prepare("insert into meta (key, value) values ('signing-key', ?) on conflict do nothing")
    .run(newSecret(''))
  const row = sql.prepare("select value from meta where key = 'signing-key'").get()
  return { sql, signingKey: String(row?.['value']), transaction, close: () => sql.close() }
}

/** What is stored is for nobody else of this machine, whatever the folder is that it lies in. */
function keepPrivate(file: string): void {
  // Made here, it is private from the beginning; what SQLite lays beside it takes its mode from it.
  closeSync(openSync(file, 'a', 0o600))
  for (const stored of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(stored)) chmodSync(stored, 0o600)
}
