import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'

/** A statement is prepared when it has been used this many times. */
const PREPARE_AFTER_USES = 20
/** The maximum number of prepared statements. The server has fewer frequent statements, so this is only a guard. */
const MAX_PREPARED = 200
/** The maximum number of statements whose uses are counted. The least recently used count is dropped first. */
const MAX_COUNTED = 2_000

/**
 * PostgreSQL's code for a prepared statement that is no longer valid, for example after a migration added a column.
 */
const PLAN_OUTDATED = '0A000'

type StatementNames = { getName(text: string): string | undefined }

/** Prepares frequent statements once per connection, so that the database does not parse and plan them each time. */
export function createStatementPreparer(): (client: pg.PoolClient) => PostgresPoolClient {
  const names = createStatementNames()
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return (client) => {
    const preparing = known.get(client) ?? prepare(client, names)
    known.set(client, preparing)
    return preparing
  }
}

function createStatementNames(): StatementNames {
  const names = new Map<string, string>()
  const uses = new LRUCache<string, number>({ max: MAX_COUNTED })

  function count(text: string): string | undefined {
    const times = (uses.get(text) ?? 0) + 1
    uses.set(text, times)
    if (times < PREPARE_AFTER_USES || names.size >= MAX_PREPARED) return undefined
    uses.delete(text)
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }

  return { getName: (text) => names.get(text) ?? count(text) }
}

/** Wraps a connection. It sends frequent statements with a name, which makes PostgreSQL prepare them. */
function prepare(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  async function ask<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    const name = names.getName(text)
    try {
      const result: unknown = await client.query({ ...(name && { name }), text, values: [...values] })
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver has no row types, Kysely has them
      return result as PostgresQueryResult<Row>
    } catch (error) {
      // The connection is closed. The pool opens a new one, on which the statement is prepared again.
      if (name && error instanceof Error && 'code' in error && error.code === PLAN_OUTDATED) void client.end()
      throw error
    }
  }
  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query<Row>(
    asked: string | PostgresCursor<Row>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof asked !== 'string') throw new Error('Whole results are asked for only')
    return ask<Row>(asked, values)
  }
  return { query, release: () => client.release() }
}
