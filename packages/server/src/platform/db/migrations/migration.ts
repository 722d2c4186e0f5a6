export type Dialect = 'sqlite' | 'postgres'

/**
 * One numbered change of the schema. A released migration never changes, so a mistake is corrected by a later
 * one.
 */
export type Migration = {
  number: number
  name: string
  /** Statements, separated by semicolons: the same for SQLite and PostgreSQL, or different ones for each dialect. */
  sql: string | Record<Dialect, string>
}
