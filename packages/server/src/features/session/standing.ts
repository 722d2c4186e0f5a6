import { type Admission, admit, type Role, roleOf } from '@jointly/domain'
import type { ErrorCode } from '@jointly/contract'
import type { Db } from '../../db/tables.ts'
import { type Refused, refuse } from '../../refusal.ts'
import { findStandings, findStandingsIn, inviters, type StoredStanding } from './store.ts'

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
  visitors: readonly { ssid: string; userId: string }[],
  now: number,
): Promise<(Standing | Refused)[]> {
  const standings: (Standing | Refused)[] = []
  for (const [index, stored] of (await findStandings(db, visitors, now)).entries())
    standings.push(stored ? await judged(db, stored, visitors[index]?.userId ?? '') : refuse('not-found'))
  return standings
}

/** The same for many people of one session, by person. */
export async function standingsIn(
  db: Db,
  ssid: string,
  userIds: readonly string[],
  now: number,
): Promise<Map<string, Standing | Refused>> {
  const stored = await findStandingsIn(db, ssid, userIds, now)
  const standings = new Map<string, Standing | Refused>()
  for (const userId of userIds) {
    const own = stored.get(userId)
    standings.set(userId, own ? await judged(db, own, userId) : refuse('not-found'))
  }
  return standings
}

async function judged(db: Db, stored: StoredStanding, userId: string): Promise<Standing | Refused> {
  const role = roleOf({ isOwner: stored.ownerId === userId, level: stored.level, managed: stored.managed })
  const admission = admit({
    policy: stored.policy,
    role,
    isBanned: stored.isBanned,
    invitedBy: role === 'guest' ? await inviterRoles(db, stored, userId) : [],
    wasInside: stored.wasInside,
  })
  return admission === 'enter' ? { ...stored, role } : refuse(refusalOf[admission])
}

/** The present roles of those who invited the person; asked only where the policy depends on it. */
async function inviterRoles(db: Db, session: StoredStanding, userId: string): Promise<Role[]> {
  if (session.policy === 'free' || session.policy === 'link') return []
  const rows = await inviters(db, session.ssid, userId)
  return rows.map((row) =>
    roleOf({ isOwner: row.userId === session.ownerId, level: row.level, managed: session.managed }),
  )
}
