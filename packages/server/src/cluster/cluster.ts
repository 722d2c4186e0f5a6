import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { OpenDatabase } from '../platform/db/open.ts'
import { createMemoryRateLimiter, type RateLimiter } from '../platform/http/rate-limit.ts'
import { type EventBus, createLocalBus } from '../platform/event-bus.ts'
import { type OpenPresence, Presence } from '../session/presence/presence.ts'
import type { ClusterClock } from './cluster-clock.ts'
import { createServerRegistry, emptyRegistry, type ServerRegistry } from './server-registry.ts'

/** What a server needs to work together with the other servers of the same database. */
export type Cluster = {
  bus: EventBus
  limiter: RateLimiter
  presence: OpenPresence
  /** Returns the state of Redis. Null means that no Redis is configured. */
  redis(): 'up' | 'away' | null
  /** Finds the other servers and loads their active users. Must be called before the server accepts requests. */
  join(): Promise<void>
  close(): Promise<void>
}

export type ClusterOptions = {
  redisUrl: string | null
  /**
   * The name of the cluster. All servers of one database use the same name. Servers of another database use another
   * name.
   */
  name: string
  database: OpenDatabase
  /** The clock that all servers of the database share. With PostgreSQL, the registry adds samples to it. */
  clock: ClusterClock
  /** How many times faster heartbeats are sent. 1 is normal; tests with an accelerated clock use more. */
  pace: number
  log: FastifyBaseLogger
  /**
   * A warning for the log if there are other servers: which data this server does not share with them, and which
   * setting corrects this. Null if there is no such data.
   */
  unshared: string | null
}

/** Connects this server with the other servers of the same database. With SQLite there are no other servers. */
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
 * Creates the cluster of a server without Redis. It sends no events to other servers, even if they use the same
 * database.
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
