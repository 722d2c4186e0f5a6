import { setTimeout as pause } from 'node:timers/promises'
import type { NewPlaylist, SavedPlaylist } from '@jointly/contract'
import { sql } from 'kysely'
import type { LinkedAccounts } from '../../accounts/linked-accounts.ts'
import { refuseIfDeleted } from '../../platform/db/constraint-errors.ts'
import { lockSessions } from '../../platform/db/row-locks.ts'
import type { Db } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { PAGE_SIZE, type ProviderApi, type ProviderPlaylist } from '../../provider/api.ts'
import { MAX_ADDED_SONGS } from '../../provider/playlist-writer.ts'
import {
  countToSave,
  type PlayedSummary,
  type SongToSave,
  songsToSave,
  summaryOf,
  type VisitKey,
} from './played-songs.ts'
import {
  expirePlaylistList,
  findSaved,
  insertSaved,
  lockSaved,
  notCreated,
  savedIdsOf,
  type StoredPlaylist,
  updateSaved,
} from './saved-playlist-store.ts'

/** How long a call may lock the row of a playlist. After this time, another call may continue with the playlist. */
const LOCK_MS = 90_000
/**
 * If another call has the lock, a call tries again after `FIRST_WAIT_MS`. Each further wait is twice as long, up to
 * `LONGEST_WAIT_MS`. All waits together take 19 seconds.
 */
const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 2_000
const MAX_WAITS = 12
/** The largest number of attempts of one call to add songs. Most calls need one. */
const MAX_ATTEMPTS = 8

export type HistoryDeps = {
  db: Db
  now: () => number
  api: ProviderApi
  accounts: LinkedAccounts
}

/** The data for the functions of one call: the dependencies, the visit, and the stored progress. */
type Step = { deps: HistoryDeps; key: VisitKey; stored: StoredPlaylist }

/**
 * Saves the next songs, at most 100, in a private playlist at the provider, which the first call creates (T3). A later
 * call continues with the same playlist, also after a failure (T4).
 */
export async function saveNext(
  deps: HistoryDeps,
  key: VisitKey,
  playlist: NewPlaylist,
): Promise<SavedPlaylist | Refusal> {
  const played = await summaryOf(deps.db, key)
  if (!played || played.playable === 0) return refuse('not-found')
  const stored = await begin(deps, key, playlist)
  if (isRefused(stored)) return stored
  const result = await saveLocked({ deps, key, stored })
  if (isRefused(result)) return result
  const progress = await presentSaved(deps.db, key, result, played)
  if (progress.remaining === 0) await expirePlaylistList(deps.db, result.accountId)
  return progress
}

/** Saves the next songs in a playlist whose row is locked, and then unlocks the row. */
async function saveLocked(step: Step): Promise<StoredPlaylist | Refusal> {
  try {
    return await saveChunk(step)
  } finally {
    await updateSaved(step.deps.db, step.key, step.stored, { locked_until: 0 })
  }
}

/** Converts a stored playlist to the answer for the client: its progress, and how many songs remain. */
export async function presentSaved(
  db: Db,
  key: VisitKey,
  { name, url, saved, rejected, savedUntil }: StoredPlaylist,
  { songs, playable }: PlayedSummary,
): Promise<SavedPlaylist> {
  const remaining = await countToSave(db, key, savedUntil)
  return { name, url, saved, remaining, skipped: rejected + songs - playable }
}

/**
 * Loads and locks the row of a playlist. A missing row is created for the user's first account that works, or else for
 * the first account. If another call has the lock, the function waits.
 */
async function begin(
  { db, now, accounts }: HistoryDeps,
  key: VisitKey,
  { name, description }: NewPlaylist,
): Promise<StoredPlaylist | Refusal> {
  if (!(await findSaved(db, key))) {
    const linked = await accounts.ofUser(key.userId)
    const account = linked.find(({ status }) => status === 'ok') ?? linked[0]
    if (!account) return refuse('not-linked')
    const begun = { accountId: account.id, name, description, chunkSize: MAX_ADDED_SONGS, nowMs: now() }
    // The account may have been disconnected since it was read.
    const refused = await refuseIfDeleted(insertSaved(db, key, begun), refuse('not-linked'))
    if (isRefused(refused)) return refused
  }
  for (let waits = 0; waits < MAX_WAITS; waits += 1) {
    const stored = await lockSaved(db, key, now(), now() + LOCK_MS)
    if (stored) return stored
    if (!(await findSaved(db, key))) return refuse('not-linked')
    await pause(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** waits))
  }
  return refuse('provider-away')
}

/** Creates the playlist if needed, and adds the next songs. */
async function saveChunk(step: Step): Promise<StoredPlaylist | Refusal> {
  let current = await ensureCreated(step)
  for (let attempt = 1; attempt <= MAX_ATTEMPTS && !isRefused(current); attempt += 1) {
    const marked = await markNext({ ...step, stored: current })
    if (isRefused(marked)) return marked
    if (marked.songs.length === 0) return marked.stored
    const outcome = await addSongs({ ...step, stored: marked.stored }, marked)
    if (isRefused(outcome)) return outcome
    if (outcome.isAdded) return outcome.stored
    current =
      outcome.stored.playlistId === null
        ? await ensureCreated({ ...step, stored: outcome.stored })
        : outcome.stored
  }
  return current
}

/** The songs of the next call to the provider. `isRetry` means that an earlier call may have added them already. */
type MarkedSongs = { songs: readonly SongToSave[]; isRetry: boolean }

/**
 * Chooses the songs of the next call to the provider, and stores the start of the last one in `pending_until`. The
 * session is locked meanwhile, because the end of a pause moves the start of a song here and in the timeline (H8).
 */
async function markNext({
  deps,
  key,
  stored,
}: Step): Promise<(MarkedSongs & { stored: StoredPlaylist }) | Refusal> {
  return transact(deps.db, async (trx) => {
    await lockSessions(trx, [key.ssid])
    const current = await findSaved(trx, key)
    if (!current) return refuse('not-linked')
    const { pendingUntil, savedUntil, chunkSize } = current
    const next = await songsToSave(trx, key, { after: savedUntil, limit: chunkSize })
    const pending = next.filter(({ startAt }) => pendingUntil !== null && startAt <= pendingUntil)
    const songs = pending.length === 0 ? next : pending
    const last = songs.at(-1)
    if (!last) return { stored: current, songs, isRetry: false }
    const marked = await updateSaved(trx, key, stored, { pending_until: last.startAt })
    return marked ? { stored: marked, songs, isRetry: pendingUntil !== null } : refuse('not-linked')
  })
}

/** Creates the playlist at the provider, unless it exists. */
async function ensureCreated(step: Step): Promise<StoredPlaylist | Refusal> {
  const { deps, stored } = step
  if (stored.playlistId !== null) return stored
  // If an earlier call got no clear answer, the playlist may exist already (T4).
  const found = stored.creating === 1 ? await findCreated(step) : null
  if (isRefused(found)) return found
  if (found) return change(step, { playlist_id: found.id, url: found.url, creating: 0 })
  const marked = await change(step, { creating: 1 })
  if (isRefused(marked)) return marked
  const { name, description, accountId } = stored
  const created = await deps.accounts.call(accountId, (token) =>
    deps.api.createPlaylist(token, { name, description }),
  )
  if (!isRefused(created)) return change(step, { playlist_id: created.id, url: created.url, creating: 0 })
  if (!isUnclear(created)) await change(step, { creating: 0 })
  return created
}

/**
 * Finds the empty playlist of the person with this name at the provider, unless it belongs to another visit. Its
 * description is not compared, because Spotify escapes some characters of it, and leaves it out of playlists that it has
 * not verified.
 */
async function findCreated({ deps, stored, key }: Step) {
  const { accountId, name } = stored
  const account = (await deps.accounts.ofUser(key.userId)).find(({ id }) => id === accountId)
  const listed = await deps.accounts.call(accountId, (token) =>
    deps.api.playlists(token, account?.ownerId ?? ''),
  )
  if (isRefused(listed)) return listed
  const others = await savedIdsOf(deps.db, accountId)
  const isCreated = ({ id, isOwn, title, total }: ProviderPlaylist) =>
    isOwn && title === name && total === 0 && !others.has(id)
  return listed.playlists.find(isCreated) ?? null
}

/**
 * The values to store when the marked songs are done. The stored `pending_until` is used, because a pause may have moved
 * it during the call to the provider.
 */
const untilMarked = { saved_until: sql<number>`pending_until`, pending_until: null }

type Addition = { stored: StoredPlaylist; isAdded: boolean }

/**
 * Adds songs, and stores the progress. If the provider does not accept the songs, the next attempt has fewer songs. A
 * single song that is not accepted is left out. If the playlist was deleted, the next attempt creates a new one.
 */
async function addSongs(step: Step, { songs, isRetry }: MarkedSongs): Promise<Addition | Refusal> {
  const { deps, stored } = step
  const done = { saved: stored.saved + songs.length, ...untilMarked }
  const isThere = isRetry ? await isAddedAlready(step, songs) : false
  if (isRefused(isThere) && isThere.details.failure !== 'gone') return isThere
  const larger = Math.min(MAX_ADDED_SONGS, stored.chunkSize * 2)
  if (isThere === true) return changed(step, done, true)
  const uris = songs.map(({ src }) => src)
  const refused = await deps.accounts.call(stored.accountId, (token) =>
    deps.api.addSongs(token, stored.playlistId ?? '', uris),
  )
  if (refused === null) return changed(step, { ...done, chunk_size: larger }, true)
  switch (refused.details.failure) {
    case 'bad-request':
      return changed(step, afterRejection(stored, songs), false)
    case 'gone':
      return changed(step, notCreated, false)
    default:
      if (!isUnclear(refused)) await change(step, { pending_until: null })
      return refused
  }
}

/**
 * Returns the values to store after the provider did not accept the songs. The next attempt has half as many songs. A
 * single song is left out.
 */
function afterRejection({ rejected }: StoredPlaylist, songs: readonly SongToSave[]) {
  if (songs.length > 1) return { pending_until: null, chunk_size: Math.ceil(songs.length / 2) }
  return { rejected: rejected + 1, ...untilMarked, chunk_size: 2 }
}

/**
 * Returns whether an earlier call without a clear answer has added these songs. All of them were added or none, so they
 * are there if at least half as many entries follow the saved songs in the playlist: the person may have removed some.
 * If the person added entries of their own, at least one of the songs must be among them. Songs that the provider has
 * withdrawn are not read. The country of the account is not considered, because the provider would replace songs by
 * songs with other ids.
 */
async function isAddedAlready(
  { deps, stored }: Step,
  songs: readonly SongToSave[],
): Promise<boolean | Refusal> {
  const added = new Set(songs.map(({ songId }) => songId))
  let isThere = false
  const read = await deps.accounts.call(stored.accountId, (token) =>
    deps.api.playlistSongs(token, stored.playlistId ?? '', {
      from: stored.saved,
      listedTotal: 0,
      acceptsShortList: true,
      adaptsToCountry: false,
      onPage: async (page, next) => {
        const isLongEnough = 2 * (next - stored.saved) >= Math.min(songs.length, PAGE_SIZE)
        isThere = isLongEnough && (page.length === 0 || page.some(({ id }) => added.has(id)))
        return false
      },
    }),
  )
  return isRefused(read) ? read : isThere
}

async function changed(step: Step, values: Parameters<typeof updateSaved>[3], isAdded: boolean) {
  const stored = await change(step, values)
  return isRefused(stored) ? stored : { stored, isAdded }
}

/** Stores the progress. Returns a refusal if the account was disconnected in the meantime. */
async function change(
  { deps, key, stored }: Step,
  values: Parameters<typeof updateSaved>[3],
): Promise<StoredPlaylist | Refusal> {
  return (await updateSaved(deps.db, key, stored, values)) ?? refuse('not-linked')
}

/** Returns whether the provider may have carried out the request although the call failed. */
const isUnclear = ({ code, details: { failure } }: Refusal): boolean =>
  failure === 'away' || failure === 'unclear' || (failure === undefined && code === 'provider-away')
