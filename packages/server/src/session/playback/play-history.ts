import type { Ledger } from '@jointly/domain'
import type { Db } from '../../platform/db/tables.ts'
import type { PlayedSong } from '../../songs/played-song.ts'

/**
 * The number of stored plays (chosen songs) per session. No rule needs more: `noRepeat` reads at most 100 (H5), and
 * random mode 50 (P3).
 */
export const STORED_PLAYS = 100
const RECENT_PLAYS = 50

/**
 * A chosen song without a start time. `overtaken` has the older songs of the vote list that must wait longer
 * because of this choice (V4).
 */
export type SongChoice = Omit<PlayedSong, 'startTime'> & { overtaken: readonly string[] }

/**
 * A song that was chosen earlier. `chosen` is null for plays that an older version stored without this value.
 */
export type Play = { songId: string; byId: string | null; chosen: 'vote' | 'random' | 'fallback' | null }

/** Returns the number of each user's last turn in a session (V3, P2). A turn is the choice of one song. */
export async function loadLastTurns(db: Db, ssid: string): Promise<Ledger> {
  const rows = await db
    .selectFrom('served')
    .select(['user_id', 'turn'])
    .where('session_id', '=', ssid)
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.turn]))
}

/** Stores the turn in which a song was chosen for a user. */
export async function saveLastTurn(db: Db, ssid: string, userId: string, turn: number): Promise<void> {
  await db
    .insertInto('served')
    .values({ session_id: ssid, user_id: userId, turn })
    .onConflict((conflict) => conflict.columns(['session_id', 'user_id']).doUpdateSet({ turn }))
    .execute()
}

/** Stores a chosen song and deletes old plays. */
export async function savePlay(
  db: Db,
  play: Pick<SongChoice, 'songId' | 'byId' | 'chosen'> & { ssid: string; turn: number; chosenAt: number },
): Promise<void> {
  const { ssid, turn, songId, chosenAt, byId, chosen } = play
  await db
    .insertInto('plays')
    .values({ session_id: ssid, turn, song_id: songId, chosen_at: chosenAt, by_id: byId, chosen })
    .execute()
  await db
    .deleteFrom('plays')
    .where('session_id', '=', ssid)
    .where('turn', '<=', turn - STORED_PLAYS)
    .execute()
}

/**
 * Lists the last plays of a session, the newest first (P2, P3).
 *
 * @param limit at most `STORED_PLAYS`
 */
export async function recentPlays(db: Db, ssid: string, limit: number = RECENT_PLAYS): Promise<Play[]> {
  const rows = await db
    .selectFrom('plays')
    .select(['song_id', 'by_id', 'chosen'])
    .where('session_id', '=', ssid)
    .orderBy('turn', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ songId: row.song_id, byId: row.by_id, chosen: row.chosen }))
}

/** Lists the ids of the last chosen songs of a session, the newest first (P3). */
export async function recentSongIds(db: Db, ssid: string): Promise<string[]> {
  return (await recentPlays(db, ssid)).map(({ songId }) => songId)
}
