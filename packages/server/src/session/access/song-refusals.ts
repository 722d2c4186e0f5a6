import type { FlavorItem, Song } from '@jointly/contract'
import { refusesSongs, refusingRule, type SongRule } from '@jointly/domain'
import type { Db } from '../../platform/db/tables.ts'
import { songsByIds } from '../../songs/songs.ts'
import { flavorRefusals, hasFlavor } from './flavor.ts'
import { findSession, type StoredSession } from './session-store.ts'

/** The data of a session that decide which songs it refuses. */
type SongRules = Pick<StoredSession, 'ssid' | 'managed' | 'flavor' | 'rules'>

/**
 * Why a session refuses a song: an item of its flavor (F3) or a rule of the host (H5). `item` is null if the flavor is
 * a whitelist and no item allows the song.
 */
export type SongRefusal =
  | { readonly kind: 'flavor'; readonly item: FlavorItem | null }
  | { readonly kind: 'rule'; readonly rule: SongRule }

/** The refused songs by id. */
export type SongRefusals = ReadonlyMap<string, SongRefusal>

/** Finds which of these songs a session refuses for everyone (F2, H5). */
export async function songRefusals(
  db: Db,
  session: SongRules,
  songs: readonly Song[],
): Promise<SongRefusals> {
  const refusals = new Map<string, SongRefusal>()
  for (const [id, item] of await flavorRefusals(db, session, songs))
    refusals.set(id, { kind: 'flavor', item })
  const { rules, ssid } = session
  if (!refusesSongs(rules)) return refusals
  const chosenAgo =
    rules.noRepeat > 0 ? await lastChosen(db, ssid, rules.noRepeat) : new Map<string, number>()
  for (const { id, explicit, duration } of songs) {
    const song = { explicit, durationMs: duration, chosenAgo: chosenAgo.get(id) ?? null }
    const rule = refusingRule(rules, song)
    if (rule !== null) refusals.set(id, { kind: 'rule', rule })
  }
  return refusals
}

/**
 * Works like `songRefusals`, but gets the ids of songs. It loads the songs only if the session may refuse some.
 */
export async function songRefusalsById(
  db: Db,
  session: SongRules,
  songIds: readonly string[],
): Promise<SongRefusals> {
  if (!mayRefuse(session)) return new Map()
  return songRefusals(db, session, [...(await songsByIds(db, songIds)).values()])
}

/** Returns whether a session has a rule or a flavor that can refuse songs. False if the session was deleted. */
export async function refusesSongsIn(db: Db, ssid: string, now: number): Promise<boolean> {
  const session = await findSession(db, ssid, now)
  return session !== undefined && mayRefuse(session)
}

/** Returns the ids of those songs that the session refuses now. A deleted session refuses none. */
export async function songsRefusedIn(
  db: Db,
  ssid: string,
  songIds: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const session = await findSession(db, ssid, now)
  const refusals = session ? await songRefusalsById(db, session, songIds) : null
  return new Set(refusals?.keys())
}

/**
 * Returns the last chosen songs by id. The value is 1 for the song that was chosen last, 2 for the one before it, and
 * so on (H5).
 */
async function lastChosen(db: Db, ssid: string, limit: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('plays')
    .select('song_id')
    .where('session_id', '=', ssid)
    .orderBy('turn', 'desc')
    .limit(limit)
    .execute()
  // The list is reversed, because later entries of a map replace earlier ones. So a song that was chosen twice gets the
  // number of its last choice.
  return new Map(rows.map(({ song_id }, index) => [song_id, index + 1] as const).toReversed())
}

/** Returns whether a session has a rule or a flavor that can refuse songs. */
export const mayRefuse = (session: SongRules): boolean => hasFlavor(session) || refusesSongs(session.rules)
