import type { Handle } from '../../platform/http/router.ts'
import { type RateLimit, limit } from '../../platform/http/rate-limit.ts'
import { isRefused, refuse } from '../../platform/refusal.ts'
import { deleteUser } from './delete-user.ts'
import { exportPerson } from './export/export.ts'
import { limitConfirmations, limitLogins, resetLoginLimit } from '../../people/login/password-attempts.ts'
import { activeLogins, endLogin } from './active-logins.ts'
import { type UserContext, changePassword, logOut, login, lookUp, refresh, register } from './service.ts'
import { userByName } from '../../people/users.ts'

const MINUTE_MS = 60_000
const REGISTRATIONS_PER_ADDRESS: RateLimit = { name: 'register', attempts: 300, windowMs: 10 * MINUTE_MS }
const REFRESHES_PER_ADDRESS: RateLimit = { name: 'refresh', attempts: 600, windowMs: 5 * MINUTE_MS }
const EXPORTS_PER_PERSON: RateLimit = { name: 'export', attempts: 10, windowMs: 10 * MINUTE_MS }

/**
 * Registers the routes for accounts: registration, login, refresh, logout, password, users (A1–A5, D4), export
 * and deletion (A7).
 */
export function userRoutes(handle: Handle, deps: UserContext, registration: 'open' | 'ticket'): void {
  handle('login', async ({ body, clientNetwork, userAgent }) => {
    const { username } = body
    const busy = deps.passwords.refuseIfBusy()
    if (busy) return busy
    const tooMany = await limitLogins(deps, username, clientNetwork)
    if (tooMany) {
      const user = await userByName(deps.db, username)
      deps.logSecurity({ event: 'login.blocked', userId: user?.id ?? null, network: clientNetwork })
      return tooMany
    }
    const answer = await login(deps, body, { network: clientNetwork, userAgent })
    if (!isRefused(answer)) await resetLoginLimit(deps.limiter, username, clientNetwork)
    return answer
  })
  handle('register', async ({ body, clientNetwork, userAgent, connection }) => {
    if (registration === 'ticket')
      return refuse('forbidden', { message: 'Registration is by ticket only. Open your activation link.' })
    const tooMany = await limit(deps.limiter, [[REGISTRATIONS_PER_ADDRESS, clientNetwork]])
    return tooMany ?? register(deps, body, { network: clientNetwork, userAgent, connection })
  })
  handle('refresh', async ({ body, clientNetwork }) => {
    const tooMany = await limit(deps.limiter, [[REFRESHES_PER_ADDRESS, clientNetwork]])
    return tooMany ?? refresh(deps, body.token)
  })
  handle('changePassword', async ({ caller, body, clientNetwork }) => {
    const tooMany = await limitConfirmations(deps, caller, clientNetwork)
    return tooMany ?? changePassword(deps, caller, body, clientNetwork)
  })
  handle('logout', ({ caller, body, clientNetwork }) =>
    logOut(deps, caller, body?.everywhere ?? false, clientNetwork),
  )
  handle('deleteUser', async ({ caller, body, clientNetwork }) => {
    const tooMany = await limitConfirmations(deps, caller, clientNetwork)
    return tooMany ?? deleteUser(deps, caller, body.password, clientNetwork)
  })
  handle('logins', ({ caller }) => activeLogins(deps, caller))
  handle('endLogin', ({ caller, params, clientNetwork }) => endLogin(deps, caller, params.id, clientNetwork))
  handle('exportUser', async ({ caller }) => {
    const tooMany = await limit(deps.limiter, [[EXPORTS_PER_PERSON, caller.userId]])
    return tooMany ?? exportPerson(deps, caller.userId)
  })
  handle('user', ({ caller, query }) => lookUp(deps, caller, query.userID ?? caller.userId))
}
