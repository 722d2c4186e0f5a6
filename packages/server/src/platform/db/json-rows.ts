import { type Expression, expressionBuilder, sql } from 'kysely'

/** SQLite's name of the function that turns JSON into rows. The PostgreSQL dialect replaces it. */
export const JSON_EACH = 'json_each'

/**
 * Passes rows of values as one parameter, so that the statement text does not depend on the number of rows
 * and the database plans it once. The result is a table: `key` is the index of a row as text, and `value ->>
 * n` is the value of column n, always as text in PostgreSQL.
 */
export function jsonRows(rows: readonly (readonly (string | number)[])[]): Expression<unknown> {
  return expressionBuilder().fn(JSON_EACH, [sql.val(JSON.stringify({ ...rows }))])
}
