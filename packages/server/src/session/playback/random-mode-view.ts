import type { Matcher } from '@jointly/contract'
import { type Ledger, turnOrder } from '@jointly/domain'
import { LRUCache } from 'lru-cache'
import { publicUsers } from '../../people/users.ts'
import { peopleWithSongs } from '../../songs/loaded-songs.ts'
import type { SessionContext } from '../context.ts'
import { createEligibleCount } from './eligible-count.ts'
import { loadLastTurns, type Play, recentPlays } from './play-history.ts'
import { loadPlayback } from './store.ts'

/** At most this many users with songs, and this many users without songs, are shown by name. */
const SHOWN_USERS = 50

/**
 * How long a loaded view is reused, in milliseconds. Everyone who has the social tab open requests a view, and a view
 * hardly changes during a song.
 */
const MAX_AGE_MS = 5_000
const CACHED_SESSIONS = 1_000

type Context = Pick<SessionContext, 'db' | 'now' | 'presence'>

/**
 * A view that is made or being made. `key` contains the chosen song and the active users. It is null until the view
 * before it is made, and so is `madeAt`.
 */
type CachedView = { start: { readonly key: string; readonly madeAt: number } | null; view: Promise<Matcher> }

/**
 * Creates a function that returns which songs random mode could pick in a session and how turns were shared
 * (D10). The view is cached for five seconds. Only one view of a session is made at a time: all who ask for a newer one
 * meanwhile get the same next view.
 * @returns a function that does not check whether the caller may see the view (S2)
 */
export function createRandomModeView(context: Context): (ssid: string) => Promise<Matcher> {
  const { db, now, presence } = context
  const cache = new LRUCache<string, CachedView>({ max: CACHED_SESSIONS })
  const countEligible = createEligibleCount(context)
  const currentKey = async (ssid: string): Promise<string> => {
    const { turn } = await loadPlayback(db, ssid)
    return [turn, presence.count(ssid), ...presence.first(ssid, SHOWN_USERS)].join()
  }
  const makeNext = (ssid: string, previous: CachedView | undefined): CachedView => {
    const makeView = async () => {
      await previous?.view.catch(() => undefined)
      made.start = { key: await currentKey(ssid), madeAt: now() }
      return loadView(context, ssid, countEligible)
    }
    const made: CachedView = { start: null, view: Promise.resolve().then(makeView) }
    made.view.catch(() => cache.peek(ssid) === made && cache.delete(ssid))
    cache.set(ssid, made)
    return made
  }
  return async (ssid) => {
    const key = await currentKey(ssid)
    const cached = cache.get(ssid)
    const isCurrent =
      cached && (!cached.start || (cached.start.key === key && now() - cached.start.madeAt < MAX_AGE_MS))
    return (isCurrent ? cached : makeNext(ssid, cached)).view
  }
}

async function loadView(
  context: Context,
  ssid: string,
  countEligible: ReturnType<typeof createEligibleCount>,
): Promise<Matcher> {
  const { db } = context
  const active = context.presence.active(ssid)
  const withSongs = new Set(await peopleWithSongs(db, active))
  const lastTurns = await loadLastTurns(db, ssid)
  // Users with equal turns are shown in the order in which they arrived.
  const inOrder = turnOrder(
    active.filter((id) => withSongs.has(id)),
    lastTurns,
    () => 0,
  )
  const shown = inOrder.slice(0, SHOWN_USERS)
  const plays = await recentPlays(db, ssid)
  // People without playlists whose songs played come first, because their songs are part of the counts.
  const playedFor = new Set(plays.map(({ byId }) => byId))
  const without = active
    .filter((id) => !withSongs.has(id))
    .toSorted((one, other) => Number(playedFor.has(other)) - Number(playedFor.has(one)))
  const shownWithout = without.slice(0, SHOWN_USERS)
  const users = await publicUsers(db, [...shown, ...shownWithout])
  const recent = plays.map(({ songId }) => songId)
  const songs = await countEligible(ssid, { userIds: shown, recent })
  const next = nextUsers(shown, lastTurns, songs)
  return {
    listeners: shown.flatMap((id) => {
      const user = users.get(id)
      if (!user) return []
      return [{ user, songs: songs.get(id) ?? 0, ...countPlays(plays, id), next: next.has(id) }]
    }),
    listenerCount: inOrder.length,
    without: shownWithout.flatMap((id) => {
      const user = users.get(id)
      return user ? [{ ...user, ...countPlays(plays, id) }] : []
    }),
    withoutCount: without.length,
    ...countPlays(plays),
  }
}

/**
 * Finds the users for whom the next song may be chosen (P2): the first user with a song that may be chosen, and all
 * other such users whose last turn was as long ago.
 */
function nextUsers(
  inOrder: readonly string[],
  lastTurns: Ledger,
  songs: ReadonlyMap<string, number>,
): ReadonlySet<string> {
  const able = inOrder.filter((id) => (songs.get(id) ?? 0) > 0)
  const [first] = able
  return new Set(first === undefined ? [] : able.filter((id) => lastTurns.get(id) === lastTurns.get(first)))
}

/**
 * Counts how many of the last songs random mode chose (`picked`), and how many votes chose (`voted`).
 * @param byId counts only the songs of this user; undefined for all
 */
function countPlays(plays: readonly Play[], byId?: string): { picked: number; voted: number } {
  const counted = byId === undefined ? plays : plays.filter((play) => play.byId === byId)
  return {
    picked: counted.filter(({ chosen }) => chosen === 'random').length,
    voted: counted.filter(({ chosen }) => chosen === 'vote').length,
  }
}
