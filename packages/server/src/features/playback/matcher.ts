import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Matcher, PublicUser } from '@jointly/contract'
import { pickableSongs, turnOrder } from '@jointly/domain'
import type { Db } from '../../db/tables.ts'
import { peopleWithSongs } from '../../library/loaded-songs.ts'
import { loadLedger, recentPlays } from './ledger.ts'
import { judgedPool } from './pool.ts'
import type { PlaybackDeps } from './ports.ts'

/** So many are named; more would be read on no screen, and each costs a look through all their songs. */
const NAMED_LISTENERS = 50

/** Looking through many libraries takes a good part of a second, and what it finds changes little meanwhile. */
const KEPT_MS = 5_000
/** Sessions of which it is kept; past it the one asked for first is looked through anew. */
const SESSIONS_KEPT = 1_000

export type MatcherDeps = Pick<PlaybackDeps, 'db' | 'now' | 'presence' | 'votes' | 'refusedSongs'> & {
  people(db: Db, ids: readonly string[]): Promise<Map<string, PublicUser>>
}

/**
 * What random mode would pick from, looked through at most once in five seconds for a session, however many ask (D10).
 *
 * @returns asks for a session; who may know is the caller's to see to (S2)
 */
export function createMatcher(deps: MatcherDeps): (ssid: string) => Promise<Matcher> {
  const kept = new Map<string, { madeAt: number; matcher: Promise<Matcher> }>()
  return (ssid) => {
    const known = kept.get(ssid)
    if (known && deps.now() - known.madeAt < KEPT_MS) return known.matcher
    const made = { madeAt: deps.now(), matcher: matcherOf(deps, ssid) }
    made.matcher.catch(() => kept.get(ssid) === made && kept.delete(ssid))
    kept.delete(ssid)
    const [oldest] = kept.keys()
    if (kept.size >= SESSIONS_KEPT && oldest !== undefined) kept.delete(oldest)
    kept.set(ssid, made)
    return made.matcher
  }
}

/**
 * What random mode would pick from now: the active listeners who brought songs, whoever is served next first (P2), each
 * with the number of songs that could be picked for them (P3). Where chance would break a tie, who came first stands first.
 */
async function matcherOf(deps: MatcherDeps, ssid: string): Promise<Matcher> {
  const { db } = deps
  const active = deps.presence.active(ssid)
  const withSongs = new Set(await peopleWithSongs(db, active))
  const ledger = await loadLedger(db, ssid)
  const inOrder = turnOrder(
    active.filter((id) => withSongs.has(id)),
    ledger,
    () => 0,
  )
  const named = inOrder.slice(0, NAMED_LISTENERS)
  const recent = await recentPlays(db, ssid)
  const listed = await deps.votes.listed(db, ssid)
  const negative = new Set(listed.filter(({ score }) => score < 0).map(({ songId }) => songId))
  const people = await deps.people(db, named)
  const listeners: Matcher['listeners'] = []
  for (const id of named) {
    const user = people.get(id)
    if (!user) continue
    // SQLite answers without a pause: whoever waits meanwhile has their turn between two libraries.
    await nextTurn()
    const { ids, isBarred } = await judgedPool(db, deps.refusedSongs, { ssid, person: id, negative })
    listeners.push({ user, songs: pickableSongs(ids, recent, isBarred).length })
  }
  return { listeners }
}
