import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { errorCode, errorMessage } from '../../platform/error-message.ts'
import { type Check, ok, type Outcome, problem, skipped, warning } from './finding.ts'

const OLDEST_POSTGRES = 14
const CONNECT_WITHIN_MS = 5_000
/** The number of database connections that one server needs. It needs one more while it starts. */
const CONNECTIONS_A_SERVER = 17
/** A clock that is wrong by this many milliseconds gets a warning. */
const NOTICED_MS = 1_000
/** A clock that is wrong by this many milliseconds is a problem, because logins and links fail. */
const BREAKING_MS = 30_000

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
export function checkDatabase(where: DatabaseAddress): Check {
  return {
    name: 'database',
    async run() {
      try {
        const found =
          where.databaseUrl === null
            ? await sqliteFindings(where.dataDir)
            : await withDatabase(where, postgresFindings)
        return found ?? [ok('There is no database yet: the first start makes it.')]
      } catch (error) {
        return [unreachable(error, where)]
      }
    },
  }
}

async function sqliteFindings(dataDir: string): Promise<Outcome[] | null> {
  const file = sqliteFile(dataDir)
  if (!existsSync(file)) return null
  const checking = new Worker(new URL('./quick-check.ts', import.meta.url), { workerData: file })
  // The worker must not keep the process running when the check is slow.
  checking.unref()
  const result = String(await once(checking, 'message'))
  return result === 'ok'
    ? [ok('SQLite can be read and is not damaged.')]
    : [
        problem(
          `SQLite says that the database is damaged: ${result}`,
          'Stop the server and bring back the last copy of DATA_DIR.',
        ),
      ]
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

/** Checks this machine's clock against the clock of a database on another machine. */
export function checkClock(where: DatabaseAddress): Check {
  return {
    name: 'clock',
    async run() {
      if (where.databaseUrl === null)
        return [skipped('One server with SQLite has one clock; there is nothing to compare it with.')]
      const aheadMs = await withDatabase(where, async (read) => {
        const askedMs = Date.now()
        const [row = {}] = await read('select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms')
        return (askedMs + Date.now()) / 2 - Number(row['ms'])
      }).catch(() => null)
      if (aheadMs === null) return [skipped('The clock is compared with PostgreSQL, which does not answer.')]
      return [clockFinding(aheadMs, 'PostgreSQL')]
    },
  }
}

/**
 * Returns what the doctor says about a difference of two clocks.
 * @param aheadMs how far our clock is ahead of the other clock, in milliseconds
 */
export function clockFinding(aheadMs: number, other: string): Outcome {
  const offMs = Math.abs(aheadMs)
  if (offMs < NOTICED_MS) return ok(`The clock agrees with that of ${other}.`)
  const text = `The clock is ${(offMs / 1000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of ${other}.`
  const fix = 'Keep both by NTP: timedatectl set-ntp true'
  return offMs < BREAKING_MS ? warning(text, fix) : problem(text, fix)
}
