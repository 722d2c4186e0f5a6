import { vi } from 'vitest'
import type { Redis } from '../cluster/redis.ts'
import { until } from './clusters.ts'

/**
 * Sends the heartbeats of links when the test wants them, because Redis on a busy machine may be slower than
 * the interval. Timers stay fake until `vi.useRealTimers()`.
 */
export class Heartbeats {
  readonly everyMs = 20
  readonly #subscribed = new Set<Redis>()
  /** The published messages, each with the connections that still wait for it. */
  readonly #underway = new Map<string, Set<Redis>>()

  constructor() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  }

  /** Watches a server's connection to Redis. Call this before the link is created. */
  watch(redis: Redis): void {
    const [publish, subscribe] = [redis.publish.bind(redis), redis.subscribe.bind(redis)]
    Object.assign(redis, {
      publish: (channel: string, letter: string) => {
        this.#underway.set(letter, new Set(this.#subscribed))
        const published = publish(channel, letter)
        published.catch(() => this.#underway.delete(letter))
        return published
      },
      subscribe: async (channel: string, hear: (letter: string) => void) => {
        await subscribe(channel, (letter) => {
          hear(letter)
          this.#underway.get(letter)?.delete(redis)
        })
        this.#subscribed.add(redis)
      },
    })
  }

  /** Sends one heartbeat of all servers. Resolves when every connected server has received it. */
  async next(): Promise<void> {
    vi.advanceTimersByTime(this.everyMs)
    await until(() => ![...this.#underway.values()].some((missing) => [...missing].some(isReady)))
    this.#underway.clear()
  }

  /** Sends heartbeats until a condition is true. */
  async until(holds: () => Promise<boolean> | boolean): Promise<void> {
    await until(async () => {
      if (await holds()) return true
      await this.next()
      return false
    })
  }
}

const isReady = (redis: Redis) => redis.isReady
