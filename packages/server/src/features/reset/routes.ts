import type { Handle } from '../../platform/http/router.ts'
import { type RateLimit, limit } from '../../platform/http/rate-limit.ts'
import { refuse } from '../../platform/refusal.ts'
import type { ResetMail } from './by-mail.ts'
import { createResetLink, type ResetDeps, resetPassword } from './service.ts'

const TEN_MINUTES_MS = 10 * 60_000
const RESETS_PER_NETWORK: RateLimit = { name: 'reset', attempts: 30, windowMs: TEN_MINUTES_MS }
const LINKS_PER_PERSON: RateLimit = { name: 'reset-link', attempts: 60, windowMs: TEN_MINUTES_MS }
const MAILS_PER_NETWORK: RateLimit = { name: 'reset-mail-network', attempts: 10, windowMs: TEN_MINUTES_MS }
/** Limits requests by one network for one name or address, whether or not the account exists. */
const MAILS_PER_REQUEST: RateLimit = { name: 'reset-mail', attempts: 5, windowMs: 60 * 60_000 }

/** Registers the routes for a forgotten password (A14, A15). */
export function resetRoutes(handle: Handle, deps: ResetDeps, mail: ResetMail | null): void {
  const { limiter } = deps
  handle('resetPassword', async ({ body, clientNetwork }) => {
    const tooMany = await limit(limiter, [[RESETS_PER_NETWORK, clientNetwork]])
    return tooMany ?? resetPassword(deps, body, clientNetwork)
  })
  handle('createResetLink', async ({ caller, body, origin, clientNetwork }) => {
    const tooMany = await limit(limiter, [[LINKS_PER_PERSON, caller.userId]])
    if (tooMany) return tooMany
    const asker = { caller, network: clientNetwork }
    return createResetLink(deps, asker, body, deps.linkOrigin(origin))
  })
  handle('mailResetLink', async ({ body, clientNetwork, language }) => {
    if (!mail) return refuse('forbidden', { message: 'This server sends no mail.' })
    const byRequest = `${body.who.toLowerCase()} ${clientNetwork}`
    const tooMany = await limit(limiter, [
      [MAILS_PER_NETWORK, clientNetwork],
      [MAILS_PER_REQUEST, byRequest],
    ])
    if (tooMany) return tooMany
    mail.request(body.who, clientNetwork, language)
    return {}
  })
}
