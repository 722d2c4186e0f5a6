import type { Caller, Handle } from '../../platform/http/router.ts'
import { type RateLimit, limit, type RateLimiter } from '../../platform/http/rate-limit.ts'
import { refuse } from '../../platform/refusal.ts'
import {
  type AccountDeps,
  connect,
  disconnect,
  finishLink,
  linkDirectly,
  linkWithTokens,
  listAccounts,
  renewToken,
} from './service.ts'

const LINKS_PER_PERSON: RateLimit = { name: 'link', attempts: 30, windowMs: 10 * 60_000 }
/**
 * Limits token renewals per user. A player needs about one renewal per hour, and more only if the provider refuses
 * tokens early.
 */
const RENEWALS_PER_PERSON: RateLimit = { name: 'renew-token', attempts: 30, windowMs: 10 * 60_000 }

export type AccountRouteDeps = AccountDeps & { limiter: RateLimiter; publicOrigin: string | null }

/** Registers the routes for linked streaming accounts (L1–L3, L9). */
export function accountRoutes(handle: Handle, deps: AccountRouteDeps): void {
  const tooOften = (userId: string) => limit(deps.limiter, [[LINKS_PER_PERSON, userId]])
  handle('accounts', ({ caller }) => listAccounts(deps, caller.userId))
  /** Refuses a guest who wants to link an account, if the server can link one without the consent page (G2, L15). */
  const byHand = ({ guest }: Caller) => (guest && deps.canLinkDirectly ? refuse('guest') : null)
  handle('putAccount', async ({ caller, body }) => {
    const refused = byHand(caller) ?? (await tooOften(caller.userId))
    return refused ?? linkWithTokens(deps, caller.userId, body)
  })
  handle('connectAccount', async ({ caller, origin, language }) => {
    const refused = byHand(caller) ?? (await tooOften(caller.userId))
    return refused ?? connect(deps, caller.userId, { origin: deps.publicOrigin ?? origin, language })
  })
  handle('connectDirectly', async ({ caller }) => {
    return (await tooOften(caller.userId)) ?? linkDirectly(deps, caller)
  })
  handle('renewAccount', async ({ caller, body }) => {
    const tooMany = await limit(deps.limiter, [[RENEWALS_PER_PERSON, caller.userId]])
    return tooMany ?? renewToken(deps, caller.userId, body.refused)
  })
  handle('accountCallback', ({ caller, body }) => byHand(caller) ?? finishLink(deps, caller.userId, body))
  handle('deleteAccount', ({ caller, params }) => disconnect(deps, caller.userId, params.id))
}
