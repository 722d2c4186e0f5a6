import { Flavor, type FlavorItem, type Song } from '@jointly/contract'
import { checkFlavor } from '@jointly/domain'
import type { Db } from '../../platform/db/tables.ts'
import { songsByIds } from '../../songs/songs.ts'
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
  const flavor = flavorOf(session)
  if (flavor.mode === 'disabled') return new Map()
  const playlists = flavor.selected.filter(({ kind }) => kind === 'playlist').map(({ id }) => id)
  const songIds = songs.map(({ id }) => id)
  const pairs = await songsInPlaylists(db, playlists, songIds)
  const refusals: Refusals = new Map()
  for (const song of songs) {
    const artistIds = song.artists.flatMap(({ id }) => id ?? [])
    const verdict = checkFlavor(flavor, { songId: song.id, artistIds }, (playlistId, songId) =>
      pairs.has(`${playlistId} ${songId}`),
    )
    if (verdict.refused) refusals.set(song.id, verdict.item)
  }
  return refusals
}

/** The same by the songs' ids: they are looked up only where a flavor judges them. */
export async function refusalsAmong(
  db: Db,
  session: { managed: boolean; flavor: string },
  songIds: readonly string[],
): Promise<Refusals> {
  if (flavorOf(session).mode === 'disabled') return new Map()
  return refusalsOf(db, session, [...(await songsByIds(db, songIds)).values()])
}

/** Whether a session judges songs at all; one that is no more does not. */
export async function hasFlavor(db: Db, ssid: string, now: number): Promise<boolean> {
  const session = await findSession(db, ssid, now)
  return session !== undefined && flavorOf(session).mode !== 'disabled'
}

/** What a session refuses, by its identifier; a session that is no more refuses nothing. */
export async function refusalsIn(
  db: Db,
  ssid: string,
  songIds: readonly string[],
  now: number,
): Promise<Refusals> {
  const session = await findSession(db, ssid, now)
  return session ? refusalsAmong(db, session, songIds) : new Map()
}

const flavorOf = ({ managed, flavor }: { managed: boolean; flavor: string }): Flavor =>
  managed ? Flavor.parse(JSON.parse(flavor)) : LIBERAL
