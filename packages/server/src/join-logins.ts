import type { MailSettings } from './config.ts'
import type { FaultLog } from './platform/log/fault-log.ts'
import { passkeyRoutes } from './features/passkey/routes.ts'
import { createResetMail } from './features/reset/by-mail.ts'
import { resetRoutes } from './features/reset/routes.ts'
import { createConfirm } from './features/user/confirmation.ts'
import { logInAs, type UserDeps } from './features/user/service.ts'
import { setPasswordHash, userById, userByName, usersByEmail } from './people/users.ts'
import type { Handle } from './platform/http/handle.ts'
import type { RateLimiter } from './platform/http/rate-limit.ts'
import { createMailer } from './platform/mailer.ts'
import { refuse } from './platform/refusal.ts'

/** Accounts of one address that get a link in one mail (A15). */
const ACCOUNTS_PER_MAIL = 5

export type LoginCore = UserDeps & {
  handle: Handle
  limiter: RateLimiter
  publicOrigin: string | null
  mail: MailSettings | null
  tellFault: FaultLog
  onClose(close: () => Promise<void> | void): void
}

/** Joins the ways to log in beside the password: passkeys, and what replaces a forgotten password. */
export function joinLogins(core: LoginCore): void {
  const { db, now, handle, limiter, publicOrigin, passwords, tokens, logSecurity, tellFault } = core
  const confirm = createConfirm(core)
  passkeyRoutes(handle, {
    db,
    now,
    limiter,
    publicOrigin,
    logSecurity,
    confirm,
    async logInAs(userId, from) {
      const user = await userById(db, userId)
      return user ? logInAs(core, user, from) : refuse('passkey')
    },
  })
  const mail =
    core.mail && publicOrigin !== null
      ? createResetMail({
          db,
          now,
          limiter,
          publicOrigin,
          logSecurity,
          tellFault,
          mailer: createMailer(core.mail),
          isKnownNetwork: core.knownNetworks.isKnown,
          peopleBy: async (who) => {
            if (who.includes('@')) return usersByEmail(db, who, ACCOUNTS_PER_MAIL)
            const person = await userByName(db, who)
            return person ? [person] : []
          },
        })
      : null
  if (mail) core.onClose(mail.close)
  resetRoutes(handle, {
    db,
    now,
    limiter,
    publicOrigin,
    mail,
    logSecurity,
    confirm,
    endLogins: (userId) => tokens.endAll(db, userId),
    loginsEnded(userId, loginIds) {
      tokens.publishEnded(userId, loginIds)
      core.grants.endAccess(userId)
    },
    personByName: (username) => userByName(db, username),
    hashPassword: passwords.hash,
    async replacePassword(trx, userId, passwordHash) {
      await setPasswordHash(trx, userId, passwordHash)
      return tokens.endAll(trx, userId)
    },
  })
}
