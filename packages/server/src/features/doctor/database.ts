import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { SQLITE_FILE } from '../../platform/db/open.ts'
import { errorCode, errorMessage } from '../../platform/error-message.ts'
import { ok, type Outcome, problem, warning } from './finding.ts'
import { databaseTexts as texts } from './texts/database-texts.ts'
import type { Localized } from './texts/localized.ts'

const OLDEST_POSTGRES = 14
const CONNECT_WITHIN_MS = 5_000
/** The number of database connections that one server needs. It needs one more while it starts. */
const CONNECTIONS_A_SERVER = 17

/** A function that runs one read-only statement and returns its rows. */
export type ReadDatabase = (statement: string) => Promise<Record<string, unknown>[]>

/** Where the database is: a PostgreSQL address, or null for SQLite in `dataDir`. */
export type DatabaseAddress = { databaseUrl: string | null; dataDir: string }

/**
 * Opens the database for reading, without migrations, and runs `work` with it.
 * @returns the result of `work`, or null if there is no database yet
 */
export async function withDatabase<T>(
  { databaseUrl, dataDir }: DatabaseAddress,
  work: (read: ReadDatabase) => Promise<T>,
): Promise<T | null> {
  if (databaseUrl === null) {
    const file = sqliteFile(dataDir)
    if (!existsSync(file)) return null
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      return await work(async (statement) => database.prepare(statement).all())
    } finally {
      database.close()
    }
  }
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    // Not `statement_timeout`, which PgBouncer refuses when the client connects.
    query_timeout: CONNECT_WITHIN_MS,
  })
  // Without this listener, a broken connection would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(async (statement) => (await client.query<Record<string, unknown>>(statement)).rows)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Checks that the database can be reached, is new enough, accepts writes, and is not damaged. */
export async function checkDatabase(where: DatabaseAddress): Promise<Outcome | Outcome[]> {
  try {
    const found =
      where.databaseUrl === null
        ? await sqliteFinding(where.dataDir)
        : await withDatabase(where, postgresFindings)
    return found ?? ok(texts.notYet)
  } catch (error) {
    return unreachable(error, where)
  }
}

async function sqliteFinding(dataDir: string): Promise<Outcome | null> {
  const file = sqliteFile(dataDir)
  if (!existsSync(file)) return null
  const checking = new Worker(new URL('./quick-check.ts', import.meta.url), { workerData: file })
  // The worker must not keep the process running when the check is slow.
  checking.unref()
  const result = String(await once(checking, 'message'))
  return result === 'ok' ? ok(texts.sqliteGood) : problem(texts.sqliteDamaged(result), texts.restore)
}

async function postgresFindings(read: ReadDatabase): Promise<Outcome[]> {
  const [row = {}] = await read(`
    select current_setting('server_version_num')::int as version,
      current_setting('transaction_read_only') as read_only,
      current_setting('max_connections')::int as most,
      current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`)
  const version = Math.floor(Number(row['version']) / 10_000)
  const found: Outcome[] = []
  if (version < OLDEST_POSTGRES)
    found.push(problem(texts.postgresOld(version), texts.upgrade(OLDEST_POSTGRES)))
  if (row['read_only'] === 'on') found.push(problem(texts.readOnly, texts.usePrimary))
  if (row['fsync'] === 'off' || row['commit'] === 'off')
    found.push(problem(texts.notDurable, texts.makeDurable))
  const most = Number(row['most'])
  if (most < 2 * CONNECTIONS_A_SERVER)
    found.push(warning(texts.fewConnections(most, CONNECTIONS_A_SERVER), texts.raiseConnections))
  return found.length > 0 ? found : [ok(texts.postgresGood(version))]
}

const sqliteFile = (dataDir: string): string => path.join(dataDir, SQLITE_FILE)

/** What the operator can do about common errors, by the error code of PostgreSQL or of the system. */
const FIXES: Readonly<Record<string, Localized>> = {
  '28P01': texts.correctPassword,
  '28000': texts.correctUser,
  '3D000': texts.create,
  '53300': texts.freeConnections,
  '57P03': texts.wait,
  ECONNREFUSED: texts.start,
  ENOTFOUND: texts.correctHost,
}

function unreachable(error: unknown, { databaseUrl, dataDir }: DatabaseAddress): Outcome {
  if (databaseUrl === null)
    return problem(texts.sqliteUnreadable(errorMessage(error)), texts.checkFiles(dataDir))
  return problem(texts.postgresUnusable(errorMessage(error)), FIXES[errorCode(error)] ?? texts.seeLog)
}
