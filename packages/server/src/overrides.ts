import type { FastifyBaseLogger } from 'fastify'
import type { HashCost } from './people/login/passwords.ts'
import type { RateLimiter } from './platform/http/rate-limit.ts'
import type { IsFromOwnUser } from './platform/security/peer-user.ts'
import type { ConnectionTimeouts } from './platform/http/server.ts'

/** Values that tests and the development server replace. */
export type Overrides = {
  /** Returns the current time in epoch milliseconds. */
  now?: () => number
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  random?: () => number
  log?: FastifyBaseLogger
  limiter?: RateLimiter
  /**
   * How many times faster jobs and heartbeats repeat. 1 is normal. The clock `now` must run faster by the same
   * factor.
   */
  pace?: number
  timeouts?: ConnectionTimeouts
  hashCost?: HashCost
  isFromOwnUser?: IsFromOwnUser
  /** Prints a line for the operator. */
  print?: (line: string) => void
}
