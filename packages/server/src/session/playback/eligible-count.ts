import { pickableCount, pickableSongs } from '@jointly/domain'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/tables.ts'
import { findLoaded, loadedCounts, loadedUnplayable } from '../../songs/loaded-songs.ts'
import { PLAYABLE_SERVICE } from '../../songs/songs.ts'
import { type FallbackPlaylist, fallbackCount, findFallback } from '../access/fallback-playlist.ts'
import { findSession } from '../access/session-store.ts'
import { mayRefuse } from '../access/song-refusals.ts'
import type { SessionContext } from '../context.ts'
import { listedSongs } from '../votes/store.ts'
import { loadSongPool, negativeSongs, type PoolRules } from './song-pool.ts'

/** How long the counts of libraries that were read are reused, in milliseconds. */
const MAX_AGE_MS = 60_000
const CACHED_SESSIONS = 1_000

/** The counts of libraries that were read. `state` is what the counts depend on, apart from the size of the library. */
type ReadCounts = {
  readonly state: string
  readonly madeAt: number
  readonly byUser: Map<string, { readonly size: number; readonly count: number }>
}

/** Whose songs are counted. `recent` has the last songs of the session, the newest first. */
type Counted = { userIds: readonly string[]; recent: readonly string[] }

/**
 * Creates a function that counts the songs that random mode could pick now for each of these users (P3). The database
 * counts the songs if it can. If the session has rules for songs, each library must be read instead. Its count is
 * cached, because everyone who enters requests new counts.
 */
export function createEligibleCount({ db, now }: Pick<SessionContext, 'db' | 'now'>) {
  const cache = new LRUCache<string, ReadCounts>({ max: CACHED_SESSIONS })
  const readCounts = (ssid: string, state: string): ReadCounts => {
    const cached = cache.get(ssid)
    if (cached?.state === state && Math.abs(now() - cached.madeAt) < MAX_AGE_MS) return cached
    const made = { state, madeAt: now(), byUser: new Map() }
    cache.set(ssid, made)
    return made
  }
  return async (ssid: string, counted: Counted): Promise<Map<string, number>> => {
    const session = await findSession(db, ssid, now())
    if (!session) return new Map()
    const fallback = await findFallback(db, ssid)
    const negative = negativeSongs(await listedSongs(db, ssid))
    const sizes = await loadedCounts(db, counted.userIds)
    // The database does not know which songs the rules of the session refuse. And for the person who set the fallback
    // playlist, only the songs of that playlist count (H6).
    const mustRead = (id: string) => mayRefuse(session) || id === fallback?.userId
    const toRead = counted.userIds.filter(mustRead)
    const counts = await countInDatabase(db, negative, sizes, {
      ...counted,
      userIds: counted.userIds.filter((id) => !mustRead(id)),
    })
    if (toRead.length === 0) return counts
    const { version, managed } = session
    const state = JSON.stringify([version, managed, fallback?.playlistId, counted.recent, [...negative]])
    const { byUser } = readCounts(ssid, state)
    for (const id of toRead) {
      const size = await librarySize(db, fallback, id, sizes)
      const known = byUser.get(id)
      const count =
        known?.size === size
          ? known.count
          : await countByReading(db, { session, fallback, negative }, id, counted.recent)
      byUser.set(id, { size, count })
      counts.set(id, count)
    }
    return counts
  }
}

async function librarySize(
  db: Db,
  fallback: FallbackPlaylist | null,
  userId: string,
  sizes: ReadonlyMap<string, number>,
): Promise<number> {
  return fallback?.userId === userId ? fallbackCount(db, fallback) : (sizes.get(userId) ?? 0)
}

async function countByReading(
  db: Db,
  rules: PoolRules,
  userId: string,
  recent: readonly string[],
): Promise<number> {
  const { ids, isExcluded } = await loadSongPool(db, rules, userId)
  return pickableSongs(ids, recent, isExcluded).length
}

/** Counts the songs of users for whom the session refuses none. Only the ids of songs that may be excluded are loaded. */
async function countInDatabase(
  db: Db,
  negative: ReadonlySet<string>,
  sizes: ReadonlyMap<string, number>,
  { userIds, recent }: Counted,
): Promise<Map<string, number>> {
  const excluded = new Set(negative)
  const suspects = new Map(userIds.map((id) => [id, new Set<string>()]))
  for (const { userId, songId } of await loadedUnplayable(db, userIds, PLAYABLE_SERVICE)) {
    excluded.add(songId)
    suspects.get(userId)?.add(songId)
  }
  for (const { userId, songId } of await findLoaded(db, userIds, [...new Set([...recent, ...negative])]))
    suspects.get(userId)?.add(songId)
  return new Map(
    userIds.map((id) => [
      id,
      pickableCount(sizes.get(id) ?? 0, [...(suspects.get(id) ?? [])], recent, (songId) =>
        excluded.has(songId),
      ),
    ]),
  )
}
