import { type Expression, expressionBuilder, sql } from 'kysely'

/** The SQL function that converts JSON to rows in SQLite. The PostgreSQL dialect replaces it by `jsonb_each`. */
export const JSON_EACH = 'json_each'

/** The expression builder is created only once, because this takes longer than building a small query. */
const build = expressionBuilder()

/**
 * Passes rows of values to a statement as one JSON parameter, so that the database plans the statement only once for
 * any number of rows. The result is a table: `key` is the index of the row as text, and `value ->> n` is the value
 * of column n, in PostgreSQL always as text.
 */
export function jsonRows(rows: readonly (readonly (string | number)[])[]): Expression<unknown> {
  return build.fn(JSON_EACH, [sql.val(JSON.stringify({ ...rows }))])
}

/** Creates an SQL expression of these texts, for `in`. They are one parameter, as in `jsonRows`. */
export const valuesOf = (texts: readonly string[]) =>
  sql<string>`(select value ->> 0 from ${jsonRows(texts.map((text) => [text]))} as texts)`
