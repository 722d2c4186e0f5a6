import { startPostgres } from '@jointly/dev/setup/postgres'
import type { Row } from './report.ts'
import { inFolder } from './temporary.ts'

/**
 * Runs a measurement of a server with SQLite, and then with PostgreSQL if it can be installed. This PostgreSQL is
 * temporary, but it writes to the disk as in production.
 * @param measure gets an empty data folder and the further settings of the server
 */
export async function onBothDatabases(
  measure: (database: string, dataDir: string, settings: Readonly<Record<string, string>>) => Promise<Row[]>,
): Promise<Row[]> {
  const sqlite = await inFolder((dataDir) => measure('SQLite', dataDir, {}))
  const postgres = await startPostgres({ isDurable: true })
  if (postgres === null) return sqlite
  try {
    const settings = { DATABASE_URL: postgres.url, SECRET_KEY: 'a key of at least 32 characters.' }
    return [...sqlite, ...(await inFolder((dataDir) => measure('PostgreSQL', dataDir, settings)))]
  } finally {
    await postgres.stop()
  }
}
