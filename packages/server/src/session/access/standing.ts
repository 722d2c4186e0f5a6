import { type Admission, admit, isOpenByLink, type Role, roleOf } from '@jointly/domain'
import type { ErrorCode } from '@jointly/contract'
import { createGroupCommit, type GroupCommit } from '../../platform/db/group-commit.ts'
import type { Db } from '../../platform/db/tables.ts'
import { type Refused, refuse } from '../../platform/refusal.ts'
import { findStandings, invitersOf, type StoredStanding, type Visitor } from './store.ts'

/** How a person who may take part stands to a session. */
export type Standing = StoredStanding & { role: Role }

const refusalOf: Record<Exclude<Admission, 'enter'>, ErrorCode> = {
  banned: 'banned',
  policy: 'policy',
  hidden: 'not-found',
}

/**
 * How a person stands to a session, or why it refuses them (S2, S5): every call about a session begins with this.
 *
 * @param now epoch milliseconds
 */
export async function standingIn(
  db: Db,
  ssid: string,
  userId: string,
  now: number,
): Promise<Standing | Refused> {
  const [stands = refuse('not-found')] = await standingsOf(db, [{ ssid, userId }], now)
  return stands
}

/** The same for many people and sessions at once, in their order. */
export async function standingsOf(
  db: Db,
  visitors: readonly Visitor[],
  now: number,
): Promise<(Standing | Refused)[]> {
  const stored = await findStandings(db, visitors, now)
  return judged(
    db,
    visitors.map(({ userId }, index) => ({ userId, stored: stored[index] })),
  )
}

/** How people stand to sessions; those who ask at once are looked up at once. */
export type Standings = GroupCommit<Visitor, Standing | Refused>

/** @param now epoch milliseconds */
export function createStandings(db: Db, now: () => number): Standings {
  return createGroupCommit((visitors: readonly Visitor[]) => standingsOf(db, visitors, now()))
}

/** A person, and how a session stands to them; undefined where there is none. */
type Asked = { userId: string; stored: StoredStanding | undefined }

async function judged(db: Db, asked: readonly Asked[]): Promise<(Standing | Refused)[]> {
  const invitedBy = await inviterRoles(db, asked)
  return asked.map(({ userId, stored }, index) => {
    if (!stored) return refuse('not-found')
    const role = roleIn(stored, userId, stored.level)
    const admission = admit({
      policy: stored.policy,
      role,
      isBanned: stored.isBanned,
      invitedBy: invitedBy.get(index) ?? [],
      wasInside: stored.wasInside,
    })
    return admission === 'enter' ? { ...stored, role } : refuse(refusalOf[admission])
  })
}

/** The present roles of those who invited each guest, by their place; asked only where the policy depends on it. */
async function inviterRoles(db: Db, asked: readonly Asked[]): Promise<Map<number, Role[]>> {
  const places = new Map<number, Role[]>()
  const guests = asked.flatMap(({ userId, stored }, place) =>
    stored && !isOpenByLink(stored.policy) && roleIn(stored, userId, stored.level) === 'guest'
      ? [{ ssid: stored.ssid, userId, stored, place }]
      : [],
  )
  if (guests.length === 0) return places
  for (const { index, inviterId, level } of await invitersOf(db, guests)) {
    const guest = guests[index]
    if (!guest) continue
    const roles = places.get(guest.place) ?? []
    places.set(guest.place, [...roles, roleIn(guest.stored, inviterId, level)])
  }
  return places
}

function roleIn(session: StoredStanding, userId: string, level: StoredStanding['level']): Role {
  return roleOf({ isOwner: session.ownerId === userId, level, managed: session.managed })
}
