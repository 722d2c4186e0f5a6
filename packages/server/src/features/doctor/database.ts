import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { errorCode, errorMessage } from '../../platform/error-message.ts'
import { ok, type Outcome, problem, warning } from './finding.ts'

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
    statement_timeout: CONNECT_WITHIN_MS,
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
    return found ?? ok('There is no database yet: the first start makes it.')
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
  return result === 'ok'
    ? ok('SQLite can be read and is not damaged.')
    : problem(
        `SQLite says that the database is damaged: ${result}`,
        'Stop the server and bring back the last copy of DATA_DIR.',
      )
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
    found.push(
      problem(`PostgreSQL ${version} is too old.`, `Upgrade it to version ${OLDEST_POSTGRES} or later.`),
    )
  if (row['read_only'] === 'on')
    found.push(
      problem(
        'This PostgreSQL only reads: it is a standby, or set to read only.',
        'Point DATABASE_URL to the primary.',
      ),
    )
  if (row['fsync'] === 'off' || row['commit'] === 'off')
    found.push(
      problem(
        'PostgreSQL answers before a vote is on the disk: a power cut loses votes.',
        'Set fsync = on and synchronous_commit = on.',
      ),
    )
  if (Number(row['most']) < 2 * CONNECTIONS_A_SERVER)
    found.push(
      warning(
        `PostgreSQL takes ${String(row['most'])} connections, and each server uses up to ${CONNECTIONS_A_SERVER}.`,
        'Raise max_connections.',
      ),
    )
  return found.length > 0 ? found : [ok(`PostgreSQL ${version} answers and takes writes.`)]
}

const sqliteFile = (dataDir: string): string => path.join(dataDir, 'jointly.db')

/** What the operator can do about common errors, by the error code of PostgreSQL or of the system. */
const FIXES: Readonly<Record<string, string>> = {
  '28P01': 'Correct the password in DATABASE_URL.',
  '28000': 'Correct the user in DATABASE_URL, or allow it in pg_hba.conf.',
  '3D000': 'Create the database: createdb --owner jointly jointly',
  '53300': 'PostgreSQL has no connection left: raise max_connections, or stop what holds them.',
  '57P03': 'PostgreSQL is starting or stopping: wait and try again.',
  ECONNREFUSED: 'Start PostgreSQL, or correct host and port in DATABASE_URL.',
  ENOTFOUND: 'Correct the host name in DATABASE_URL.',
}

function unreachable(error: unknown, { databaseUrl, dataDir }: DatabaseAddress): Outcome {
  if (databaseUrl === null)
    return problem(
      `The database in DATA_DIR cannot be read: ${errorMessage(error)}`,
      `Check the files in ${dataDir}, or bring back the last copy of it.`,
    )
  return problem(
    `PostgreSQL cannot be used: ${errorMessage(error)}`,
    FIXES[errorCode(error)] ?? 'Check DATABASE_URL and the log of PostgreSQL.',
  )
}
