import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import type { Handle } from '../../platform/http/router.ts'

/**
 * Registers the readiness check, which fails without the database. Without Redis the check succeeds and reports
 * that Redis is missing.
 * @param redis the state of Redis, or null if none is configured
 */
export function healthRoutes(handle: Handle, db: Db, redis: () => 'up' | 'away' | null): void {
  handle('health', async () => {
    await sql`select 1`.execute(db)
    const state = redis()
    return { status: 'ok', ...(state && { redis: state }) }
  })
}
