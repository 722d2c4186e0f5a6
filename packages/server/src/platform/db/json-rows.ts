import { type Expression, expressionBuilder, sql } from 'kysely'

/** The name of the function as SQLite has it; PostgreSQL's dialect puts its own in its place. */
export const JSON_EACH = 'json_each'

/**
 * Rows of values as one parameter, so that a statement stays the same however many rows it is asked about: databases
 * then read and plan it once. Both dialects see a table whose `key` is the place of a row, as text, and whose
 * `value ->> n` is the row's value at `n`: text, also where PostgreSQL was given a number.
 */
export function jsonRows(rows: readonly (readonly (string | number)[])[]): Expression<unknown> {
  return expressionBuilder().fn(JSON_EACH, [sql.val(JSON.stringify({ ...rows }))])
}
