import type { GuestUpgrade, User } from '@jointly/contract'
import { usernameKey } from '@jointly/domain'
import { renameAccounts } from '../../accounts/account-store.ts'
import type { LinkedAccounts } from '../../accounts/linked-accounts.ts'
import { storeAccountOfGuest } from '../../people/guests.ts'
import type { LoginContext } from '../../people/login/context.ts'
import { type LoginSource, presentUser } from '../../people/login/log-in.ts'
import { levelByTicket, setLevel, userById } from '../../people/users.ts'
import { refuseIfTaken } from '../../platform/db/constraint-errors.ts'
import { lockUser } from '../../platform/db/row-locks.ts'
import type { Db, Trx } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { Caller } from '../../platform/http/router.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { publishPerson } from '../../session/commands/publish-person.ts'
import type { SessionContext } from '../../session/context.ts'
import { hasAccount, keepBans, lockGuest } from './service.ts'

const nameIsTaken = refuse('taken', { fields: { username: 'taken' } })
const ticketIsMissing = refuse('forbidden', {
  message: 'Accounts are by ticket only here. Ask the person who runs this server.',
})

type Tickets = {
  /** The limit of attempts to use a ticket, for each network. */
  claims: RateLimit
  isClaimable(db: Db, code: string, nowMs: number): Promise<boolean>
  /** Marks a ticket as used. Of several callers, only one gets true. */
  use(trx: Trx, code: string, nowMs: number): Promise<boolean>
  /** Returns the id of a ticket for the security log. */
  idOf(code: string): string
}

export type UpgradeContext = LoginContext & {
  sessions: SessionContext
  registration: 'open' | 'ticket'
  /** The tickets with which guests create accounts (A6). */
  tickets: Tickets
  /** Whether guests have an account that this server created at the built-in provider (L15). */
  canLinkDirectly: boolean
  accounts: Pick<LinkedAccounts, 'notifyChange'>
}

/**
 * Converts the caller, who is a guest, to a user with an account (G6). The user keeps the id, votes, sessions and
 * timeline. If the registration needs a ticket, the ticket is used (A6).
 */
export async function upgradeGuest(
  deps: UpgradeContext,
  { userId, guest, tokenId }: Caller,
  { username, password, email = '', ticket }: GuestUpgrade,
  from: LoginSource,
): Promise<User | Refusal> {
  const { db, now, tickets } = deps
  if (!guest) return hasAccount
  if (ticket === undefined && deps.registration === 'ticket') return ticketIsMissing
  if (ticket !== undefined && !(await tickets.isClaimable(db, ticket, now()))) return refuse('ticket')
  const passwordHash = await deps.passwords.hash(password, username, 'password')
  if (isRefused(passwordHash)) return passwordHash
  const account = { username, usernameKey: usernameKey(username), email, passwordHash }
  const upgrade = transact<readonly string[] | Refusal>(db, async (trx) => {
    // No new ban may refer to the guest while `keepBans` copies the bans.
    await lockUser(trx, userId)
    if (!(await lockGuest(trx, userId))) return hasAccount
    if (ticket !== undefined) {
      if (!(await tickets.use(trx, ticket, now()))) return refuse('ticket')
      await setLevel(trx, userId, await levelByTicket(trx))
    }
    await keepBans(trx, userId)
    await storeAccountOfGuest(trx, userId, account)
    if (deps.canLinkDirectly) await renameAccounts(trx, userId, username)
    await deps.knownNetworks.remember(trx, { userId, username, network: from.network })
    return deps.tokens.endAll(trx, userId, tokenId)
  })
  const ended = await refuseIfTaken(upgrade, nameIsTaken)
  if (isRefused(ended)) return ended
  deps.tokens.publishEnded(userId, ended)
  const { network } = from
  if (ticket !== undefined)
    deps.logSecurity({ event: 'ticket.claimed', userId, network, ticketId: tickets.idOf(ticket) })
  deps.logSecurity({ event: 'account.created', userId, network, loginIds: ended })
  deps.accounts.notifyChange(userId)
  await publishPerson(deps.sessions, userId)
  const user = await userById(db, userId)
  return user ? presentUser(user) : refuse('unauthenticated')
}
