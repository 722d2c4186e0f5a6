import type { Invite, PublicUser } from '@jointly/contract'
import { isOpenByLink, isOver, mayInvite, type Policy, type Role } from '@jointly/domain'
import { lockSessions, lockUsersShared } from '../../platform/db/row-locks.ts'
import type { Db } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Bus } from '../../platform/event-bus.ts'
import type { Presence } from '../../session/presence/presence.ts'
import { type PlayedSong, presentNowPlaying } from '../../songs/played-song.ts'
import { songsByIds } from '../../songs/songs.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import {
  favoritesOf,
  freeSessionsOfFriends,
  incomingOf,
  insertInvite,
  isBannedFrom,
  type ListedSession,
} from './store.ts'

/** A visit longer than this is not looked for. */
const LONGEST_VISIT_MS = 24 * 60 * 60 * 1000

export type InviteDeps = {
  db: Db
  now: () => number
  bus: Bus
  presence: Presence
  /** How a person stands to a session they take part in, or why they do not (S2). */
  standing(ssid: string, userId: string): Promise<{ role: Role; policy: Policy } | Refused>
  /** Those that do not let a person in now, with the title that they may know, or none (S2). */
  closedTo(userId: string, ssids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The running or last songs of sessions. */
  running(db: Db, ssids: readonly string[]): Promise<Map<string, PlayedSong>>
  people(db: Db, ids: readonly string[]): Promise<Map<string, PublicUser>>
  areFriends(db: Db, one: string, other: string): Promise<boolean>
}

const onlyFriends = { message: 'Only friends can be invited.' }
/** A ban is nobody's to learn this way (S5). */
const notHere = { message: 'This person cannot be invited into this session.' }

/** Invites a friend into a session; twice is once (I1). Whoever is no friend and whoever does not exist are refused alike. */
export async function invite(
  deps: InviteDeps,
  { ssid, inviterId, invitedId }: { ssid: string; inviterId: string; invitedId: string },
): Promise<Record<string, never> | Refused> {
  const stands = await deps.standing(ssid, inviterId)
  if (isRefused(stands)) return stands
  if (!deps.presence.has(ssid, inviterId)) return refuse('not-inside')
  if (!mayInvite(stands.policy, stands.role))
    return refuse('policy', { message: 'In this session only its owner and managers invite.' })
  if (invitedId === inviterId) return refuse('invalid', { fields: { invitedID: 'self' } })
  if (!(await deps.areFriends(deps.db, inviterId, invitedId))) return refuse('forbidden', onlyFriends)
  const refused = await transact(deps.db, async (trx) => {
    const [session] = await lockSessions(trx, [ssid])
    if (session === undefined) return refuse('not-found')
    const present = await lockUsersShared(trx, [inviterId, invitedId])
    if (!present.has(inviterId)) return refuse('unauthenticated')
    if (!present.has(invitedId)) return refuse('forbidden', onlyFriends)
    if (await isBannedFrom(trx, ssid, invitedId)) return refuse('policy', notHere)
    await insertInvite(trx, { ssid, userId: invitedId, inviterId, invitedAt: deps.now() })
    return null
  })
  if (refused) return refused
  deps.bus.publish({ type: 'person', userId: invitedId, message: { type: 'changed', what: 'invites' } })
  return {}
}

/** The home list: own and starred sessions by last visit, then those one is invited to (I2). */
export async function homeList(deps: InviteDeps, userId: string): Promise<Invite[]> {
  const favorites = await favoritesOf(deps.db, userId, deps.now())
  const invited = await incomingOf(deps.db, userId, deps.now())
  const free = await freeSessions(deps, userId)
  const rows = new Map<string, ListedSession>()
  for (const row of [...favorites, ...invited, ...free]) if (!rows.has(row.ssid)) rows.set(row.ssid, row)
  const shown = [...rows.values()]
  return present(deps, shown, await closedTo(deps, userId, shown))
}

/** Those that would not let the person in now: neither what goes on in them nor a new title is for them to see (S2). */
async function closedTo(
  deps: InviteDeps,
  userId: string,
  rows: readonly ListedSession[],
): Promise<ReadonlyMap<string, string>> {
  const ssids = rows.flatMap(({ ssid, mode, policy }) =>
    mode === 'own' || isOpenByLink(policy) ? [] : [ssid],
  )
  return deps.closedTo(userId, ssids)
}

/** Free sessions are among the incoming of those who have a friend inside (S2). */
async function freeSessions(deps: InviteDeps, userId: string): Promise<ListedSession[]> {
  const now = deps.now()
  const candidates = await freeSessionsOfFriends(deps.db, userId, { since: now - LONGEST_VISIT_MS, now })
  return candidates.filter(({ ssid, friendId }) => deps.presence.has(ssid, friendId))
}

async function present(
  deps: InviteDeps,
  rows: readonly ListedSession[],
  closed: ReadonlyMap<string, string>,
): Promise<Invite[]> {
  const { db } = deps
  const now = deps.now()
  const ssids = rows.map(({ ssid }) => ssid).filter((ssid) => !closed.has(ssid))
  const running = await deps.running(db, ssids)
  for (const [ssid, song] of running) if (isOver(song, now)) running.delete(ssid)
  const [songs, people] = await Promise.all([
    songsByIds(db, [...new Set([...running.values()].map(({ songId }) => songId))]),
    deps.people(db, [
      ...new Set([
        ...rows.flatMap(({ inviterId }) => inviterId ?? []),
        ...[...running.values()].flatMap(({ byId }) => byId ?? []),
      ]),
    ]),
  ])
  return rows.map(({ ssid, title, managed, mode, inviterId }) => {
    const nowPlaying = presentNowPlaying(running.get(ssid) ?? null, { songs, people }, now)
    const active = closed.has(ssid) ? 0 : deps.presence.count(ssid)
    return {
      uuid: ssid,
      session_uuid: ssid,
      ssid,
      title: closed.get(ssid) ?? title,
      mode,
      managed,
      active,
      playing: nowPlaying.mode === 'active' && active > 0,
      nowPlaying,
      invitedBy: (inviterId !== null && people.get(inviterId)) || null,
    }
  })
}
