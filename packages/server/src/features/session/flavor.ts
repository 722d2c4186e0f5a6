import { Flavor, type FlavorItem, type Song } from '@jointly/contract'
import { judgeFlavor } from '@jointly/domain'
import type { Db } from '../../db/tables.ts'
import { findSession, songsInPlaylists } from './store.ts'

/** The flavor of a new session: it refuses nothing. */
export const LIBERAL: Flavor = { mode: 'disabled', selected: [] }

/** Refused songs, each with the item that refuses it; null where a whitelist matches nothing (F2, F3). */
export type Refusals = Map<string, FlavorItem | null>

/** Which of these songs a session refuses now. Flavors are rules of managed sessions (R1). */
export async function refusalsOf(
  db: Db,
  session: { managed: boolean; flavor: string },
  songs: readonly Song[],
): Promise<Refusals> {
  const flavor = session.managed ? Flavor.parse(JSON.parse(session.flavor)) : LIBERAL
  if (flavor.mode === 'disabled') return new Map()
  const playlists = flavor.selected.filter(({ kind }) => kind === 'playlist').map(({ id }) => id)
  const songIds = songs.map(({ id }) => id)
  const pairs = await songsInPlaylists(db, playlists, songIds)
  const refusals: Refusals = new Map()
  for (const song of songs) {
    const artistIds = song.artists.flatMap(({ id }) => id ?? [])
    const verdict = judgeFlavor(flavor, { songId: song.id, artistIds }, (playlistId, songId) =>
      pairs.has(`${playlistId} ${songId}`),
    )
    if (verdict.refused) refusals.set(song.id, verdict.item)
  }
  return refusals
}

/** The same by the session's identifier; a session that is no more refuses nothing. */
export async function refusalsIn(
  db: Db,
  ssid: string,
  songs: readonly Song[],
  now: number,
): Promise<Refusals> {
  const session = await findSession(db, ssid, now)
  return session ? refusalsOf(db, session, songs) : new Map()
}
