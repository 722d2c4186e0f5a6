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
 * Disks have no arms any more: what is looked up by its key is not to be sought by reading a whole table. Above all not
 * by a plan that was made while the table was still empty, and is kept until PostgreSQL measures it, which takes a
 * minute or more: so rows are joined one by one through an index, as every statement is written for. SQLite knows no
 * other way.
 */
const preferringLookups = `select set_config('random_page_cost', '1.1', false),
  set_config('enable_hashjoin', 'off', false), set_config('enable_mergejoin', 'off', false)`

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
