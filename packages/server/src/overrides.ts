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
   * Divides the time between jobs and between heartbeats to other servers. The clock `now` must run faster by
   * the same factor.
   */
  pace?: number
  timeouts?: ConnectionTimeouts
  /** The cost of a password hash. */
  hashCost?: HashCost
  isFromOwnUser?: IsFromOwnUser
  /** Shows a line to the operator. */
  print?: (line: string) => void
}
