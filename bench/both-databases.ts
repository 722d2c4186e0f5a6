import { startPostgres } from '@jointly/dev/setup/postgres'
import type { Row } from './report.ts'

/**
 * Runs a measurement of a server with SQLite, and then with PostgreSQL if it can be installed. This PostgreSQL is
 * temporary, but it writes to the disk as in production.
 */
export async function onBothDatabases(
  measure: (database: string, settings: Readonly<Record<string, string>>) => Promise<Row[]>,
): Promise<Row[]> {
  const sqlite = await measure('SQLite', {})
  const postgres = await startPostgres({ isDurable: true })
  if (postgres === null) return sqlite
  try {
    const settings = { DATABASE_URL: postgres.url, SECRET_KEY: 'a key of at least 32 characters.' }
    return [...sqlite, ...(await measure('PostgreSQL', settings))]
  } finally {
    await postgres.stop()
  }
}
