import { createMemoryRateLimiter, type RateLimiter } from '../http/rate-limit.ts'
import { type Bus, createLocalBus } from '../live/bus.ts'
import { createPresence, type OpenPresence } from '../live/presence.ts'

/** What a server shares with those that stand beside it; where it is the only one, with nobody. */
export type Cluster = {
  bus: Bus
  limiter: RateLimiter
  presence: OpenPresence
  /** Whether Redis is there; null where none is configured. */
  redis(): 'up' | 'away' | null
  /** Finds the others; to be called before anything is served. */
  join(): Promise<void>
  close(): void
}

/** The only server on its database. */
export function standAlone(): Cluster {
  return {
    bus: createLocalBus(),
    limiter: createMemoryRateLimiter(),
    presence: createPresence,
    redis: () => null,
    join: async () => undefined,
    close: () => undefined,
  }
}
