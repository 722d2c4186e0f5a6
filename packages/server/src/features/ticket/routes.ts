import type { Handle } from '../../platform/http/router.ts'
import { limit } from '../../platform/http/rate-limit.ts'
import { refuse } from '../../platform/refusal.ts'
import { CLAIMS_PER_ADDRESS, PAGES_PER_PERSON, TICKETS_PER_PERSON } from './ticket-limits.ts'
import { openTicketPage } from './page-service.ts'
import { claimTicket, createTicket, type TicketDeps } from './service.ts'

/** Registers the routes for beta tickets (A6). */
export function ticketRoutes(handle: Handle, deps: TicketDeps): void {
  handle('createTicket', async ({ caller, origin, clientNetwork }) => {
    const tooMany = await limit(deps.limiter, [[TICKETS_PER_PERSON, caller.userId]])
    return tooMany ?? createTicket(deps, caller, deps.linkOrigin(origin), clientNetwork)
  })
  handle('openTicketPage', async ({ caller, language }) => {
    const tooMany = await limit(deps.limiter, [[PAGES_PER_PERSON, caller.userId]])
    return tooMany ?? openTicketPage(deps, caller, language)
  })
  handle('claimTicket', async ({ params, body, clientNetwork }) => {
    const tooMany = await limit(deps.limiter, [[CLAIMS_PER_ADDRESS, clientNetwork]])
    if (tooMany) return tooMany
    if (params.code !== body.code) return refuse('ticket')
    return claimTicket(deps, params.code, body.data, clientNetwork)
  })
}
