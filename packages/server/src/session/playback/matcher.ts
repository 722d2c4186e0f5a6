import type { Matcher, PublicUser } from '@jointly/contract'
import { type Ledger, turnOrder } from '@jointly/domain'
import type { Db } from '../../platform/db/tables.ts'
import { peopleWithSongs } from '../../songs/loaded-songs.ts'
import { loadLedger, type Play, recentPlays } from './ledger.ts'
import { countPickable, type PickableDeps } from './pickable.ts'
import type { PlaybackDeps } from './ports.ts'
import { loadPlayback } from './store.ts'

/** So many of each kind are named; more would be read on no screen. */
const NAMED = 50

/** What is found changes little while the same song plays, and everyone with the social tab open asks. */
const KEPT_MS = 5_000
/** Sessions of which it is kept; past it the one asked for first is looked through anew. */
const SESSIONS_KEPT = 1_000

export type MatcherDeps = PickableDeps &
  Pick<PlaybackDeps, 'now' | 'presence'> & {
    people(db: Db, ids: readonly string[]): Promise<Map<string, PublicUser>>
  }

/** What was found, and `of` what: which choice, and who was there. */
type Kept = { readonly madeAt: number; readonly of: string; readonly matcher: Promise<Matcher> }

/**
 * What random mode would pick from and how it was shared (D10), looked through at most once in five seconds for a
 * session, a chosen song and those who are there, however many ask.
 *
 * @returns asks for a session; who may know is the caller's to see to (S2)
 */
export function createMatcher(deps: MatcherDeps): (ssid: string) => Promise<Matcher> {
  const kept = new Map<string, Kept>()
  return async (ssid) => {
    const { turn } = await loadPlayback(deps.db, ssid)
    const of = [turn, deps.presence.count(ssid), ...deps.presence.first(ssid, NAMED)].join()
    const known = kept.get(ssid)
    if (known?.of === of && deps.now() - known.madeAt < KEPT_MS) return known.matcher
    const made = { madeAt: deps.now(), of, matcher: matcherOf(deps, ssid) }
    made.matcher.catch(() => kept.get(ssid) === made && kept.delete(ssid))
    kept.delete(ssid)
    const [oldest] = kept.keys()
    if (kept.size >= SESSIONS_KEPT && oldest !== undefined) kept.delete(oldest)
    kept.set(ssid, made)
    return made.matcher
  }
}

async function matcherOf(deps: MatcherDeps, ssid: string): Promise<Matcher> {
  const { db } = deps
  const active = deps.presence.active(ssid)
  const withSongs = new Set(await peopleWithSongs(db, active))
  const ledger = await loadLedger(db, ssid)
  // Where chance would break a tie, who came first stands first.
  const inOrder = turnOrder(
    active.filter((id) => withSongs.has(id)),
    ledger,
    () => 0,
  )
  const named = inOrder.slice(0, NAMED)
  const without = active.filter((id) => !withSongs.has(id))
  const namedWithout = without.slice(0, NAMED)
  const people = await deps.people(db, [...named, ...namedWithout])
  const plays = await recentPlays(db, ssid)
  const songs = await countPickable(
    deps,
    ssid,
    named,
    plays.map(({ songId }) => songId),
  )
  const next = nextServed(named, ledger, songs)
  return {
    listeners: named.flatMap((id) => {
      const user = people.get(id)
      if (!user) return []
      return [{ user, songs: songs.get(id) ?? 0, ...countOf(plays, id), next: next.has(id) }]
    }),
    listenerCount: inOrder.length,
    without: namedWithout.flatMap((id) => people.get(id) ?? []),
    withoutCount: without.length,
    ...countOf(plays),
  }
}

/** Whom random mode serves next: the first with a song to pick, and all who have waited as long (P2). */
function nextServed(
  inOrder: readonly string[],
  ledger: Ledger,
  songs: ReadonlyMap<string, number>,
): ReadonlySet<string> {
  const able = inOrder.filter((id) => (songs.get(id) ?? 0) > 0)
  const [first] = able
  return new Set(first === undefined ? [] : able.filter((id) => ledger.get(id) === ledger.get(first)))
}

/** How many of the songs played last were chosen each way, for one person or in all. */
function countOf(plays: readonly Play[], byId?: string): { picked: number; voted: number } {
  const theirs = byId === undefined ? plays : plays.filter((play) => play.byId === byId)
  return {
    picked: theirs.filter(({ chosen }) => chosen === 'random').length,
    voted: theirs.filter(({ chosen }) => chosen === 'vote').length,
  }
}
