import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'

/** Asked so often, a statement is worth its place in the memory of every connection. */
const OFTEN = 20
/** More statements than are asked often; the others differ by the lengths of their lists. */
const PREPARED_AT_MOST = 200
const COUNTED_AT_MOST = 2_000

/** PostgreSQL's code where a prepared statement cannot go on, as when a newer server of ours has added a column. */
const PLAN_OUTDATED = '0A000'

type StatementNames = { nameOf(text: string): string | undefined }

/** Lets the database read and plan a statement that is asked often once a connection, and not at each asking. */
export function createPreparation(): (client: pg.PoolClient) => PostgresPoolClient {
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
  const asked = new Map<string, number>()

  function count(text: string): string | undefined {
    const times = (asked.get(text) ?? 0) + 1
    if (times < OFTEN || names.size >= PREPARED_AT_MOST) {
      if (asked.size >= COUNTED_AT_MOST) asked.clear()
      asked.set(text, times)
      return undefined
    }
    asked.delete(text)
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }

  return { nameOf: (text) => names.get(text) ?? count(text) }
}

/** A connection of the pool, with the statements prepared that have a name. */
function prepare(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  async function ask<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    const name = names.nameOf(text)
    try {
      const result: unknown = await client.query({ ...(name && { name }), text, values: [...values] })
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Kysely knows the row from the query, the driver does not
      return result as PostgresQueryResult<Row>
    } catch (error) {
      // The connection that takes the place of this one reads the statement anew.
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
