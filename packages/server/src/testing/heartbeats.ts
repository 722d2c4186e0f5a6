import { vi } from 'vitest'
import type { Redis } from '../cluster/redis.ts'
import { until } from './clusters.ts'

/**
 * Heartbeats of links that come when the test says so, not by the clock: on a busy machine Redis may take longer to
 * carry one than the time between two. Intervals are faked from here on, until `vi.useRealTimers()`.
 */
export class Heartbeats {
  readonly everyMs = 20
  readonly #subscribed = new Set<Redis>()
  /** Each letter that was published, and the connections that it has not reached yet. */
  readonly #underway = new Map<string, Set<Redis>>()

  constructor() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  }

  /** Takes part in a server's connection to Redis; to be called before its link is made. */
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

  /** One beat of all servers; resolves when it has reached each that is connected. */
  async next(): Promise<void> {
    vi.advanceTimersByTime(this.everyMs)
    await until(() => ![...this.#underway.values()].some((missing) => [...missing].some(isReady)))
    this.#underway.clear()
  }

  /** Lets the hearts beat until something holds. */
  async until(holds: () => Promise<boolean> | boolean): Promise<void> {
    await until(async () => {
      if (await holds()) return true
      await this.next()
      return false
    })
  }
}

const isReady = (redis: Redis) => redis.isReady
