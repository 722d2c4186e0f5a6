import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { OpenDatabase } from '../platform/db/open.ts'
import { createMemoryRateLimiter, type RateLimiter } from '../platform/http/rate-limit.ts'
import { type EventBus, createLocalBus } from '../platform/event-bus.ts'
import { createPresence, type OpenPresence } from '../session/presence/presence.ts'
import type { ClusterClock } from './clock.ts'
import { createRollCall, nobodyElse, type RollCall } from './roll-call.ts'

/** What a server shares with those that stand beside it; where it is the only one, with nobody. */
export type Cluster = {
  bus: EventBus
  limiter: RateLimiter
  presence: OpenPresence
  /** Whether Redis is there; null where none is configured. */
  redis(): 'up' | 'away' | null
  /** Finds the others; to be called before anything is served. */
  join(): Promise<void>
  close(): Promise<void>
}

export type ClusterDeps = {
  redisUrl: string | null
  /** The same for all servers of one database, and for no others. */
  name: string
  database: OpenDatabase
  /** Follows the clock of the database, where servers share one. */
  clock: ClusterClock
  /** How many times as often as else the servers show each other that they live. */
  pace: number
  log: FastifyBaseLogger
  /** What each server has for itself alone, and the setting by which they share it; null where there is nothing. */
  unshared: string | null
}

/** Joins the servers that use the same database; SQLite has one alone. */
export async function openCluster(deps: ClusterDeps): Promise<Cluster> {
  const { redisUrl, name, database, clock, pace, log } = deps
  const server = randomUUID()
  const isAlone = database.dialect === 'sqlite'
  const onChange = (others: readonly string[]): void => {
    if (others.length === 0) return
    if (!redisUrl)
      log.warn('Other servers use this database: set REDIS_URL, so that they hear of each other at once')
    if (deps.unshared) log.warn(`Other servers use this database: ${deps.unshared}`)
  }
  const rollCall = isAlone ? nobodyElse : createRollCall(database.db, server, clock, onChange)
  if (!redisUrl) return standAlone(rollCall)
  const { standTogether } = await import('./redis-cluster.ts')
  return standTogether({ redisUrl, name, server, rollCall, pace, log })
}

/** A server that hears of no other, whether or not there are any. */
function standAlone(rollCall: RollCall): Cluster {
  return {
    bus: { ...createLocalBus(), hearsAll: () => rollCall.others().length === 0 },
    limiter: createMemoryRateLimiter(),
    presence: createPresence,
    redis: () => null,
    join: rollCall.begin,
    close: rollCall.close,
  }
}
