import { setImmediate as nextTurn } from 'node:timers/promises'
import { type FoundSong, LOADED_PLAYLISTS_MAX, type Playlist, type PlaylistChoice } from '@jointly/contract'
import { lockUsers } from '../../platform/db/row-locks.ts'
import type { Db } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import { loadSongs, songIdsOf, unloadSongs } from '../../songs/library-changes.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import type { SessionContext } from '../../session/context.ts'
import { markFoundSongs } from '../../session/view/found-songs.ts'
import type { ProviderApi } from '../../provider/api.ts'
import type { LinkedAccounts } from '../../accounts/linked-accounts.ts'
import { retryNow } from './import-store.ts'
import type { Importer } from './importer.ts'
import {
  choicesOf,
  chosenCount,
  fetchedAt,
  lockFetchedAt,
  playlistsOf,
  type StoredPlaylist,
  setLoad,
  songsOfPlaylist,
  storeList,
} from './store.ts'

const tooManyLoaded = {
  message: `At most ${LOADED_PLAYLISTS_MAX} playlists can be loaded. Please choose fewer.`,
}

/** If the stored list is older than this, the list is requested again. */
const LIST_AGE_MS = 10 * 60_000

export type PlaylistDeps = {
  sessions: SessionContext
  db: Db
  now: () => number
  api: ProviderApi
  importer: Importer
  accounts: LinkedAccounts
}

/** Lists the playlists that the user has chosen for loading (D5). */
export async function chosenPlaylists(db: Db, userId: string): Promise<Playlist[]> {
  return (await playlistsOf(db, userId)).filter(({ load }) => load).map(present)
}

/** Returns one chosen playlist with its songs (D5). */
export async function playlistWithSongs(
  deps: PlaylistDeps,
  userId: string,
  { playlistID, ssid }: { playlistID: string; ssid?: string | undefined },
): Promise<(Playlist & { songs: FoundSong[] }) | Refusal> {
  const playlist = (await playlistsOf(deps.db, userId)).find(({ id, load }) => id === playlistID && load)
  if (!playlist) return refuse('not-found')
  const songs = await songsOfPlaylist(deps.db, playlist.accountId, playlist.id)
  const found = await markFoundSongs(deps.sessions, { ssid, userId }, songs)
  return isRefused(found) ? found : { ...present(playlist), songs: found }
}

/**
 * Lists the provider's playlists with their load flags (D5). If a recent list is stored, no request is made.
 * @param isForced requests the list in any case
 */
export async function listPlaylists(
  deps: PlaylistDeps,
  userId: string,
  isForced: boolean,
): Promise<Playlist[] | Refusal> {
  const refused = await fetchLists(deps, userId, isForced)
  return refused ?? (await playlistsOf(deps.db, userId)).map(present)
}

/** Fetches the outdated lists of a user's accounts. @param isForced fetches all lists */
async function fetchLists(deps: PlaylistDeps, userId: string, isForced: boolean): Promise<Refusal | null> {
  const accounts = await deps.accounts.ofUser(userId)
  if (accounts.length === 0) return refuse('not-linked')
  const refusals: Refusal[] = []
  // A user who fetches the list again expects failed imports to be retried.
  if (isForced && !(await retryNow(deps.db, userId))) return refuse('unauthenticated')
  for (const account of accounts) {
    const lastMs = await fetchedAt(deps.db, account.id)
    if (!isForced && lastMs !== null && deps.now() - lastMs < LIST_AGE_MS) continue
    const refused = await fetchList(deps, userId, { ...account, lastMs })
    if (refused && (isForced || lastMs === null)) refusals.push(refused)
  }
  // If one account fails, the playlists of the other accounts are still listed.
  const [refused] = refusals
  return refused && refusals.length === accounts.length ? refused : null
}

/** Fetches the list of an account. @param lastMs the `fetchedAt` of its stored list */
async function fetchList(
  deps: PlaylistDeps,
  userId: string,
  { id, ownerId, lastMs }: { id: string; ownerId: string; lastMs: number | null },
): Promise<Refusal | null> {
  const beganMs = deps.now()
  const listed = await deps.accounts.call(id, (token) => deps.api.playlists(token, ownerId))
  if (isRefused(listed)) return listed
  const refused = await transact(deps.db, async (trx) => {
    if ((await lockUsers(trx, [userId])).length === 0) return refuse('unauthenticated')
    const stored = await lockFetchedAt(trx, id)
    // The user disconnected the account while its list was fetched.
    if (!stored) return refuse('not-linked')
    // A list whose fetch began later was stored meanwhile, or the stored list became outdated.
    const isOlder = stored.ms !== lastMs && (stored.ms === null || stored.ms > beganMs)
    if (isOlder) return null
    await storeList(trx, { userId, accountId: id }, listed, beganMs)
    return null
  })
  if (refused) return refused
  deps.importer.runNow()
  return null
}

/**
 * Stores which playlists are loaded. If one change is refused, none is stored. The songs of the chosen playlists are
 * imported in the background (L4).
 */
export async function choosePlaylists(
  deps: PlaylistDeps,
  userId: string,
  choice: PlaylistChoice,
): Promise<Playlist[] | Refusal> {
  const notListed = await fetchLists(deps, userId, false)
  if (notListed) return notListed
  const known = await choicesOf(deps.db, userId)
  const fields: Record<string, string> = {}
  for (const [index, { id, load }] of choice.entries()) {
    const problem = problemOf(known.get(id), load)
    if (problem) fields[`${index}.id`] = problem
  }
  if (Object.keys(fields).length > 0) return refuse('invalid', { fields })
  // The event loop runs between the checks and the transaction. On SQLite, thousands of chosen playlists would
  // otherwise block the server for too long (O6).
  await nextTurn()
  const refused = await transact(deps.db, async (trx) => {
    if ((await lockUsers(trx, [userId])).length === 0) return refuse('unauthenticated')
    const unchosen = await setLoad(trx, userId, idsOf(choice, false), false)
    const chosen = await setLoad(trx, userId, idsOf(choice, true), true)
    if ((await chosenCount(trx, userId)) > LOADED_PLAYLISTS_MAX) return refuse('too-many', tooManyLoaded)
    for (const id of unchosen) await unloadSongs(trx, userId, await songIdsOf(trx, userId, id))
    await loadSongs(trx, userId, chosen)
    return null
  })
  if (refused) return refused
  deps.accounts.notifyChange(userId)
  deps.importer.runNow()
  await nextTurn()
  return (await playlistsOf(deps.db, userId)).map(present)
}

/**
 * Returns the ids of the playlists for which the choice has this value of `load`. If an id appears twice, the last one
 * counts.
 */
function idsOf(choice: PlaylistChoice, load: boolean): string[] {
  const last = new Map(choice.map((each) => [each.id, each.load]))
  return [...last].filter(([, isLoaded]) => isLoaded === load).map(([id]) => id)
}

function problemOf(
  playlist: { load: boolean; isRefused: boolean } | undefined,
  load: boolean,
): string | null {
  if (!playlist) return 'unknown'
  // A refused playlist cannot be chosen, but it may stay chosen (L7).
  return load && !playlist.load && playlist.isRefused ? 'refused' : null
}

function present({ accountId, snapshotId, importedSnapshot, ...playlist }: StoredPlaylist): Playlist {
  return playlist
}
