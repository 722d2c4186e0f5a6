import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type OpenDatabase, openDatabase, SQLITE_FILE } from '../platform/db/open.ts'

/** A database with empty tables, which a server can open. */
export type DatabasePlace = {
  dataDir: string
  /** The URL of a PostgreSQL database. Null for SQLite in `dataDir`. */
  databaseUrl: string | null
  remove(): Promise<void>
}

export type DatabaseFactory = {
  name: string
  /** Creates a database for a server, without opening it. */
  place(): Promise<DatabasePlace>
  /** Creates and opens a database. `close` also deletes it. */
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
 * Creates SQLite databases as copies of a template with all tables. A copy takes a tenth of the time of creating the
 * tables.
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
 * Creates PostgreSQL databases as copies of a template with all tables. A copy takes a tenth of the time of creating
 * the tables.
 * @param url an address of PostgreSQL with a user who may create databases
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
    // The default strategy since PostgreSQL 15 (`wal_log`) takes four times as long as `file_copy`, because it writes
    // all pages to the write-ahead log.
    const { rows } = await (await admin()).query<{ server_version_num: string }>('show server_version_num')
    return Number(rows[0]?.server_version_num) < 150_000 ? name : `${name} strategy file_copy`
  })
  return async () => {
    const name = newName('test')
    await run(`create database ${name} template ${await template()}`)
    const dataDir = newFolder()
    const remove = async () => {
      // The test does not wait for the drop. It takes a tenth of a second, because PostgreSQL is slow to notice that
      // the last client has disconnected.
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

/** The databases for `describe.each`: SQLite, and PostgreSQL if `TEST_DATABASE_URL` is set. */
export const databases: readonly DatabaseFactory[] = [
  factory('SQLite', sqlitePlaces()),
  ...(url ? [factory('PostgreSQL', postgresPlaces(url))] : []),
]

/**
 * Returns whether transactions on this database lock rows. On SQLite a transaction locks the whole database instead.
 */
export const hasRowLocks = ({ name }: DatabaseFactory): boolean => name === 'PostgreSQL'

/** Returns a factory of the same databases, which calls `onStatement` before each statement of the server. */
export function watchStatements(
  factory: DatabaseFactory,
  onStatement: (statement: RootOperationNode) => void,
): DatabaseFactory {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      onStatement(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return {
    ...factory,
    async open() {
      const opened = await factory.open()
      return { ...opened, db: opened.db.withPlugin(plugin) }
    },
  }
}

/** The start of a statement that can read the integers from 0 to `below − 1` from `numbers`, in the column `i`. */
export const numbers = (below: number) =>
  sql`with recursive numbers(i) as (select 0 union all select i + 1 from numbers where i < ${below - 1})`
