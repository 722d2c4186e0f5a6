import type { Trx } from '../../db/tables.ts'
import { recount } from './store.ts'

/** Songs counted at once, in parameters of one statement. */
const COUNTED_AT_ONCE = 1_000

/** Withdraws all votes of a person, whose sessions are held, and counts their songs anew (A7, V2). */
export async function withdrawVotesOf(trx: Trx, userId: string, nowMs: number): Promise<void> {
  const withdrawn = await trx
    .deleteFrom('votes')
    .where('user_id', '=', userId)
    .returning(['session_id as ssid', 'song_id as songId'])
    .execute()
  for (let start = 0; start < withdrawn.length; start += COUNTED_AT_ONCE)
    await recount(trx, withdrawn.slice(start, start + COUNTED_AT_ONCE), nowMs)
}
