import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type OpenDatabase, openDatabase, SQLITE_FILE } from '../platform/db/open.ts'

/** A new, empty database with all tables, which a server can open. */
export type DatabasePlace = {
  dataDir: string
  /** The address of PostgreSQL. Null for SQLite in `dataDir`. */
  databaseUrl: string | null
  remove(): Promise<void>
}

export type DatabaseFactory = {
  name: string
  /** Creates an empty database that a server can open. */
  place(): Promise<DatabasePlace>
  /** Opens a migrated, empty database. `close` removes it. */
  open(): Promise<OpenDatabase>
}

function factory(name: string, place: () => Promise<DatabasePlace>): DatabaseFactory {
  return {
    name,
    place,
    async open() {
      const at = await place()
      const opened = await openDatabase(at)
      const close = async () => {
        await opened.close()
        await at.remove()
      }
      return { ...opened, close }
    },
  }
}

/**
 * Creates SQLite databases as copies of one whose tables exist already. Copying takes a tenth of the time that
 * creating the tables would take.
 */
function sqlitePlaces(): () => Promise<DatabasePlace> {
  const template = lazily(async () => {
    const dataDir = newFolder()
    const { close } = await openDatabase({ databaseUrl: null, dataDir })
    await close()
    const bytes = readFileSync(path.join(dataDir, SQLITE_FILE))
    rmSync(dataDir, { recursive: true })
    return bytes
  })
  return async () => {
    const dataDir = newFolder()
    writeFileSync(path.join(dataDir, SQLITE_FILE), await template(), { mode: 0o600 })
    return { dataDir, databaseUrl: null, remove: async () => rmSync(dataDir, { recursive: true }) }
  }
}

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'jointly-test-'))

/**
 * Creates PostgreSQL databases as copies of one whose tables exist already. Copying takes a tenth of the time
 * that creating the tables would take.
 * @param url the address with a user who may create databases
 */
function postgresPlaces(url: string): () => Promise<DatabasePlace> {
  const admin = lazily(async () => {
    const { default: pg } = await import('pg')
    return new pg.Pool({ connectionString: url, allowExitOnIdle: true })
  })
  const run = async (statement: string) => void (await (await admin()).query(statement))
  const addressOf = (name: string) => Object.assign(new URL(url), { pathname: name }).href
  const template = lazily(async () => {
    const name = newName('template')
    await run(`create database ${name}`)
    const { close } = await openDatabase({ databaseUrl: addressOf(name), dataDir: '' })
    await close()
    // Since PostgreSQL 15 the default strategy takes four times as long, because it copies all pages through
    // the log.
    const { rows } = await (await admin()).query<{ server_version_num: string }>('show server_version_num')
    return Number(rows[0]?.server_version_num) < 150_000 ? name : `${name} strategy file_copy`
  })
  return async () => {
    const name = newName('test')
    await run(`create database ${name} template ${await template()}`)
    const dataDir = newFolder()
    const remove = async () => {
      // This does not wait until the database is dropped, because PostgreSQL needs a tenth of a second to notice that
      // its last client has left.
      run(`drop database ${name} with (force)`).catch(() => undefined)
      rmSync(dataDir, { recursive: true })
    }
    return { dataDir, databaseUrl: addressOf(name), remove }
  }
}

const newName = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '')}`

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => (made ??= make())
}

const url = process.env.TEST_DATABASE_URL

/** The databases on which storage tests run: SQLite, and PostgreSQL if `TEST_DATABASE_URL` is set. */
export const databases: readonly DatabaseFactory[] = [
  factory('SQLite', sqlitePlaces()),
  ...(url ? [factory('PostgreSQL', postgresPlaces(url))] : []),
]

/**
 * Returns whether transactions on this database lock rows. On SQLite a transaction locks the whole database instead.
 */
export const hasRowLocks = ({ name }: DatabaseFactory): boolean => name === 'PostgreSQL'
