import type { CurrentLogin, GuestAnswer, GuestName, NewGuest, User } from '@jointly/contract'
import { isOpenByLink } from '@jointly/domain'
import type { LoginContext } from '../../people/login/context.ts'
import { deviceOf } from '../../people/login/device.ts'
import { type LoginSource, presentUser } from '../../people/login/log-in.ts'
import {
  guestOfDevice,
  guestsOf,
  insertGuest,
  type JoiningGuest,
  renewGuest,
  storeNickname,
} from '../../people/guests.ts'
import {
  banGuestOfDevice,
  hasBans,
  keepBansOfDevice,
  sessionsBanning,
} from '../../people/guest-device-bans.ts'
import { type StoredUser, userById } from '../../people/users.ts'
import { refuseIfTaken } from '../../platform/db/constraint-errors.ts'
import { lockSessions, lockUsers } from '../../platform/db/row-locks.ts'
import type { Trx } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Caller } from '../../platform/http/router.ts'
import { type Attempt, limit } from '../../platform/http/rate-limit.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { hashOfSecret, newSecretCode } from '../../platform/security/secret-code.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import { noInvitation } from '../../session/access/no-invitation.ts'
import { findSession } from '../../session/access/session-store.ts'
import { relatedSessions } from '../../session/commands/owner-change.ts'
import { publishPerson } from '../../session/commands/publish-person.ts'
import type { SessionContext } from '../../session/context.ts'
import { GUESTS_PER_SESSION, NEW_GUESTS_PER_NETWORK, PLACE_KEPT_MS } from './guest-limits.ts'

/**
 * A joining guest waits at most this long until their account at the provider is linked. After that time, linking
 * continues in the background.
 */
const LINK_WAIT_MS = 2_000

const sessionIsFull = refuse('too-many', {
  message: 'This session has as many guests as it can have. Log in to join.',
})
const sessionTakesNoGuests = refuse('no-guests', { message: 'This session takes no guests now.' })
const serverTakesNoGuests = refuse('no-guests', { message: 'This server takes no guests.' })
const tryAgain = refuse('rate-limited', { retryAfterSec: 1 })
export const hasAccount = refuse('forbidden', { message: 'You have an account already.' })

/** The user for whom an account of the built-in provider is linked, with the name of the user. */
export type Listener = { userId: string; username: string }

/** A guest with their new login. */
type JoinedGuest = { user: StoredUser; active: CurrentLogin }

/** Starts a login of a guest in the transaction that created or locked the guest. */
type StartLogin = (trx: Trx, userId: string) => Promise<CurrentLogin>

export type GuestContext = LoginContext & {
  sessions: SessionContext
  /** Whether this server allows guests (G5). */
  guests: boolean
  /** Links an account of the built-in provider for a user (L15). With another provider, the call is refused. */
  linkAccount(user: Listener): Promise<unknown>
  /**
   * Deletes a user with everything that belongs to the user (A7). `check` runs after the user's row is locked. If it
   * refuses, nothing is deleted.
   */
  deleteUser(
    userId: string,
    network: string | null,
    check: (trx: Trx) => Promise<Refusal | null>,
  ): Promise<Refusal | null>
}

/** Joins an open session as a guest (G1). If the device is known, its guest joins again (G3). */
export async function joinAsGuest(
  deps: GuestContext,
  { nickname, ssid, device }: NewGuest,
  from: LoginSource,
): Promise<GuestAnswer | Refusal> {
  const { db, now } = deps
  if (!deps.guests) return serverTakesNoGuests
  const session = await findSession(db, ssid, now())
  if (!session || !isOpenByLink(session.policy)) return noInvitation
  if (!session.guests) return sessionTakesNoGuests
  const known = device ? await guestOfDevice(db, hashOfSecret(device)) : undefined
  const start: StartLogin = (trx, userId) => deps.tokens.issue(trx, userId, deviceOf(from.userAgent))
  const returned = known ? await comeBack(deps, known, { nickname, ssid }, start) : undefined
  const isBanned = device ? (await sessionsBanning(db, hashOfSecret(device))).length > 0 : false
  const secret = device && (returned || isBanned) ? device : newSecretCode()
  const guest = { nickname, ssid, deviceHash: hashOfSecret(secret) }
  const joined = returned ?? (await createGuest(deps, guest, from.network, start))
  if (isRefused(joined)) return joined
  const { user, active } = joined
  if (isBanned) await publishPerson(deps.sessions, user.id)
  await deps.tokens.endSurplus(user.id)
  const loginIds = [active.id]
  deps.logSecurity({
    event: 'guest.joined',
    userId: user.id,
    network: from.network,
    sessionId: ssid,
    loginIds,
  })
  await linkForSound(deps, user)
  return { user: presentUser(user), active, device: secret }
}

/**
 * Links an account, so that a guest can hear the songs (L15). If the provider takes too long or is away, the
 * guest joins without an account.
 */
async function linkForSound({ linkAccount, sessions }: GuestContext, user: StoredUser): Promise<void> {
  const linked = linkAccount({ userId: user.id, username: user.username }).catch((error: unknown) =>
    sessions.logFault(error, 'a guest could not be linked'),
  )
  await withTimeout(linked, LINK_WAIT_MS, () => undefined)
}

async function createGuest(
  deps: GuestContext,
  guest: JoiningGuest,
  network: string,
  start: StartLogin,
): Promise<JoinedGuest | Refusal> {
  const { db, now, limiter } = deps
  const attempt: Attempt = [NEW_GUESTS_PER_NETWORK, network]
  const tooMany = await limit(limiter, [attempt])
  if (tooMany) return tooMany
  const creating = transact<JoinedGuest | Refusal>(db, async (trx) => {
    const bannedFrom = await sessionsBanning(trx, guest.deviceHash)
    await lockSessions(trx, [guest.ssid, ...bannedFrom])
    const refused = await checkRoom(deps, trx, guest.ssid)
    if (refused) return refused
    const user = await insertGuest(trx, guest, now())
    if (bannedFrom.length > 0) await banGuestOfDevice(trx, user.id, guest.deviceHash)
    return { user, active: await start(trx, user.id) }
  })
  // Two joins at the same time can have the secret of the same banned device. Only one guest may have the secret, so
  // one of the joins is refused.
  const joined = await refuseIfTaken(creating, tryAgain)
  if (isRefused(joined)) await limiter.giveBack(attempt)
  return joined
}

/**
 * Logs a known guest in again. The guest's row is locked, so an upgrade at the same time waits and then also ends this
 * new login (G6).
 * @returns undefined if the guest was deleted or got an account in the meantime
 */
async function comeBack(
  deps: GuestContext,
  userId: string,
  guest: Pick<JoiningGuest, 'nickname' | 'ssid'>,
  start: StartLogin,
): Promise<JoinedGuest | Refusal | undefined> {
  const { db, now, sessions } = deps
  const joined = await transact<JoinedGuest | Refusal | undefined>(db, async (trx) => {
    const locked = await lockGuest(trx, userId)
    if (!locked) return undefined
    const refused = await checkRoom(deps, trx, guest.ssid, userId)
    if (refused) return refused
    await renewGuest(trx, userId, guest, now())
    return { user: { ...locked, username: guest.nickname }, active: await start(trx, userId) }
  })
  if (joined && !isRefused(joined)) await publishPerson(sessions, userId)
  return joined
}

/**
 * Locks the row of a guest until the transaction ends.
 * @returns undefined if the guest was deleted or has an account
 */
export async function lockGuest(trx: Trx, userId: string): Promise<StoredUser | undefined> {
  await lockUsers(trx, [userId])
  const user = await userById(trx, userId)
  return user?.guest === 1 ? user : undefined
}

/**
 * Refuses if a session has no room for a guest (G4). The session is locked, so that guests who join at the same time
 * are counted too.
 * @param userId the guest, if the guest joined before; this guest is not counted
 */
async function checkRoom(
  { now, sessions: { presence } }: GuestContext,
  trx: Trx,
  ssid: string,
  userId?: string,
): Promise<Refusal | null> {
  const [exists] = await lockSessions(trx, [ssid])
  if (exists === undefined) return noInvitation
  const sinceMs = now() - PLACE_KEPT_MS
  const others = (await guestsOf(trx, ssid)).filter(
    (guest) => guest.userId !== userId && (guest.usedAt > sinceMs || presence.has(ssid, guest.userId)),
  )
  return others.length >= GUESTS_PER_SESSION ? sessionIsFull : null
}

/**
 * Copies the bans of a guest to the guest's device, before the guest is deleted (G3). The caller has locked the
 * guest's row.
 */
export async function keepBans(trx: Trx, userId: string): Promise<void> {
  if (!(await hasBans(trx, userId))) return
  // All related sessions are locked at once and in a fixed order, which prevents deadlocks. The deletion locks the same
  // sessions later.
  await lockSessions(trx, await relatedSessions(trx, userId))
  await keepBansOfDevice(trx, userId)
}

/** Changes the nickname of the caller, who is a guest (G9). */
export async function renameGuest(
  { db, sessions }: GuestContext,
  { userId, guest }: Caller,
  { nickname }: GuestName,
): Promise<User | Refusal> {
  if (!guest) return refuse('forbidden', { message: 'Only guests have a nickname.' })
  const renamed = await transact<StoredUser | undefined>(db, async (trx) => {
    const locked = await lockGuest(trx, userId)
    if (!locked) return undefined
    await storeNickname(trx, userId, nickname)
    return { ...locked, username: nickname }
  })
  if (!renamed) return hasAccount
  await publishPerson(sessions, userId)
  return presentUser(renamed)
}

/** Deletes the caller, who is a guest (G7). */
export async function deleteGuest(
  { deleteUser }: GuestContext,
  { userId, guest }: Caller,
  network: string,
): Promise<Record<string, never> | Refusal> {
  if (!guest) return refuse('forbidden', { message: 'Delete your account in the settings.' })
  const refused = await deleteUser(userId, network, async (trx) => {
    if (!(await lockGuest(trx, userId))) return refuse('unauthenticated')
    await keepBans(trx, userId)
    return null
  })
  return refused ?? {}
}
