import { closeSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import { Kysely } from 'kysely'
import { keepPrivate } from '../lifecycle/data-dir.ts'
import { StartError } from '../lifecycle/start-error.ts'
import { wordsOf } from '../words-of.ts'
import { migrate } from './migrate.ts'
import type { Db, Tables } from './tables.ts'

export type Dialect = 'sqlite' | 'postgres'
export type OpenDatabase = { db: Db; dialect: Dialect; close(): Promise<void> }

/** The file of the database in the data folder. */
export const SQLITE_FILE = 'jointly.db'

/**
 * Opens the database and brings its tables up to date.
 *
 * @param where a PostgreSQL address, or null for SQLite in `dataDir`
 * @throws StartError with one line when the database cannot be reached
 */
export async function openDatabase(where: {
  databaseUrl: string | null
  dataDir: string
}): Promise<OpenDatabase> {
  const dialect: Dialect = where.databaseUrl ? 'postgres' : 'sqlite'
  const db = where.databaseUrl ? await overPostgres(where.databaseUrl) : await overSqlite(where.dataDir)
  return { db, dialect, close: () => db.destroy() }
}

async function migrated(db: Db, dialect: Dialect): Promise<Db> {
  try {
    await migrate(db, dialect)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

async function overSqlite(dataDir: string): Promise<Db> {
  mkdirSync(dataDir, { recursive: true })
  const { sqliteDialect } = await import('./sqlite-driver.ts')
  const file = path.join(dataDir, SQLITE_FILE)
  // Made here, it is private from the beginning; what SQLite lays beside it takes its mode from it.
  closeSync(openSync(file, 'a', 0o600))
  keepPrivate(file, `${file}-wal`, `${file}-shm`)
  return migrated(new Kysely<Tables>({ dialect: sqliteDialect(file) }), 'sqlite')
}

async function overPostgres(databaseUrl: string): Promise<Db> {
  const { postgresDialect } = await import('./postgres-dialect.ts')
  const patient = new Kysely<Tables>({ dialect: postgresDialect(databaseUrl, { isPatient: true }) })
  try {
    await migrated(patient, 'postgres')
  } catch (error) {
    throw new StartError(`The database of DATABASE_URL cannot be used: ${wordsOf(error)}`)
  }
  await patient.destroy()
  return new Kysely<Tables>({ dialect: postgresDialect(databaseUrl) })
}
