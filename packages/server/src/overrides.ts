import type { FastifyBaseLogger } from 'fastify'
import type { HashCost } from './people/login/passwords.ts'
import type { RateLimiter } from './platform/http/rate-limit.ts'
import type { ConnectionTimeouts } from './platform/http/server.ts'

/** Replacements for tests and the development world. */
export type Overrides = {
  /** Returns the current time in epoch milliseconds. */
  now?: () => number
  /** A number from 0 (included) to 1 (excluded). */
  random?: () => number
  log?: FastifyBaseLogger
  limiter?: RateLimiter
  /** Divides the time between jobs and between heartbeats to other servers. `now` must run as much faster. */
  pace?: number
  timeouts?: ConnectionTimeouts
  /** The cost of a password hash. */
  hashCost?: HashCost
}
