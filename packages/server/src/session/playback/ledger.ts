import type { Ledger } from '@jointly/domain'
import type { Db } from '../../platform/db/tables.ts'
import type { Choice } from './choice.ts'

/** More songs back than random mode ever looks (P3). */
const PLAYS_KEPT = 100
const PLAYS_ASKED = 50

/** When each person was last served in a session (V3, P2). */
export async function loadLedger(db: Db, ssid: string): Promise<Ledger> {
  const rows = await db
    .selectFrom('served')
    .select(['user_id', 'turn'])
    .where('session_id', '=', ssid)
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.turn]))
}

/** Notes whose song a choice was. */
export async function noteServed(db: Db, ssid: string, userId: string, turn: number): Promise<void> {
  await db
    .insertInto('served')
    .values({ session_id: ssid, user_id: userId, turn })
    .onConflict((conflict) => conflict.columns(['session_id', 'user_id']).doUpdateSet({ turn }))
    .execute()
}

/** Notes a chosen song with whose it was, and forgets those too old to matter. */
export async function notePlay(
  db: Db,
  play: Pick<Choice, 'songId' | 'byId' | 'chosen'> & { ssid: string; turn: number; chosenAt: number },
): Promise<void> {
  const { ssid, turn, songId, chosenAt, byId, chosen } = play
  await db
    .insertInto('plays')
    .values({ session_id: ssid, turn, song_id: songId, chosen_at: chosenAt, by_id: byId, chosen })
    .execute()
  await db
    .deleteFrom('plays')
    .where('session_id', '=', ssid)
    .where('turn', '<=', turn - PLAYS_KEPT)
    .execute()
}

/** A song chosen lately; `chosen` is null for those of a time when that was not noted. */
export type Play = { songId: string; byId: string | null; chosen: 'vote' | 'random' | null }

/** What was chosen last in a session, newest first (P2, P3). */
export async function recentPlays(db: Db, ssid: string): Promise<Play[]> {
  const rows = await db
    .selectFrom('plays')
    .select(['song_id', 'by_id', 'chosen'])
    .where('session_id', '=', ssid)
    .orderBy('turn', 'desc')
    .limit(PLAYS_ASKED)
    .execute()
  return rows.map((row) => ({ songId: row.song_id, byId: row.by_id, chosen: row.chosen }))
}

/** The songs chosen last in a session, newest first (P3). */
export async function recentSongs(db: Db, ssid: string): Promise<string[]> {
  return (await recentPlays(db, ssid)).map(({ songId }) => songId)
}
