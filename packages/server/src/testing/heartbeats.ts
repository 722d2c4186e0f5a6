import { vi } from 'vitest'
import type { Redis } from '../cluster/redis.ts'
import { until } from './clusters.ts'

type Listener = (message: string) => void

/**
 * Sends the heartbeats of Redis links when the test calls `next`. Real timers would send heartbeats faster than a busy
 * machine can handle them. So the constructor installs fake timers, until the test calls `vi.useRealTimers()`.
 */
export class Heartbeats {
  readonly everyMs = 20
  readonly #subscribed = new Set<Redis>()
  /** The connections that have not received a message yet. The key is the text of the message. */
  readonly #pending = new Map<string, Set<Redis>>()

  constructor() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  }

  /** Records what a connection to Redis publishes and receives. Must be called before the link is created. */
  watch(redis: Redis): void {
    const [publish, subscribe] = [redis.publish.bind(redis), redis.subscribe.bind(redis)]
    // Each listener has one wrapper, because the Redis client stores the same function only once.
    const wrappers = new Map<Listener, Listener>()
    const wrap = (listener: Listener): Listener => {
      const recordAfter: Listener = (message) => {
        listener(message)
        this.#pending.get(message)?.delete(redis)
      }
      const wrapper = wrappers.get(listener) ?? recordAfter
      wrappers.set(listener, wrapper)
      return wrapper
    }
    Object.assign(redis, {
      publish: (channel: string, message: string) => {
        this.#pending.set(message, new Set(this.#subscribed))
        const published = publish(channel, message)
        published.catch(() => this.#pending.delete(message))
        return published
      },
      subscribe: async (channel: string, listener: Listener) => {
        await subscribe(channel, wrap(listener))
        this.#subscribed.add(redis)
      },
    })
  }

  /** Sends one heartbeat of all servers. Resolves when every connected server has received it. */
  async next(): Promise<void> {
    vi.advanceTimersByTime(this.everyMs)
    await until(() => ![...this.#pending.values()].some((missing) => [...missing].some(isReady)))
    this.#pending.clear()
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
