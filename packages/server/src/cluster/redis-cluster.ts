import type { FastifyBaseLogger } from 'fastify'
import { createClusterBus } from './bus.ts'
import type { Cluster } from './cluster.ts'
import { createClusterRateLimiter } from './limits.ts'
import { BEAT_EVERY_MS, createLink } from './link.ts'
import { createClusterPresence } from './presence.ts'
import { createRedis } from './redis.ts'
import type { RollCall } from './roll-call.ts'

/** How long a start waits for Redis, in milliseconds; after that the server goes on alone. */
const WAIT_AT_START_MS = 2_000

export type TogetherDeps = {
  redisUrl: string
  /** The same for all servers of one database, and for no others. */
  name: string
  /** This server's own name among them. */
  server: string
  /** Who else uses the database. */
  rollCall: RollCall
  /** How many times as often as else they show that they live. */
  pace: number
  log: FastifyBaseLogger
}

/** One of the servers that share a Redis. While it is away each goes on alone, and says so once. */
export function standTogether({ redisUrl, name, server, rollCall, pace, log }: TogetherDeps): Cluster {
  let trouble = 'it does not answer'
  const redis = createRedis(redisUrl, (reason) => {
    trouble = reason
  })
  const prefix = `jointly:${name}`
  const link = createLink({
    redis,
    channel: prefix,
    server,
    beatEveryMs: BEAT_EVERY_MS / pace,
    isThere: (other) => rollCall.others().includes(other),
  })
  let whenKnown: Promise<void> = Promise.resolve()
  let isAway = false

  function sayAway(): void {
    isAway = true
    log.warn(
      { reason: trouble },
      'Redis is away: this server goes on alone, and sees what happens on others a second or two later',
    )
  }
  const standing = new Promise<void>((resolve) =>
    link.listen({
      up() {
        if (isAway) log.info('Redis is back: servers share everything again')
        isAway = false
        resolve()
      },
      down: sayAway,
    }),
  )

  return {
    bus: createClusterBus(link, rollCall),
    limiter: createClusterRateLimiter(redis, prefix, link.isUp),
    presence(deps) {
      const { presence, known } = createClusterPresence(link, redis, prefix, deps)
      whenKnown = standing.then(known)
      return presence
    },
    redis: () => (link.isUp() ? 'up' : 'away'),
    async join() {
      // It tries until it is closed, and fails only by that.
      redis.connect().catch(() => undefined)
      let impatience: NodeJS.Timeout | undefined
      const enough = new Promise<void>((resolve) => {
        impatience = setTimeout(resolve, WAIT_AT_START_MS)
      })
      await Promise.race([whenKnown, enough])
      clearTimeout(impatience)
      await rollCall.begin()
      if (!link.isUp()) sayAway()
    },
    async close() {
      await link.close()
      await rollCall.close()
    },
  }
}
