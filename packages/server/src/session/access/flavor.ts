import { Flavor, type FlavorItem, type Song } from '@jointly/contract'
import { checkFlavor } from '@jointly/domain'
import type { Db } from '../../platform/db/tables.ts'
import type { SessionContext } from '../context.ts'
import { sessionsWithFlavorPlaylist, songsInPlaylists } from './session-store.ts'

/** The flavor (song rules) of a new session. It refuses no song. */
export const NO_FLAVOR: Flavor = { mode: 'disabled', selected: [] }

/**
 * The refused songs by id (F2, F3). The value is the item of the flavor that refuses the song. It is null if the flavor
 * is a whitelist and no item allows the song.
 */
export type FlavorRefusals = Map<string, FlavorItem | null>

/**
 * Finds which of these songs the flavor (song rules) of a session refuses. Only managed sessions have a flavor
 * (R1).
 */
export async function flavorRefusals(
  db: Db,
  session: { managed: boolean; flavor: string },
  songs: readonly Song[],
): Promise<FlavorRefusals> {
  const flavor = flavorOf(session)
  if (flavor.mode === 'disabled') return new Map()
  const playlists = flavor.selected.filter(({ kind }) => kind === 'playlist').map(({ id }) => id)
  const songIds = songs.map(({ id }) => id)
  const pairs = await songsInPlaylists(db, playlists, songIds)
  const refusals: FlavorRefusals = new Map()
  for (const song of songs) {
    const artistIds = song.artists.flatMap(({ id }) => id ?? [])
    const verdict = checkFlavor(flavor, { songId: song.id, artistIds }, (playlistId, songId) =>
      pairs.has(`${playlistId} ${songId}`),
    )
    if (verdict.refused) refusals.set(song.id, verdict.item)
  }
  return refusals
}

/** Returns whether a session has a flavor (song rules). Only managed sessions have one (R1). */
export function hasFlavor(session: { managed: boolean; flavor: string }): boolean {
  return flavorOf(session).mode !== 'disabled'
}

/**
 * Sends the new views of all sessions whose flavor (song rules) contains a playlist, because the songs of this
 * playlist changed (F3).
 */
export async function refreshFlavorViews(
  { db, bus }: Pick<SessionContext, 'db' | 'bus'>,
  playlistId: string,
): Promise<void> {
  for (const ssid of await sessionsWithFlavorPlaylist(db, playlistId)) bus.publish({ type: 'session', ssid })
}

const flavorOf = ({ managed, flavor }: { managed: boolean; flavor: string }): Flavor =>
  managed ? Flavor.parse(JSON.parse(flavor)) : NO_FLAVOR
