import { type Expression, expressionBuilder, sql } from 'kysely'

/** The SQLite name of the function. The PostgreSQL dialect replaces it. */
export const JSON_EACH = 'json_each'

/**
 * Passes rows of values as one parameter. So the statement text does not depend on the number of rows, and the
 * database plans it once. Both dialects return a table: `key` is the index of a row as text, and `value ->> n` is the
 * value of column n, always as text in PostgreSQL.
 */
export function jsonRows(rows: readonly (readonly (string | number)[])[]): Expression<unknown> {
  return expressionBuilder().fn(JSON_EACH, [sql.val(JSON.stringify({ ...rows }))])
}
