import { type Dialect, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { assertOutsideTransaction } from './transaction-guard.ts'

/** Measured: votes a second stop rising at about sixteen connections. */
const CONNECTIONS = 16
const CONNECT_TIMEOUT_MS = 5_000

/** PostgreSQL's number of the type `bigint`. Ours are times and counts, well inside what a number holds. */
const BIGINT_OID = 20

/** Kysely's PostgreSQL dialect with `bigint` read as a number, and a guard against the outer database in a transaction. */
export function postgresDialect(databaseUrl: string): Dialect {
  const types = new pg.TypeOverrides()
  types.setTypeParser(BIGINT_OID, Number)
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types,
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  const guardedPool: PostgresPool = {
    connect: async () => {
      assertOutsideTransaction()
      return pool.connect()
    },
    end: () => pool.end(),
  }
  return new PostgresDialect({ pool: guardedPool })
}
