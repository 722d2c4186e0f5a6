import {
  CompiledQuery,
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
    // If a server freezes during a transaction, PostgreSQL ends the transaction and releases its locks.
    ...(!isPatient && { idle_in_transaction_session_timeout: USE_TIMEOUT_MS }),
    types,
  })
  // Without this listener, a broken connection would end the process. The statement on that connection fails,
  // and the pool opens another connection.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  if (!isPatient) limitUseTime(pool)
  const prepared = createStatementPreparer()
  const guardedPool: PostgresPool = {
    connect: async () => {
      assertOutsideTransaction()
      return prepared(await pool.connect())
    },
    end: () => pool.end(),
  }
  return new JointlyPostgresDialect({ pool: guardedPool, onCreateConnection: preferIndexScans })
}

/**
 * Makes PostgreSQL use indexes. Otherwise PostgreSQL may reuse a plan that it made while a table was empty. Such a
 * plan reads the whole table, so it becomes very slow when the table grows. The statement also switches off `jit`,
 * because compiling a short query takes longer than running it.
 */
const preferIndexScansSql = `select set_config(name, 'off', false)
  from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']) as name`

async function preferIndexScans(connection: DatabaseConnection): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(preferIndexScansSql))
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
