import type { Trx } from '../../platform/db/tables.ts'
import { recount } from './store.ts'

/** Withdraws all votes of a person and counts their songs again; the sessions must be locked (A7, V2). */
export async function withdrawVotesOf(trx: Trx, userId: string, nowMs: number): Promise<void> {
  const withdrawn = await trx
    .deleteFrom('votes')
    .where('user_id', '=', userId)
    .returning(['session_id as ssid', 'song_id as songId'])
    .execute()
  await recount(trx, withdrawn, nowMs)
}
