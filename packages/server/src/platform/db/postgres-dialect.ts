import {
  type DatabaseConnection,
  type Dialect,
  type FunctionNode,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type PostgresPool,
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'
import { JSON_EACH } from './json-rows.ts'
import { createStatementPreparer } from './prepared-statements.ts'
import { assertOutsideTransaction } from './transact.ts'

/** The maximum number of connections. In benchmarks, more connections did not increase the votes per second. */
const CONNECTIONS = 16
/** How long to wait for a connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5_000
/** How long one statement or transaction may use a connection, in milliseconds. */
const USE_TIMEOUT_MS = 10_000
/**
 * How long a transaction may wait for its server, in milliseconds. If a server freezes, PostgreSQL gives its locks to the
 * server that waits for them. This limit is shorter, so that the waiting server still has time for its own transaction.
 */
const IDLE_TIMEOUT_MS = USE_TIMEOUT_MS / 2

/**
 * PostgreSQL's id of the type `bigint`. Our tables use this type for times and counts, which fit into a JavaScript
 * number.
 */
const BIGINT_OID = 20

/**
 * Creates Kysely's dialect for PostgreSQL. It reads `bigint` as a number. It throws if a query uses `db` inside a
 * transaction. A statement fails after ten seconds, or at once if the connection is lost.
 * @param isPatient true for migrations, whose statements have no time limit
 */
export function postgresDialect(databaseUrl: string, { isPatient = false } = {}): Dialect {
  const types = new pg.TypeOverrides()
  types.setTypeParser(BIGINT_OID, Number)
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types,
  })
  // Without this listener, a broken connection would end the process. The statement on that connection fails,
  // and the pool opens another connection.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  if (!isPatient) limitUseTime(pool)
  const connect = withSettings(pool, isPatient ? plannerSettings : { ...plannerSettings, ...idleLimit })
  const prepared = createStatementPreparer()
  const guardedPool: PostgresPool = {
    connect: async () => {
      assertOutsideTransaction()
      return prepared(await connect())
    },
    end: () => pool.end(),
  }
  return new JointlyPostgresDialect({ pool: guardedPool })
}

/**
 * Makes PostgreSQL use indexes. Otherwise PostgreSQL may reuse a plan that it made while a table was empty. Such a
 * plan reads the whole table, so it becomes very slow when the table grows. `jit` is off, because compiling a short
 * query takes longer than running it.
 */
const plannerSettings = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off', jit: 'off' }

/** If a server freezes during a transaction, PostgreSQL ends the transaction and releases its locks. */
const idleLimit = { idle_in_transaction_session_timeout: String(IDLE_TIMEOUT_MS) }

/**
 * Makes a connection of the pool have these settings of PostgreSQL. They are sent as a statement, because poolers like
 * PgBouncer refuse most settings while connecting.
 * @returns a function that gets a connection from the pool
 */
function withSettings(pool: pg.Pool, settings: Record<string, string>): () => Promise<pg.PoolClient> {
  const text = 'select set_config(key, value, false) from json_each_text($1::json)'
  const ready = new WeakSet<pg.PoolClient>()
  return async () => {
    const client = await pool.connect()
    if (ready.has(client)) return client
    try {
      await client.query(text, [JSON.stringify(settings)])
      ready.add(client)
      return client
    } catch (error) {
      // Otherwise the broken connection would keep its place in the pool for ever.
      client.release(true)
      throw error
    }
  }
}

class JointlyPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new SafeRollbackDriver(this.#config)
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new BinaryJsonCompiler()
  }
}

/**
 * Replaces `json_each` by `jsonb_each`, because PostgreSQL would parse a whole `json` row again for each value.
 */
class BinaryJsonCompiler extends PostgresQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    super.visitFunction(node.func === JSON_EACH ? { ...node, func: 'jsonb_each' } : node)
  }
}

/**
 * Ignores the error of a rollback, for example after a lost connection. The caller then gets the error that caused
 * the rollback.
 */
class SafeRollbackDriver extends PostgresDriver {
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined)
  }
}

/**
 * Closes a connection that one statement or transaction has used for longer than USE_TIMEOUT_MS. The statement
 * fails, and the pool opens another connection.
 */
function limitUseTime(pool: pg.Pool): void {
  const limits = new WeakMap<pg.PoolClient, NodeJS.Timeout>()
  pool.on('acquire', (client) => {
    limits.set(
      client,
      setTimeout(() => void client.end(), USE_TIMEOUT_MS),
    )
  })
  pool.on('release', (_error, client) => clearTimeout(limits.get(client)))
}
