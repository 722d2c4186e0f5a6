import type { FastifyBaseLogger } from 'fastify'
import { withTimeout } from '../platform/with-timeout.ts'
import { createClusterBus } from './cluster-bus.ts'
import type { Cluster } from './cluster.ts'
import { createClusterRateLimiter } from './cluster-rate-limiter.ts'
import { HEARTBEAT_EVERY_MS, RedisLink } from './redis-link.ts'
import { createClusterPresence } from './cluster-presence.ts'
import { createRedis } from './redis.ts'
import type { ServerRegistry } from './server-registry.ts'

/** After this time in milliseconds, the server starts even if Redis does not answer. */
const START_TIMEOUT_MS = 2_000

export type RedisClusterOptions = {
  redisUrl: string
  /**
   * The name of the cluster. All servers of one database use the same name. Servers of another database use another
   * name.
   */
  name: string
  /** The unique name of this server. */
  server: string
  /** Lists the other servers that use the database. */
  registry: ServerRegistry
  /** How many times faster heartbeats are sent. 1 is normal; tests with an accelerated clock use more. */
  pace: number
  log: FastifyBaseLogger
}

/**
 * Connects a server with the others through Redis. If Redis goes away, each server continues alone and writes one line
 * to the log.
 */
export function createRedisCluster({
  redisUrl,
  name,
  server,
  registry,
  pace,
  log,
}: RedisClusterOptions): Cluster {
  let lastError = 'it does not answer'
  const redis = createRedis(redisUrl, (reason) => {
    lastError = reason
  })
  const prefix = `jointly:${name}`
  const link = new RedisLink({
    redis,
    channel: prefix,
    server,
    heartbeatMs: HEARTBEAT_EVERY_MS / pace,
    isRegistered: (other) => registry.others().includes(other),
  })
  let presenceLoaded: Promise<void> = Promise.resolve()
  let isAway = false

  function reportAway(): void {
    isAway = true
    log.warn(
      { reason: lastError },
      'Redis is away: this server goes on alone, and sees what happens on others a second or two later',
    )
  }
  const connected = new Promise<void>((resolve) =>
    link.listen({
      up() {
        if (isAway) log.info('Redis is back: servers share everything again')
        isAway = false
        resolve()
      },
      down: reportAway,
    }),
  )

  return {
    bus: createClusterBus(link, registry),
    limiter: createClusterRateLimiter(redis, prefix, () => link.isUp()),
    presence(deps) {
      const { presence, loaded } = createClusterPresence(link, redis, prefix, deps)
      presenceLoaded = connected.then(loaded)
      return presence
    },
    redis: () => (link.isUp() ? 'up' : 'away'),
    async join() {
      // A failure is ignored, because the client repeats the attempt until it is closed.
      redis.connect().catch(() => undefined)
      await withTimeout(presenceLoaded, START_TIMEOUT_MS, () => undefined)
      await registry.start()
      if (!link.isUp()) reportAway()
    },
    async close() {
      await link.close()
      await registry.close()
    },
  }
}
