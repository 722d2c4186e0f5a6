import type { Caller } from '../../platform/http/router.ts'
import { type RateLimit, limit, type RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { LoginContext } from './context.ts'

/** Limits how often a logged-in user may enter a password. `login-throttle.ts` has the limits for the login. */
const PASSWORD_ATTEMPTS: RateLimit = { name: 'password', attempts: 10, windowMs: 5 * 60_000 }

/**
 * Counts a password attempt of a logged-in user.
 * @param network of the client
 * @returns the refusal if there were too many attempts, otherwise null
 */
export async function limitPasswordAttempts(
  { limiter, logSecurity }: Pick<LoginContext, 'limiter' | 'logSecurity'>,
  { userId }: Caller,
  network: string,
): Promise<Refusal | null> {
  const tooMany = await limit(limiter, [[PASSWORD_ATTEMPTS, userId]])
  if (tooMany) logSecurity({ event: 'password.blocked', userId, network })
  return tooMany
}

/** Resets the count of a user. Call this when the right password has confirmed the user. */
export async function resetPasswordAttempts(limiter: RateLimiter, userId: string): Promise<void> {
  await limiter.reset([PASSWORD_ATTEMPTS, userId])
}
