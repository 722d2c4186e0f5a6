import type { Handle } from '../../http/handle.ts'
import { type Allowance, limit, type RateLimiter } from '../../http/rate-limit.ts'
import { refuse } from '../../refusal.ts'
import { claimTicket, createTicket, type TicketDeps } from './service.ts'

const CLAIMS_PER_ADDRESS: Allowance = { attempts: 30, windowMs: 10 * 60_000 }
const TICKETS_PER_PERSON: Allowance = { attempts: 60, windowMs: 10 * 60_000 }

export type TicketRouteDeps = TicketDeps & { limiter: RateLimiter; publicOrigin: string | null }

/** Beta tickets (A6). */
export function ticketRoutes(handle: Handle, deps: TicketRouteDeps): void {
  handle('createTicket', async ({ caller, origin }) => {
    const tooMany = await limit(deps.limiter, [[`ticket:${caller.userId}`, TICKETS_PER_PERSON]])
    return tooMany ?? createTicket(deps, caller, deps.publicOrigin ?? origin)
  })
  handle('claimTicket', async ({ params, body, clientNetwork }) => {
    const tooMany = await limit(deps.limiter, [[`claim:${clientNetwork}`, CLAIMS_PER_ADDRESS]])
    if (tooMany) return tooMany
    return params.code === body.code ? claimTicket(deps, params.code, body.data) : refuse('ticket')
  })
}
