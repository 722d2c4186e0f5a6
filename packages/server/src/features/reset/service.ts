import { SUPER_LEVEL } from '@jointly/contract'
import { refuseIfGone } from '../../platform/db/foreign-keys.ts'
import { lockUsers } from '../../platform/db/row-locks.ts'
import type { Db, Trx } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Caller } from '../../platform/http/handle.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import type { SecurityLog } from '../../platform/log/security-log.ts'
import { insertReset, ownerOf, takeReset } from './store.ts'

/** Who asks; `network` of the client. */
type Asker = { caller: Caller; network: string }

/** A person as far as a reset concerns them. */
export type Resettable = { id: string; username: string; email: string }

export type ResetDeps = {
  db: Db
  /** Epoch milliseconds. */
  now: () => number
  publicOrigin: string | null
  /** Null when the person proved lately who they are, else the refusal that asks for the password. */
  confirm(asker: Asker, password: string | undefined): Promise<Refused | null>
  personByName(username: string): Promise<Resettable | undefined>
  /** The hash of a new password, or why it is refused (A10). @param field its name in the body */
  hashPassword(password: string, username: string, field: string): Promise<string | Refused>
  /** Stores a password and ends all log-ins of the person. @returns which they were */
  replacePassword(trx: Trx, userId: string, passwordHash: string): Promise<readonly string[]>
  /** Ends all log-ins of a person. @returns which they were */
  endLogins(userId: string): Promise<readonly string[]>
  /** Makes it known that log-ins ended, once that is committed. */
  loginsEnded(userId: string, loginIds: readonly string[]): void
  logSecurity: SecurityLog
}

const nobody = refuse('invalid', { fields: { username: 'nobody' } })

/** Makes a reset link for another person, and ends their log-ins at once if asked to (A14). @param origin where that person will open the app */
export async function createResetLink(
  deps: ResetDeps,
  { caller, network }: Asker,
  input: { username: string; password?: string | undefined; endLogins?: boolean | undefined },
  origin: string,
): Promise<{ username: string; link: string; validUntil: number } | Refused> {
  if (caller.level !== SUPER_LEVEL) return refuse('forbidden')
  const unconfirmed = await deps.confirm({ caller, network }, input.password)
  if (unconfirmed) return unconfirmed
  const person = await deps.personByName(input.username)
  if (!person) return nobody
  if (person.id === caller.userId) return refuse('invalid', { fields: { username: 'self' } })
  const reset = await refuseIfGone(insertReset(deps.db, person.id, deps.now()), nobody)
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

/** Sets a new password by a code, which is used up with it; whatever is wrong with a code is answered alike (A14). @param network of the client */
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

/** Where a code is used. */
export function resetLink(origin: string, code: string): string {
  return `${origin}/#/reset/${code}`
}
