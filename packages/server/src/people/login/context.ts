import type { Db } from '../../platform/db/tables.ts'
import type { EventBus } from '../../platform/event-bus.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { SecurityLog } from '../../platform/log/security-log.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { createKnownNetworks, type KnownNetworks } from './known-networks.ts'
import { createPasswords, type HashCost, type Passwords } from './passwords.ts'
import { createTokens, type Tokens } from './tokens.ts'

/** The dependencies of everything that handles logins. */
export type LoginContext = {
  db: Db
  /** Returns the current time in epoch milliseconds. */
  now: () => number
  limiter: RateLimiter
  logSecurity: SecurityLog
  tokens: Tokens
  passwords: Passwords
  knownNetworks: KnownNetworks
}

export function createLoginContext(
  parts: Pick<LoginContext, 'db' | 'now' | 'limiter' | 'logSecurity'>,
  {
    bus,
    secrets,
    hashCost,
    guests,
  }: { bus: EventBus; secrets: Secrets; hashCost: HashCost | undefined; guests: boolean },
): LoginContext {
  const { db, now } = parts
  return {
    ...parts,
    tokens: createTokens(db, now, bus, (caller) => guests || !caller.guest),
    passwords: createPasswords(hashCost),
    knownNetworks: createKnownNetworks(db, now, secrets.derive('known networks')),
  }
}
