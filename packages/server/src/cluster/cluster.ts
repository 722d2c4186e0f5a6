import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { OpenDatabase } from '../platform/db/open.ts'
import { createMemoryRateLimiter, type RateLimiter } from '../platform/http/rate-limit.ts'
import { type EventBus, createLocalBus } from '../platform/event-bus.ts'
import { type OpenPresence, Presence } from '../session/presence/presence.ts'
import type { ClusterClock } from './clock.ts'
import { createServerRegistry, emptyRegistry, type ServerRegistry } from './server-registry.ts'

/** The connection of a server with the other servers of the same database. */
export type Cluster = {
  bus: EventBus
  limiter: RateLimiter
  presence: OpenPresence
  /** Returns the state of Redis. Null means that no Redis is configured. */
  redis(): 'up' | 'away' | null
  /** Finds the other servers. Call it before the server accepts requests. */
  join(): Promise<void>
  close(): Promise<void>
}

export type ClusterOptions = {
  redisUrl: string | null
  /**
   * Identifies the database. All servers of one database use the same name, and servers of other databases use
   * other names.
   */
  name: string
  database: OpenDatabase
  /** A clock that shows the database's time if several servers share one database. */
  clock: ClusterClock
  /** Divides the time between heartbeats, for tests with an accelerated clock. */
  pace: number
  log: FastifyBaseLogger
  /**
   * A text for the log: which data this server should share with others but does not, and which setting
   * corrects this. Null if there is no such data.
   */
  unshared: string | null
}

/** Connects this server with the others of the same database. With SQLite there are no others. */
export async function openCluster(deps: ClusterOptions): Promise<Cluster> {
  const { redisUrl, name, database, clock, pace, log } = deps
  const server = randomUUID()
  const isAlone = database.dialect === 'sqlite'
  const onChange = (others: readonly string[]): void => {
    if (others.length === 0) return
    if (!redisUrl)
      log.warn(
        'Other servers use this database: set REDIS_URL, so that each change reaches all of them at once',
      )
    if (deps.unshared) log.warn(`Other servers use this database: ${deps.unshared}`)
  }
  const registry = isAlone ? emptyRegistry : createServerRegistry(database.db, server, clock, onChange)
  if (!redisUrl) return createSingleServer(registry)
  const { createRedisCluster } = await import('./redis-cluster.ts')
  return createRedisCluster({ redisUrl, name, server, registry, pace, log })
}

/**
 * Creates the cluster of a server without Redis. This server shares no events, even if other servers use the
 * same database.
 */
function createSingleServer(registry: ServerRegistry): Cluster {
  return {
    bus: { ...createLocalBus(), receivesAllEvents: () => registry.others().length === 0 },
    limiter: createMemoryRateLimiter(),
    presence: (deps) => new Presence(deps),
    redis: () => null,
    join: registry.start,
    close: registry.close,
  }
}
