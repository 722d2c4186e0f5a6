import { sql } from 'kysely'
import type { Trx } from '../../platform/db/tables.ts'

/** What plays, played or is announced is nobody's where it was this person's, who was served by it (A7). */
export async function disownSongs(trx: Trx, userId: string): Promise<void> {
  await sql`
    update playbacks set
      by_id = case when by_id = ${userId} then null else by_id end,
      next_by_id = case when next_by_id = ${userId} then null else next_by_id end
    where session_id in (select session_id from served where user_id = ${userId})`.execute(trx)
  await trx.updateTable('plays').set({ by_id: null }).where('by_id', '=', userId).execute()
}
