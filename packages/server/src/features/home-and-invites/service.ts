import type { Invite } from '@jointly/contract'
import { isOpenByLink, isOver, mayInvite } from '@jointly/domain'
import { lockSessions, lockUsersShared } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Caller } from '../../platform/http/router.ts'
import { areFriends, friendIdsOf } from '../../people/friends.ts'
import { publicUsers } from '../../people/users.ts'
import { refusedSessions } from '../../session/access/refused-sessions.ts'
import { findMembership } from '../../session/access/membership.ts'
import type { SessionContext } from '../../session/context.ts'
import { lastSongs } from '../../session/playback/store.ts'
import { presentNowPlaying } from '../../songs/played-song.ts'
import { songsByIds } from '../../songs/songs.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import {
  favoritesOf,
  freeSessionsOfFriends,
  incomingOf,
  isBannedFrom,
  type ListedSession,
  saveInvite,
} from './store.ts'

/** The number of friends that a row of the home list names (I4). */
const NAMED_FRIENDS = 10

/** When the home list looks for free sessions, it ignores visits of friends that began longer ago than this. */
const LONGEST_VISIT_MS = 24 * 60 * 60 * 1000

const onlyFriends = { message: 'Only friends can be invited.' }
/** The refusal for a banned user. Its text is about any person, so it does not reveal the ban (S5). */
const notHere = { message: 'This person cannot be invited into this session.' }

/**
 * Invites a friend to a session; a repeated invite adds no second one (I1). For a user who is not a friend, the
 * answer is the same as for an unknown user.
 */
export async function invite(
  context: SessionContext,
  { ssid, inviterId, invitedId }: { ssid: string; inviterId: string; invitedId: string },
): Promise<Record<string, never> | Refusal> {
  const { db, now, bus, presence } = context
  const refused = await transact(db, async (trx) => {
    await lockSessions(trx, [ssid])
    // The role is read after the lock, because it may change while this call waits for the lock.
    const membership = await findMembership(trx, ssid, inviterId, now())
    if (isRefused(membership)) return membership
    if (!presence.has(ssid, inviterId)) return refuse('not-inside')
    if (!mayInvite(membership.policy, membership.role))
      return refuse('policy', { message: 'In this session only its owner and managers invite.' })
    if (invitedId === inviterId) return refuse('invalid', { fields: { invitedID: 'self' } })
    if (!(await areFriends(trx, inviterId, invitedId))) return refuse('forbidden', onlyFriends)
    const present = await lockUsersShared(trx, [inviterId, invitedId])
    if (!present.has(inviterId)) return refuse('unauthenticated')
    if (!present.has(invitedId)) return refuse('forbidden', onlyFriends)
    if (await isBannedFrom(trx, ssid, invitedId)) return refuse('policy', notHere)
    await saveInvite(trx, { ssid, userId: invitedId, inviterId, invitedAt: now() })
    return null
  })
  if (refused) return refused
  bus.publish({ type: 'person', userId: invitedId, message: { type: 'changed', what: 'invites' } })
  return {}
}

/**
 * Lists the sessions of the home list: the caller's own and starred sessions by last visit, then invites, then free
 * sessions of friends (I2, S2).
 */
export async function homeList(
  context: SessionContext,
  caller: Pick<Caller, 'userId' | 'guest'>,
): Promise<Invite[]> {
  const { db, now } = context
  const { userId } = caller
  const favorites = await favoritesOf(db, userId, now())
  const invited = await incomingOf(db, userId, now())
  const free = await freeSessions(context, userId)
  const rows = new Map<string, ListedSession>()
  for (const row of [...favorites, ...invited, ...free]) {
    const listed = rows.get(row.ssid)
    if (listed === undefined) rows.set(row.ssid, row)
    else if (isInvitedAgain(listed, row)) rows.set(row.ssid, { ...listed, inviterId: row.inviterId })
  }
  const shown = [...rows.values()]
  const closed = await closedAmong(context, caller, shown)
  const open = shown.map(({ ssid }) => ssid).filter((ssid) => !closed.has(ssid))
  return present(context, shown, { closed, friends: await friendsIn(context, userId, open) })
}

/** Returns whether a row is an invite to a favorite that is newer than the last visit (I2). */
function isInvitedAgain(listed: ListedSession, row: ListedSession): boolean {
  return listed.mode === 'favorite' && row.inviterId !== null && row.at > listed.at
}

/** Finds the friends of a user who are active in each of the sessions, by session id (I4). */
async function friendsIn(
  { db, presence }: SessionContext,
  userId: string,
  ssids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const busy = ssids.filter((ssid) => presence.count(ssid) > 0)
  if (busy.length === 0) return new Map()
  const friendIds = await friendIdsOf(db, [userId])
  return new Map(
    busy.map((ssid) => [ssid, friendIds.filter((id) => presence.has(ssid, id)).slice(0, NAMED_FRIENDS)]),
  )
}

/** Finds the sessions that the user may not enter now, with the title that the user may see (S2, G5). */
async function closedAmong(
  context: SessionContext,
  { userId, guest }: Pick<Caller, 'userId' | 'guest'>,
  rows: readonly ListedSession[],
): Promise<ReadonlyMap<string, string>> {
  // The membership is not loaded for sessions that are certainly open for the user.
  const ssids = rows.flatMap(({ ssid, mode, policy, guests }) =>
    mode === 'own' || (isOpenByLink(policy) && (guests || !guest)) ? [] : [ssid],
  )
  return refusedSessions(context.db, userId, ssids, context.now())
}

/** Finds free sessions in which a friend is active (S2). */
async function freeSessions(context: SessionContext, userId: string): Promise<ListedSession[]> {
  const now = context.now()
  const candidates = await freeSessionsOfFriends(context.db, userId, { since: now - LONGEST_VISIT_MS, now })
  return candidates.filter(({ ssid, friendId }) => context.presence.has(ssid, friendId))
}

async function present(
  context: SessionContext,
  rows: readonly ListedSession[],
  {
    closed,
    friends,
  }: { closed: ReadonlyMap<string, string>; friends: ReadonlyMap<string, readonly string[]> },
): Promise<Invite[]> {
  const { db, presence } = context
  const now = context.now()
  const ssids = rows.map(({ ssid }) => ssid).filter((ssid) => !closed.has(ssid))
  const running = await lastSongs(db, ssids)
  for (const [ssid, song] of running) if (isOver(song, now)) running.delete(ssid)
  const [songs, people] = await Promise.all([
    songsByIds(db, [...new Set([...running.values()].map(({ songId }) => songId))]),
    publicUsers(db, [
      ...new Set([
        ...rows.flatMap(({ inviterId }) => inviterId ?? []),
        ...[...running.values()].flatMap(({ byId }) => byId ?? []),
        ...[...friends.values()].flat(),
      ]),
    ]),
  ])
  return rows.map(({ ssid, title, managed, mode, inviterId }) => {
    const nowPlaying = presentNowPlaying(running.get(ssid) ?? null, { songs, people }, now)
    const active = closed.has(ssid) ? 0 : presence.count(ssid)
    const friendsThere = (friends.get(ssid) ?? []).flatMap((id) => people.get(id) ?? [])
    return {
      uuid: ssid,
      session_uuid: ssid,
      ssid,
      title: closed.get(ssid) ?? title,
      mode,
      managed,
      active,
      playing: nowPlaying.mode === 'active' && nowPlaying.pausedAt === undefined && active > 0,
      nowPlaying,
      invitedBy: (inviterId !== null && people.get(inviterId)) || null,
      ...(friendsThere.length > 0 && { friends: friendsThere }),
    }
  })
}
