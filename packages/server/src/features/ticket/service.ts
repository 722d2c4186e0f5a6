import { type Registration, SUPER_LEVEL } from '@jointly/contract'
import { refuseIfDeleted } from '../../platform/db/constraint-errors.ts'
import type { LinkOrigin } from '../../platform/http/link-origin.ts'
import type { Db } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import type { LoginContext } from '../../people/login/context.ts'
import { createUser } from '../../people/users.ts'
import { deleteServerTickets, insertTicket, isClaimable, ticketId, useTicket } from './store.ts'

/** If several servers of one database start within this time, the activation links of all of them are valid. */
const TOGETHER_MS = 60_000

export type TicketDeps = LoginContext & { linkOrigin: LinkOrigin }

/**
 * Creates a ticket (A6).
 * @param origin the origin of the link, which the user of the ticket will open
 * @param network of the client
 */
export async function createTicket(
  deps: TicketDeps,
  caller: { userId: string; level: number },
  origin: string,
  network: string,
): Promise<{ code: string; link: string; validUntil: number } | Refusal> {
  if (caller.level !== SUPER_LEVEL) return refuse('forbidden')
  const { userId } = caller
  const created = await refuseIfDeleted(insertTicket(deps.db, userId, deps.now()), refuse('unauthenticated'))
  if (isRefused(created)) return created
  const { id, code, validUntil } = created
  deps.logSecurity({ event: 'ticket.created', userId, network, ticketId: id })
  return { code, link: activationLink(origin, code), validUntil }
}

/**
 * Creates an account with a ticket, and marks the ticket as used. All invalid tickets get the same answer, so that
 * nobody can test codes (A6).
 * @param network of the client
 */
export async function claimTicket(
  deps: TicketDeps,
  code: string,
  data: Registration,
  network: string,
): Promise<{ success: true } | Refusal> {
  if (!(await isClaimable(deps.db, code, deps.now()))) return refuse('ticket')
  const passwordHash = await deps.passwords.hash(data.password, data.username, 'data.password')
  if (isRefused(passwordHash)) return passwordHash
  const user = await transact<{ id: string } | Refusal>(deps.db, async (trx) => {
    if (!(await useTicket(trx, code, deps.now()))) return refuse('ticket')
    return createUser(trx, { ...data, mayBeFirst: true }, passwordHash, deps.now())
  })
  if (isRefused(user)) return user
  deps.logSecurity({ event: 'ticket.claimed', userId: user.id, network, ticketId: ticketId(code) })
  deps.logSecurity({ event: 'account.created', userId: user.id, network })
  return { success: true }
}

/**
 * Creates an activation link for the first account, and makes earlier links invalid (A5). Links of
 * servers that start together are all valid until one is used.
 */
export async function firstActivationLink(db: Db, nowMs: number, origin: string): Promise<string> {
  const { code } = await transact(db, async (trx) => {
    await deleteServerTickets(trx, nowMs - TOGETHER_MS)
    return insertTicket(trx, null, nowMs)
  })
  return activationLink(origin, code)
}

function activationLink(origin: string, code: string): string {
  return `${origin}/#/activate/${code}`
}
