import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type OpenDatabase, openDatabase } from '../db/open.ts'

/** An empty place for a database. */
export type DatabasePlace = {
  dataDir: string
  /** Null for SQLite in `dataDir`. */
  databaseUrl: string | null
  remove(): Promise<void>
}

export type DatabaseFactory = {
  name: string
  /** A place of its own, for a server to open. */
  place(): Promise<DatabasePlace>
  /** A fresh, migrated database of its own; `close` removes it. */
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

async function sqlitePlace(): Promise<DatabasePlace> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'jointly-test-'))
  return { dataDir, databaseUrl: null, remove: async () => rmSync(dataDir, { recursive: true }) }
}

/** @param url a PostgreSQL database in which a schema may be made for each test */
async function postgresPlace(url: string): Promise<DatabasePlace> {
  const { default: pg } = await import('pg')
  const files = await sqlitePlace()
  const schema = `test_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create schema ${schema}`)
  const address = new URL(url)
  address.searchParams.set('options', `-c search_path=${schema}`)
  const remove = async () => {
    await admin.query(`drop schema ${schema} cascade`)
    await admin.end()
    await files.remove()
  }
  return { dataDir: files.dataDir, databaseUrl: address.href, remove }
}

const url = process.env.TEST_DATABASE_URL

/** The databases that a storage suite runs on: SQLite, and PostgreSQL where `TEST_DATABASE_URL` names one. */
export const databases: readonly DatabaseFactory[] = [
  factory('SQLite', sqlitePlace),
  ...(url ? [factory('PostgreSQL', () => postgresPlace(url))] : []),
]
