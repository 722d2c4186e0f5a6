import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type OpenDatabase, openDatabase } from '../db/open.ts'

/** A fresh, migrated database of its own; `close` removes it. */
export type DatabaseFactory = { name: string; open(): Promise<OpenDatabase> }

const sqlite: DatabaseFactory = {
  name: 'SQLite',
  async open() {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'jointly-db-'))
    const opened = await openDatabase({ databaseUrl: null, dataDir })
    const close = async () => {
      await opened.close()
      rmSync(dataDir, { recursive: true })
    }
    return { ...opened, close }
  },
}

/** @param url a PostgreSQL database in which a schema may be made for each test */
function postgres(url: string): DatabaseFactory {
  return {
    name: 'PostgreSQL',
    async open() {
      const { default: pg } = await import('pg')
      const schema = `test_${randomUUID().replaceAll('-', '')}`
      const admin = new pg.Client({ connectionString: url })
      await admin.connect()
      await admin.query(`create schema ${schema}`)
      const address = new URL(url)
      address.searchParams.set('options', `-c search_path=${schema}`)
      const opened = await openDatabase({ databaseUrl: address.href, dataDir: '' })
      const close = async () => {
        await opened.close()
        await admin.query(`drop schema ${schema} cascade`)
        await admin.end()
      }
      return { ...opened, close }
    },
  }
}

/** The databases that a storage suite runs on: SQLite, and PostgreSQL where `TEST_DATABASE_URL` names one. */
export const databases: readonly DatabaseFactory[] = [
  sqlite,
  ...(process.env.TEST_DATABASE_URL ? [postgres(process.env.TEST_DATABASE_URL)] : []),
]
