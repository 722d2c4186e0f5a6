import { closeSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import { Kysely } from 'kysely'
import { cannotOpen, makePrivate } from '../lifecycle/data-dir.ts'
import { StartError } from '../lifecycle/start-error.ts'
import { errorMessage, sqliteCode } from '../error-message.ts'
import { migrate } from './migrate.ts'
import type { Dialect } from './migrations/migration.ts'
import type { Db, Tables } from './tables.ts'

export type OpenDatabase = { db: Db; dialect: Dialect; close(): Promise<void> }

/** The name of the database file in the data directory. */
export const SQLITE_FILE = 'jointly.db'

/** SQLite's codes for a damaged file, and for a file that is no database. */
const SQLITE_DAMAGED: ReadonlySet<number | null> = new Set([11, 26])

/**
 * Opens the database and runs the missing migrations.
 * @param where a PostgreSQL address, or null for SQLite in `dataDir`
 * @throws StartError with a message of one line if the database cannot be reached or used
 */
export async function openDatabase(where: {
  databaseUrl: string | null
  dataDir: string
}): Promise<OpenDatabase> {
  const dialect: Dialect = where.databaseUrl ? 'postgres' : 'sqlite'
  const db = where.databaseUrl ? await openPostgres(where.databaseUrl) : await openSqlite(where.dataDir)
  return { db, dialect, close: () => db.destroy() }
}

async function migrateOrClose(db: Db, dialect: Dialect): Promise<Db> {
  try {
    await migrate(db, dialect)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

async function openSqlite(dataDir: string): Promise<Db> {
  mkdirSync(dataDir, { recursive: true })
  const { sqliteDialect } = await import('./sqlite-driver.ts')
  const file = path.join(dataDir, SQLITE_FILE)
  try {
    // Creates the file so that only its owner can read it. SQLite gives `-wal` and `-shm` the same permissions.
    closeSync(openSync(file, 'a+', 0o600))
  } catch (error) {
    throw cannotOpen(file, error)
  }
  makePrivate([file, `${file}-wal`, `${file}-shm`])
  try {
    return await migrateOrClose(new Kysely<Tables>({ dialect: sqliteDialect(file) }), 'sqlite')
  } catch (error) {
    const fix = SQLITE_DAMAGED.has(sqliteCode(error)) ? ' Restore it from a backup.' : ''
    throw new StartError(`The database ${file} cannot be used: ${errorMessage(error)}.${fix}`)
  }
}

async function openPostgres(databaseUrl: string): Promise<Db> {
  const { postgresDialect } = await import('./postgres-dialect.ts')
  const migrationDb = new Kysely<Tables>({ dialect: postgresDialect(databaseUrl, { isPatient: true }) })
  try {
    await migrateOrClose(migrationDb, 'postgres')
  } catch (error) {
    throw new StartError(`The database of DATABASE_URL cannot be used: ${errorMessage(error)}`)
  }
  await migrationDb.destroy()
  return new Kysely<Tables>({ dialect: postgresDialect(databaseUrl) })
}
