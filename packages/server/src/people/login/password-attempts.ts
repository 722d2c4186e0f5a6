import { usernameKey } from '@jointly/domain'
import { type RateLimit, type Attempt, limit, type RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Caller } from '../../platform/http/router.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { LoginContext } from './context.ts'
import type { KnownNetworks } from './known-networks.ts'

const MINUTE_MS = 60_000
/** Limits one network that tries many names (A4). */
export const LOGINS_PER_NETWORK: RateLimit = {
  name: 'login-network',
  attempts: 300,
  windowMs: 5 * MINUTE_MS,
}
/**
 * Limits guesses of one user's password from one network. The limit can be low, because it stops only users in that
 * network.
 */
const LOGINS_PER_NAME_AND_NETWORK: RateLimit = {
  name: 'login-name-network',
  attempts: 10,
  windowMs: 5 * MINUTE_MS,
}
/**
 * Limits guesses of one user's password from many networks. The limit is high, because attackers can use it up, and
 * then the user cannot log in from a new network.
 */
export const LOGINS_PER_NAME: RateLimit = { name: 'login-name', attempts: 100, windowMs: 15 * MINUTE_MS }

/** Limits guesses of the password of a logged-in user, for example by somebody with a stolen login (A13). */
const CONFIRMATIONS_PER_USER: RateLimit = { name: 'password', attempts: 10, windowMs: 5 * MINUTE_MS }

export type AttemptDeps = { limiter: RateLimiter; knownNetworks: KnownNetworks }

/** Counts a login attempt. @returns the refusal with the seconds to wait, or null (A4) */
export async function limitLogins(
  { limiter, knownNetworks }: AttemptDeps,
  username: string,
  network: string,
): Promise<Refusal | null> {
  const tooMany = await limit(limiter, [[LOGINS_PER_NETWORK, network], byNameAndNetwork(username, network)])
  if (tooMany || (await knownNetworks.isKnown(username, network))) return tooMany
  return limit(limiter, [[LOGINS_PER_NAME, usernameKey(username)]])
}

/** Resets the count for a name and network after the right password. */
export async function resetLoginLimit(
  limiter: RateLimiter,
  username: string,
  network: string,
): Promise<void> {
  await limiter.reset(byNameAndNetwork(username, network))
}

function byNameAndNetwork(username: string, network: string): Attempt {
  return [LOGINS_PER_NAME_AND_NETWORK, `${usernameKey(username)} ${network}`]
}

/**
 * Counts a password attempt of a logged-in user.
 * @param network of the client
 * @returns the refusal with the seconds to wait, or null
 */
export async function limitConfirmations(
  { limiter, logSecurity }: Pick<LoginContext, 'limiter' | 'logSecurity'>,
  { userId }: Caller,
  network: string,
): Promise<Refusal | null> {
  const tooMany = await limit(limiter, [[CONFIRMATIONS_PER_USER, userId]])
  if (tooMany) logSecurity({ event: 'password.blocked', userId, network })
  return tooMany
}

/** Resets the count of a logged-in user after the right password. */
export async function resetConfirmationLimit(limiter: RateLimiter, userId: string): Promise<void> {
  await limiter.reset([CONFIRMATIONS_PER_USER, userId])
}
