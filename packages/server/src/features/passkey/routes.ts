import type { Handle } from '../../platform/http/router.ts'
import { type RateLimit, limit } from '../../platform/http/rate-limit.ts'
import {
  addPasskey,
  listPasskeys,
  logInByPasskey,
  startRegistration,
  startLogin,
  type PasskeyDeps,
  remove,
  rename,
} from './service.ts'

const MINUTE_MS = 60_000
/**
 * Limits logins with a passkey as much as logins with a password (A4). The number of attempts is doubled, because a
 * login with a passkey makes two calls.
 */
const LOGINS_PER_NETWORK: RateLimit = { name: 'passkey-login', attempts: 600, windowMs: 5 * MINUTE_MS }
const CHANGES_PER_PERSON: RateLimit = { name: 'passkey-change', attempts: 60, windowMs: 10 * MINUTE_MS }

/** Registers the routes for login with a passkey (A12) and for a user's own passkeys (A13). */
export function passkeyRoutes(handle: Handle, deps: PasskeyDeps): void {
  const tooManyLogins = async (network: string) => {
    const tooMany = await limit(deps.limiter, [[LOGINS_PER_NETWORK, network]])
    if (tooMany) deps.logSecurity({ event: 'login.blocked', userId: null, network })
    return tooMany
  }
  const tooManyChanges = (userId: string) => limit(deps.limiter, [[CHANGES_PER_PERSON, userId]])

  handle('passkeyLoginOptions', async ({ clientNetwork, origin }) => {
    return (await tooManyLogins(clientNetwork)) ?? startLogin(deps, origin)
  })
  handle('passkeyLogin', async ({ clientNetwork: network, userAgent, body, origin }) => {
    const tooMany = await tooManyLogins(network)
    return tooMany ?? logInByPasskey(deps, body.credential, { network, userAgent, origin })
  })
  handle('passkeys', ({ caller, origin }) => listPasskeys(deps, caller, origin))
  handle('passkeyOptions', async ({ caller, body, clientNetwork: network, origin }) => {
    const tooMany = await tooManyChanges(caller.userId)
    return tooMany ?? startRegistration(deps, caller, body.password, { network, origin })
  })
  handle('addPasskey', async ({ caller, body, clientNetwork: network, origin }) => {
    return (await tooManyChanges(caller.userId)) ?? addPasskey(deps, caller, body, { network, origin })
  })
  handle('renamePasskey', async ({ caller, params, body }) => {
    return (await tooManyChanges(caller.userId)) ?? rename(deps, caller, params.id, body.name)
  })
  handle('removePasskey', async ({ caller, params, body, clientNetwork: network }) => {
    const tooMany = await tooManyChanges(caller.userId)
    return tooMany ?? remove(deps, { caller, network }, params.id, body?.password)
  })
}
