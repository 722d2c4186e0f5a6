import { Flavor, type FlavorItem, type Song } from '@jointly/contract'
import { checkFlavor, refusesSongs, refusingRule, type SongRule } from '@jointly/domain'
import type { Db } from '../../platform/db/tables.ts'
import { songsByIds } from '../../songs/songs.ts'
import type { SessionContext } from '../context.ts'
import { songsInPlaylists, type StoredSession } from './session-store.ts'

/** The flavor (song rules) of a new session. It refuses no song. */
export const NO_FLAVOR: Flavor = { mode: 'disabled', selected: [] }

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
export const mayRefuse = (session: SongRules): boolean =>
  flavorOf(session).mode !== 'disabled' || refusesSongs(session.rules)

/**
 * Finds which of these songs the flavor of a session refuses, by id (F2, F3). The value is the item of the flavor that
 * refuses the song. It is null if the flavor is a whitelist and no item allows the song.
 */
async function flavorRefusals(
  db: Db,
  session: SongRules,
  songs: readonly Song[],
): Promise<Map<string, FlavorItem | null>> {
  const flavor = flavorOf(session)
  if (flavor.mode === 'disabled') return new Map()
  const songIds = songs.map(({ id }) => id)
  const pairs = await songsInPlaylists(db, playlistsIn(flavor), songIds)
  const refusals = new Map<string, FlavorItem | null>()
  for (const song of songs) {
    const artistIds = song.artists.flatMap(({ id }) => id ?? [])
    const verdict = checkFlavor(flavor, { songId: song.id, artistIds }, (playlistId, songId) =>
      pairs.has(`${playlistId} ${songId}`),
    )
    if (verdict.refused) refusals.set(song.id, verdict.item)
  }
  return refusals
}

/**
 * Sends the new views of all managed sessions whose flavor (song rules) contains a playlist, because the songs of this
 * playlist changed (F3).
 */
export async function refreshFlavorViews(
  { db, bus }: Pick<SessionContext, 'db' | 'bus'>,
  playlistId: string,
): Promise<void> {
  const sessions = await db
    .selectFrom('sessions')
    .select('id')
    .where('managed', '=', 1)
    .where('flavor', 'like', `%${JSON.stringify(playlistId)}%`)
    .execute()
  for (const { id } of sessions) bus.publish({ type: 'session', ssid: id })
}

/**
 * Returns a text that changes when the songs of the playlists in the flavor of a session change (F3). Empty if it has no
 * playlists.
 */
export async function flavorState(db: Db, session: SongRules): Promise<string> {
  const playlistIds = playlistsIn(flavorOf(session))
  if (playlistIds.length === 0) return ''
  const rows = await db
    .selectFrom('playlists')
    .select(['id', 'imported_snapshot', 'imported'])
    .where('id', 'in', playlistIds)
    .orderBy('id')
    .orderBy('account_id')
    .execute()
  return JSON.stringify(rows.map((row) => [row.id, row.imported_snapshot, row.imported]))
}

const playlistsIn = ({ selected }: Flavor): string[] =>
  selected.filter(({ kind }) => kind === 'playlist').map(({ id }) => id)

/** Returns the flavor of a session. Only managed sessions have one (R1). */
const flavorOf = ({ managed, flavor }: SongRules): Flavor =>
  managed ? Flavor.parse(JSON.parse(flavor)) : NO_FLAVOR
