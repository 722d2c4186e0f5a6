import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import type { Handle } from '../../http/handle.ts'

/** Ready to serve: the database answers too. */
export function healthRoutes(handle: Handle, db: Db): void {
  handle('health', async () => {
    await sql`select 1`.execute(db)
    return { status: 'ok' }
  })
}
