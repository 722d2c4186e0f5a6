import { isAhead, isOver } from '@jointly/domain'
import { createGroupCommit } from '../../platform/db/group-commit.ts'
import { lockCallers, lockSessions } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { invitedAgain, notifyFriendsOf, notifyHomeLists } from '../access/home-lists.ts'
import { findMemberships, type Membership, type MembershipLoader } from '../access/membership.ts'
import { saveVisits, type SessionUser } from '../access/session-store.ts'
import type { SessionContext } from '../context.ts'
import { continuePlayback } from '../playback/due-sessions.ts'
import { loadPlayback } from '../playback/store.ts'
import { deleteEmptyVisits } from '../timeline/store.ts'
import { startVisits } from '../timeline/timeline.ts'

/**
 * Live connections that arrive within this many milliseconds enter together. If none arrived in the last 20 ms, the
 * next one does not wait.
 */
const CONNECT_TOGETHER_MS = 20

export type Arrivals = {
  /**
   * Lets the user enter by a poll. The user is active for the next 30 seconds (S4).
   * @param hasSound whether the user plays sound (K1); undefined if the call contains no such field
   */
  poll(ssid: string, userId: string, hasSound?: boolean): Promise<Membership | Refusal>
  /** Lets the user enter by a live connection. The user is active while the connection is open (S4). */
  connect(
    ssid: string,
    userId: string,
    connectionId: string,
    hasSound: boolean,
  ): Promise<Membership | Refusal>
}

/**
 * Lets users enter sessions, if the session allows that, and starts their visits (S2, S4). Users who arrive
 * together share queries.
 */
export function createArrivals(context: SessionContext, memberships: MembershipLoader): Arrivals {
  const { presence } = context
  const visitStarts = createGroupCommit((users: readonly SessionUser[]) => startStays(context, users))
  const throttle = createThrottle(CONNECT_TOGETHER_MS)

  /** The visits that are being stored, by session and user. */
  const starts = new Map<string, Promise<Membership | Refusal>>()

  /**
   * Lets one user enter. If another device of the user is entering at this moment, both get the same result.
   * @param activate makes the user active and returns whether the user was not active before
   * @param undo takes back what `activate` did
   */
  async function enter(
    user: SessionUser,
    activate: () => boolean,
    undo: () => void,
  ): Promise<Membership | Refusal> {
    const membership = await memberships.add(user)
    if (isRefused(membership)) return membership
    const key = `${user.ssid} ${user.userId}`
    if (activate()) starts.set(key, visitStarts.add(user))
    const start = starts.get(key)
    // If the user was active already, another server may still be storing their first visit, which makes the session a
    // favorite. So `afterVisit` returns the membership with the result of that visit.
    if (!start) return afterVisit(membership)
    try {
      const entered = await start
      if (isRefused(entered)) undo()
      return entered
    } catch (error) {
      // After a failed entry the user must be inactive, unless another entry succeeded. Otherwise the next attempt would
      // not start a visit.
      undo()
      throw error
    } finally {
      if (starts.get(key) === start) starts.delete(key)
    }
  }

  return {
    poll: (ssid, userId, hasSound) =>
      enter(
        { ssid, userId },
        () => presence.poll(ssid, userId, hasSound),
        () => presence.endPoll(ssid, userId),
      ),
    async connect(ssid, userId, connectionId, hasSound) {
      await throttle()
      return enter(
        { ssid, userId },
        () => presence.connect(ssid, userId, connectionId, hasSound),
        () => {
          presence.disconnect(ssid, userId, connectionId, 0)
          // If the connection was closed meanwhile, the user is still active for some seconds (S4).
          presence.endPoll(ssid, userId)
        },
      )
    },
  }
}

/** Returns a membership as it is after a visit: the first visit makes the session a favorite (I2). */
function afterVisit(membership: Membership): Membership {
  return { ...membership, isFavorite: membership.isFavorite || !membership.wasInside, wasInside: true }
}

type Arrival = SessionUser & { readonly membership: Membership }

/**
 * Starts the visits of users who just became active. Their access is checked again, and users who may not enter are
 * removed.
 */
async function startStays(
  context: SessionContext,
  users: readonly SessionUser[],
): Promise<(Membership | Refusal)[]> {
  // The access is checked again, because the user may have been banned since the first check. A ban removes only active
  // users, and this user was not active then.
  const memberships = await findMemberships(context.db, users, context.now())
  const admitted = users.flatMap(({ ssid, userId }, index): Arrival[] => {
    const membership = memberships[index]
    return membership === undefined || isRefused(membership) ? [] : [{ ssid, userId, membership }]
  })
  const refusals = new Map<string, ReadonlyMap<string, Refusal>>()
  for (const [ssid, arrivals] of Map.groupBy(admitted, ({ ssid }) => ssid))
    refusals.set(ssid, await saveArrivals(context, ssid, arrivals))
  return users.map(({ ssid, userId }, index) => {
    const membership = refusals.get(ssid)?.get(userId) ?? memberships[index] ?? refuse('not-found')
    if (!isRefused(membership)) return afterVisit(membership)
    // A call that must only wait (G6) says nothing about the user's other connections.
    if (membership.code !== 'rate-limited') context.presence.remove(ssid, userId)
    return membership
  })
}

/**
 * Stores the visits of users who enter a session, and adds the song that plays to their timelines. If the music of the
 * session had stopped, it continues.
 * @returns a refusal for each user who did not enter, because the session or the user was deleted, or because another
 * transaction is deleting the user or makes an account of the guest (G6)
 */
async function saveArrivals(
  context: SessionContext,
  ssid: string,
  arrivals: readonly Arrival[],
): Promise<ReadonlyMap<string, Refusal>> {
  const [first] = arrivals
  if (!first) return new Map()
  const arriving = [...new Set(arrivals.map(({ userId }) => userId))]
  const { title, policy } = first.membership
  const visitAt = context.now()
  const { refused, entered, invited } = await transact(context.db, async (trx) => {
    const [session] = await lockSessions(trx, [ssid])
    if (session === undefined)
      return { refused: new Map(arriving.map((id) => [id, refuse('not-found')])), entered: [], invited: [] }
    const refused = await lockCallers(trx, arriving)
    const userIds = arriving.filter((id) => !refused.has(id))
    if (userIds.length === 0) return { refused, entered: [], invited: [] }
    const invited = await invitedAgain(trx, ssid, userIds)
    await deleteEmptyVisits(trx, ssid, userIds)
    await saveVisits(trx, ssid, userIds, visitAt)
    const { playing } = await loadPlayback(trx, ssid)
    const running = playing && !isOver(playing, visitAt) && !isAhead(playing, visitAt) ? playing : null
    await startVisits(trx, { userIds, ssid, title, visitAt, running })
    return { refused, entered: userIds, invited }
  })
  if (entered.length === 0) return refused
  await continuePlayback(context, ssid)
  const isNew = ({ userId, membership }: Arrival): boolean => !membership.wasInside && !refused.has(userId)
  await notifyHomeLists(context.bus, [...arrivals.filter(isNew).map(({ userId }) => userId), ...invited])
  if (policy === 'free') await notifyFriendsOf(context, entered)
  return refused
}

/**
 * Creates a function that limits how often some work starts. The first caller continues at once. All callers of the
 * next `intervalMs` wait, and then continue together.
 */
function createThrottle(intervalMs: number): () => Promise<void> {
  let passedAtMs = -Infinity
  let next: Promise<void> | null = null
  return () => {
    const waitMs = passedAtMs + intervalMs - performance.now()
    next ??= new Promise<void>((resolve) => {
      setTimeout(resolve, Math.max(0, waitMs))
    }).then(() => {
      passedAtMs = performance.now()
      next = null
    })
    return next
  }
}
