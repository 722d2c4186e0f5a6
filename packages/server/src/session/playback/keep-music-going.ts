import type { SessionContext } from '../context.ts'
import { continuePlayback } from './due-sessions.ts'

/** A speaker keeps the music going for this many milliseconds after somebody was active last (X6). */
const KEEP_GOING_MS = 4 * 3_600_000
/**
 * One call of `keepMusicGoing` keeps the music going for this many milliseconds. Speakers repeat the call before this
 * time is over.
 */
const HOLD_MS = 30_000

/**
 * Keeps the music of a session going for half a minute, because a speaker plays it (X6). If nobody was active for four
 * hours, nothing happens.
 */
export async function keepMusicGoing(context: SessionContext, ssid: string): Promise<void> {
  const { db, now, presence } = context
  const at = now()
  const held = { held_until: at + HOLD_MS }
  const row = db.updateTable('playbacks').where('session_id', '=', ssid)
  if (presence.count(ssid) > 0) {
    await row.set({ ...held, attended_at: at }).execute()
    return
  }
  const updated = await row
    .set(held)
    .where('attended_at', '>', at - KEEP_GOING_MS)
    .returning('session_id')
    .executeTakeFirst()
  if (updated) await continuePlayback(context, ssid)
}
