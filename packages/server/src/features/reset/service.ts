import { SUPER_LEVEL } from '@jointly/contract'
import { refuseIfDeleted } from '../../platform/db/foreign-keys.ts'
import { lockUsers } from '../../platform/db/row-locks.ts'
import type { Db, Trx } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Caller } from '../../platform/http/handle.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import type { SecurityLog } from '../../platform/log/security-log.ts'
import { insertReset, ownerOf, takeReset } from './store.ts'

/** A logged-in user and their network. */
type Requester = { caller: Caller; network: string }

/** The data of a user that a reset needs. */
export type ResetUser = { id: string; username: string; email: string }

export type ResetDeps = {
  db: Db
  /** Epoch milliseconds. */
  now: () => number
  publicOrigin: string | null
  /** Null if the user proved their identity recently. Otherwise the refusal that asks for the password. */
  confirm(asker: Requester, password: string | undefined): Promise<Refused | null>
  personByName(username: string): Promise<ResetUser | undefined>
  /** The hash of a new password, or the refusal (A10). @param field the name of the password in the body */
  hashPassword(password: string, username: string, field: string): Promise<string | Refused>
  /** Stores a password and ends all logins of the user. @returns the ids of the ended logins */
  replacePassword(trx: Trx, userId: string, passwordHash: string): Promise<readonly string[]>
  /** Ends all logins of a user. @returns the ids of the ended logins */
  endLogins(userId: string): Promise<readonly string[]>
  /** Publishes that logins ended, after the commit. */
  loginsEnded(userId: string, loginIds: readonly string[]): void
  logSecurity: SecurityLog
}

const nobody = refuse('invalid', { fields: { username: 'nobody' } })

/**
 * Creates a reset link for another user, and ends their logins if requested (A14). @param origin that the other user
 * will open
 */
export async function createResetLink(
  deps: ResetDeps,
  { caller, network }: Requester,
  input: { username: string; password?: string | undefined; endLogins?: boolean | undefined },
  origin: string,
): Promise<{ username: string; link: string; validUntil: number } | Refused> {
  if (caller.level !== SUPER_LEVEL) return refuse('forbidden')
  const unconfirmed = await deps.confirm({ caller, network }, input.password)
  if (unconfirmed) return unconfirmed
  const person = await deps.personByName(input.username)
  if (!person) return nobody
  if (person.id === caller.userId) return refuse('invalid', { fields: { username: 'self' } })
  const reset = await refuseIfDeleted(insertReset(deps.db, person.id, deps.now()), nobody)
  if (isRefused(reset)) return reset
  const { code, validUntil } = reset
  deps.logSecurity({ event: 'reset.created', userId: caller.userId, network, targetId: person.id })
  if (input.endLogins) {
    const loginIds = await deps.endLogins(person.id)
    const event = { event: 'login.ended', userId: caller.userId, network, targetId: person.id } as const
    deps.logSecurity({ ...event, loginIds })
    deps.loginsEnded(person.id, loginIds)
  }
  return { username: person.username, link: resetLink(origin, code), validUntil }
}

/**
 * Sets a new password with a code and uses the code up. All invalid codes get the same answer (A14). @param network
 * of the client
 */
export async function resetPassword(
  deps: ResetDeps,
  { code, password }: { code: string; password: string },
  network: string,
): Promise<Record<string, never> | Refused> {
  const owner = await ownerOf(deps.db, code, deps.now())
  if (!owner) return refuse('reset')
  const { userId, username } = owner
  const passwordHash = await deps.hashPassword(password, username, 'password')
  if (isRefused(passwordHash)) return passwordHash
  const loginIds = await transact<readonly string[] | Refused>(deps.db, async (trx) => {
    await lockUsers(trx, [userId])
    if (!(await takeReset(trx, code, deps.now()))) return refuse('reset')
    return deps.replacePassword(trx, userId, passwordHash)
  })
  if (isRefused(loginIds)) return loginIds
  deps.logSecurity({ event: 'reset.used', userId, network, loginIds })
  deps.loginsEnded(userId, loginIds)
  return {}
}

/** The address where a code is used. */
export function resetLink(origin: string, code: string): string {
  return `${origin}/#/reset/${code}`
}
