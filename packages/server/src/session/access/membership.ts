import { type Admission, admit, isOpenByLink, type Role, roleOf } from '@jointly/domain'
import type { ErrorCode } from '@jointly/contract'
import { createGroupCommit, type GroupCommit } from '../../platform/db/group-commit.ts'
import type { Db } from '../../platform/db/tables.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import {
  findStoredMemberships,
  invitersOf,
  type SessionUser,
  type StoredMembership,
} from './session-store.ts'

/** A session with the role of one user in it. Only users whom the session lets in have a membership. */
export type Membership = StoredMembership & { role: Role }

const refusalCodes: Record<Exclude<Admission, 'enter'>, ErrorCode> = {
  banned: 'banned',
  policy: 'policy',
  'no-guests': 'no-guests',
  hidden: 'not-found',
}

/**
 * Returns the membership of a user in a session, or the refusal if the session does not let the user in (S2,
 * S5). Every call about a session starts with this check.
 * @param now epoch milliseconds
 */
export async function findMembership(
  db: Db,
  ssid: string,
  userId: string,
  now: number,
): Promise<Membership | Refusal> {
  const [membership = refuse('not-found')] = await findMemberships(db, [{ ssid, userId }], now)
  return membership
}

/** Finds the memberships of many users with one query. The result has the order of `users`. */
export async function findMemberships(
  db: Db,
  users: readonly SessionUser[],
  now: number,
): Promise<(Membership | Refusal)[]> {
  const stored = await findStoredMemberships(db, users, now)
  return authorise(
    db,
    users.map(({ userId }, index) => ({ userId, stored: stored[index] })),
  )
}

/** Finds memberships. Calls that arrive at the same time share one query. */
export type MembershipLoader = GroupCommit<SessionUser, Membership | Refusal>

/**
 * Creates the function that finds memberships.
 * @param now returns the time in epoch milliseconds
 */
export function createMembershipLoader(db: Db, now: () => number): MembershipLoader {
  return createGroupCommit((users: readonly SessionUser[]) => findMemberships(db, users, now()))
}

/** A user who wants to enter a session. `stored` is undefined if the session does not exist. */
type Candidate = { userId: string; stored: StoredMembership | undefined }

async function authorise(db: Db, candidates: readonly Candidate[]): Promise<(Membership | Refusal)[]> {
  const invitedBy = await inviterRoles(db, candidates)
  return candidates.map(({ userId, stored }, index) => {
    if (!stored) return refuse('not-found')
    const role = roleIn(stored, userId, stored.level)
    const admission = admit({
      policy: stored.policy,
      role,
      isBanned: stored.isBanned,
      invitedBy: invitedBy.get(index) ?? [],
      wasInside: stored.wasInside,
      hasAccount: stored.hasAccount,
      guests: stored.guests,
    })
    return admission === 'enter' ? { ...stored, role } : refuse(refusalCodes[admission])
  })
}

/**
 * Finds the current roles of the people who invited each user. It skips users with a role, and sessions that everyone
 * with the link may enter. The keys of the result are the indexes of the users in `candidates`.
 */
async function inviterRoles(db: Db, candidates: readonly Candidate[]): Promise<Map<number, Role[]>> {
  const roles = new Map<number, Role[]>()
  const needInvite = candidates.flatMap(({ userId, stored }, position) =>
    stored && !isOpenByLink(stored.policy) && roleIn(stored, userId, stored.level) === 'guest'
      ? [{ ssid: stored.ssid, userId, stored, position }]
      : [],
  )
  if (needInvite.length === 0) return roles
  for (const { index, inviterId, level } of await invitersOf(db, needInvite)) {
    const user = needInvite[index]
    if (!user) continue
    const known = roles.get(user.position) ?? []
    roles.set(user.position, [...known, roleIn(user.stored, inviterId, level)])
  }
  return roles
}

function roleIn(session: StoredMembership, userId: string, level: StoredMembership['level']): Role {
  return roleOf({ isOwner: session.ownerId === userId, level, managed: session.managed })
}
