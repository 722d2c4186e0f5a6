import { usernameKey } from '@jointly/domain'
import { type Allowance, type Attempt, limit, type RateLimiter } from '../../../platform/http/rate-limit.ts'
import type { Refused } from '../../../platform/refusal.ts'
import type { KnownNetworks } from './known-networks.ts'

const MINUTE_MS = 60_000
/** Against one network that tries many names (A4). */
const LOGINS_PER_NETWORK: Allowance = { name: 'login-network', attempts: 300, windowMs: 5 * MINUTE_MS }
/** Against guessing one password: strict, as it keeps only those out who share a network with the guesser. */
const LOGINS_PER_NAME_AND_NETWORK: Allowance = {
  name: 'login-name-network',
  attempts: 10,
  windowMs: 5 * MINUTE_MS,
}
/** Against guessing one password from many networks: loose, as it keeps the person out of networks they never used. */
export const LOGINS_PER_NAME: Allowance = { name: 'login-name', attempts: 100, windowMs: 15 * MINUTE_MS }

export type AttemptDeps = { limiter: RateLimiter; knownNetworks: KnownNetworks }

/** Counts an attempt to log in. @returns the refusal with the seconds to wait, or null (A4) */
export async function limitLogins(
  { limiter, knownNetworks }: AttemptDeps,
  username: string,
  network: string,
): Promise<Refused | null> {
  const tooMany = await limit(limiter, [[LOGINS_PER_NETWORK, network], byNameAndNetwork(username, network)])
  if (tooMany || (await knownNetworks.isKnown(username, network))) return tooMany
  return limit(limiter, [[LOGINS_PER_NAME, usernameKey(username)]])
}

/** Allows all attempts of a name and network again, after the right password. */
export async function forgiveLogins(limiter: RateLimiter, username: string, network: string): Promise<void> {
  await limiter.forgive(byNameAndNetwork(username, network))
}

function byNameAndNetwork(username: string, network: string): Attempt {
  return [LOGINS_PER_NAME_AND_NETWORK, `${usernameKey(username)} ${network}`]
}
