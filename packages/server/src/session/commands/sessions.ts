import { randomUUID } from 'node:crypto'
import type { NewSession } from '@jointly/contract'
import { DEFAULT_SKIP_PERCENT, defaultPolicy } from '@jointly/domain'
import { lockSessions, lockUsers } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { hasLoaded, storeFallback } from '../access/fallback-playlist.ts'
import { NO_FLAVOR } from '../access/song-refusals.ts'
import { notifyFriendsOf, notifyHomeLists } from '../access/home-lists.ts'
import { findMembership } from '../access/membership.ts'
import {
  countOwned,
  deleteSession,
  homeListUsers,
  insertSession,
  setFavorite,
} from '../access/session-store.ts'
import type { SessionContext } from '../context.ts'
import { insertPlayback } from '../playback/store.ts'

/** The number of sessions that one user may own. The limit keeps a user from filling the database. */
const SESSIONS_PER_USER = 100
const tooManySessions = {
  message: `You have ${SESSIONS_PER_USER} sessions. Please delete one before you create another.`,
}

/** Creates a session. It is random (not managed) until the owner upgrades it (S3). */
export async function createSession(
  { db, now, bus }: SessionContext,
  ownerId: string,
  { title, isPrivate, fallback }: NewSession,
): Promise<{ id: string } | Refusal> {
  const ssid = randomUUID()
  const policy = defaultPolicy(isPrivate)
  const flavor = JSON.stringify(NO_FLAVOR)
  const session = { ssid, title, ownerId, policy, skipPercent: DEFAULT_SKIP_PERCENT, flavor }
  const refused = await transact(db, async (trx) => {
    // The owner's row is locked, so that concurrent calls of one user run one after the other and each counts
    // all sessions.
    const [owner] = await lockUsers(trx, [ownerId])
    if (!owner) return refuse('unauthenticated')
    if ((await countOwned(trx, ownerId)) >= SESSIONS_PER_USER) return refuse('too-many', tooManySessions)
    if (fallback !== undefined && !(await hasLoaded(trx, ownerId, fallback)))
      return refuse('invalid', { fields: { fallback: 'gone' } })
    await insertSession(trx, session, now())
    await insertPlayback(trx, ssid)
    if (fallback !== undefined) await storeFallback(trx, { ssid, userId: ownerId }, fallback)
    return null
  })
  if (refused) return refused
  await notifyHomeLists(bus, [ownerId])
  return { id: ssid }
}

/** Deletes a session and removes everyone from it. Only the owner may do this (S6). */
export async function removeSession(
  context: SessionContext,
  ssid: string,
  userId: string,
): Promise<Record<string, never> | Refusal> {
  const { db, now, bus, presence } = context
  const deleted = await transact(db, async (trx) => {
    // While the session is locked, nobody can enter it, and it cannot get another owner.
    await lockSessions(trx, [ssid])
    const membership = await findMembership(trx, ssid, userId, now())
    if (isRefused(membership)) return membership
    if (membership.role !== 'owner') return refuse('forbidden')
    const affectedUsers = await homeListUsers(trx, ssid)
    await deleteSession(trx, ssid)
    return { affectedUsers, policy: membership.policy }
  })
  if (isRefused(deleted)) return deleted
  const activeUsers = deleted.policy === 'free' ? presence.active(ssid) : []
  bus.publish({ type: 'gone', ssid, userId: null, reason: 'deleted' })
  presence.forget(ssid)
  await notifyHomeLists(bus, deleted.affectedUsers)
  await notifyFriendsOf(context, activeUsers)
  return {}
}

/**
 * Sets or removes the star of a session (I2). Everyone who was ever inside may remove it, even if the session
 * does not let them in now.
 */
export async function saveFavorite(
  { db, now, bus }: SessionContext,
  { ssid, userId, favorite }: { ssid: string; userId: string; favorite: boolean },
): Promise<Record<string, never> | Refusal> {
  const membership = favorite ? await findMembership(db, ssid, userId, now()) : null
  if (isRefused(membership)) return membership
  const wasInside = await setFavorite(db, ssid, userId, favorite)
  if (!wasInside) return refuse(favorite ? 'not-inside' : 'not-found')
  bus.publish({ type: 'you', ssid, userId })
  await notifyHomeLists(bus, [userId])
  return {}
}
