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
import { createPreparation } from './prepared-statements.ts'
import { assertOutsideTransaction } from './transaction-guard.ts'

/** Measured: votes a second stop rising at about sixteen connections. */
const CONNECTIONS = 16
/** How long to wait for a connection, and how long one statement or transaction may hold it. */
const CONNECT_TIMEOUT_MS = 5_000
const HOLD_LIMIT_MS = 10_000

/** PostgreSQL's number of the type `bigint`. Ours are times and counts, well inside what a number holds. */
const BIGINT_OID = 20

/**
 * Kysely's PostgreSQL dialect with `bigint` read as a number, and a guard against the outer database in a transaction.
 * A server that falls silent is given up after ten seconds, one that is gone at once; each new statement tries anew.
 *
 * @param isPatient whether a statement may take as long as it needs, as a migration does
 */
export function postgresDialect(databaseUrl: string, { isPatient = false } = {}): Dialect {
  const types = new pg.TypeOverrides()
  types.setTypeParser(BIGINT_OID, Number)
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Else what a frozen server of ours had begun would hold its locks against the others.
    ...(!isPatient && { idle_in_transaction_session_timeout: HOLD_LIMIT_MS }),
    types,
  })
  // A connection that breaks is replaced by the pool, and who uses it is told by their statement; without a listener it
  // would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  if (!isPatient) limitHolding(pool)
  const prepared = createPreparation()
  const guardedPool: PostgresPool = {
    connect: async () => {
      assertOutsideTransaction()
      return prepared(await pool.connect())
    },
    end: () => pool.end(),
  }
  return new TellingDialect({ pool: guardedPool, onCreateConnection: preferLookups })
}

/**
 * Rows are joined one by one through an index, as every statement is written for, however small PostgreSQL believes a
 * table to be: it plans by what it measured a minute ago or earlier, and keeps the plan. A table that was empty then and
 * is read whole by it costs the square of what it has become. Nor does it compile what has to be read whole all the
 * same, because that seems dear by these settings.
 */
const preferringLookups = `select set_config(name, 'off', false)
  from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']) as name`

async function preferLookups(connection: DatabaseConnection): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(preferringLookups))
}

class TellingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new TellingDriver(this.#config)
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new BinaryJsonCompiler()
  }
}

/** Has JSON read once: of `json`, unlike `jsonb`, PostgreSQL reads the whole row for each value that is taken from it. */
class BinaryJsonCompiler extends PostgresQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    super.visitFunction(node.func === JSON_EACH ? { ...node, func: 'jsonb_each' } : node)
  }
}

/** Tells why a transaction failed, also where it cannot be undone any more: it ended with its connection. */
class TellingDriver extends PostgresDriver {
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined)
  }
}

/** Ends a connection that is held too long: its statement then fails, and the pool makes another. */
function limitHolding(pool: pg.Pool): void {
  const limits = new WeakMap<pg.PoolClient, NodeJS.Timeout>()
  pool.on('acquire', (client) => {
    limits.set(
      client,
      setTimeout(() => void client.end(), HOLD_LIMIT_MS),
    )
  })
  pool.on('release', (_error, client) => clearTimeout(limits.get(client)))
}
