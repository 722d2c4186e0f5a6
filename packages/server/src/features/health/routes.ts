import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import type { Handle } from '../../platform/http/handle.ts'

/**
 * Ready to serve: the database answers too. Redis may be away; it is said, and the server serves on.
 *
 * @param redis whether Redis is there; null where none is configured
 */
export function healthRoutes(handle: Handle, db: Db, redis: () => 'up' | 'away' | null): void {
  handle('health', async () => {
    await sql`select 1`.execute(db)
    const state = redis()
    return { status: 'ok', ...(state && { redis: state }) }
  })
}
