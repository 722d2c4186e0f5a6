import { type Expression, expressionBuilder, sql } from 'kysely'

/** SQLite's name of the function that converts JSON to rows. The PostgreSQL dialect replaces this name. */
export const JSON_EACH = 'json_each'

/** The expression builder is made only once, because making it costs more than a small query. */
const build = expressionBuilder()

/**
 * Passes rows of values as one parameter, so that the database plans the statement once for any number of rows.
 * In the resulting table, `key` is the index of a row as text, and `value ->> n` is the value of column n (in
 * PostgreSQL always as text).
 */
export function jsonRows(rows: readonly (readonly (string | number)[])[]): Expression<unknown> {
  return build.fn(JSON_EACH, [sql.val(JSON.stringify({ ...rows }))])
}
