import type { Handle } from '../../http/handle.ts'
import { type Allowance, limit, type RateLimiter } from '../../http/rate-limit.ts'
import { refuse } from '../../refusal.ts'
import { claimTicket, createTicket, type TicketDeps } from './service.ts'

const CLAIMS_PER_ADDRESS: Allowance = { name: 'claim', attempts: 30, windowMs: 10 * 60_000 }
const TICKETS_PER_PERSON: Allowance = { name: 'ticket', attempts: 60, windowMs: 10 * 60_000 }

export type TicketRouteDeps = TicketDeps & { limiter: RateLimiter; publicOrigin: string | null }

/** Beta tickets (A6). */
export function ticketRoutes(handle: Handle, deps: TicketRouteDeps): void {
  handle('createTicket', async ({ caller, origin }) => {
    const tooMany = await limit(deps.limiter, [[TICKETS_PER_PERSON, caller.userId]])
    return tooMany ?? createTicket(deps, caller, deps.publicOrigin ?? origin)
  })
  handle('claimTicket', async ({ params, body, clientNetwork }) => {
    const tooMany = await limit(deps.limiter, [[CLAIMS_PER_ADDRESS, clientNetwork]])
    if (tooMany) return tooMany
    return params.code === body.code ? claimTicket(deps, params.code, body.data) : refuse('ticket')
  })
}
