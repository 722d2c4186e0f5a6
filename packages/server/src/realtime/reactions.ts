import { REACTIONS, type ReactionCounts } from '@jointly/contract'
import { LRUCache } from 'lru-cache'
import type { EventBus } from '../platform/event-bus.ts'
import type { RateLimit, RateLimiter } from '../platform/http/rate-limit.ts'
import { broadcast } from './broadcast-frame.ts'
import type { Connection } from './connection.ts'
import type { Connections } from './connections.ts'
import { createPushSchedule } from './push/push-schedule.ts'
import { textFrame } from './text-frame.ts'

/** Reactions of a session that arrive within this many milliseconds are sent in one message (C1). */
const JOINED_MS = 80

/** A person may send this many reactions at once (C3). */
const BURST = 10
/** After `BURST` reactions at once, a person may send this many per second (C3). */
const PER_SECOND = 4
/**
 * How many reactions one person may send over all servers. A person who uses only one server reaches the limits above
 * first.
 */
const PER_PERSON: RateLimit = { name: 'reactions', attempts: 50, windowMs: 10_000 }
/**
 * The maximum number of people whose reactions are counted. For one more person, the count that was used least
 * recently is dropped.
 */
const COUNTED_PEOPLE = 20_000

export type Reactions = {
  /** Adds a reaction of a person who has the session open. Reactions above the limits are dropped (C3). */
  react(connection: Connection, ssid: string, emoji: number): void
  /** Sends the reactions that a server has collected to everyone who has the session open here. */
  receive(ssid: string, counts: ReactionCounts): void
  /** Forgets a session that nobody has open on this server any more. */
  forget(ssid: string): void
  close(): void
}

export type ReactionsDeps = {
  connections: Connections
  bus: Pick<EventBus, 'publish'>
  /** Counts the reactions of a person on all servers together. */
  limiter: RateLimiter
  /** Returns the time in milliseconds. */
  now: () => number
  onError: (error: unknown) => void
}

/**
 * Creates the reactions of this server. They are collected twice: those that arrive at this server before it
 * publishes them, and those of all servers before this server sends them to its clients. So a client gets at
 * most one message every 80 ms, and a single reaction is sent without delay (C1).
 */
export function createReactions({ connections, bus, limiter, now, onError }: ReactionsDeps): Reactions {
  const mayReactHere = createThrottle(now)
  const taps = createJoiner(async (ssid, counts) => bus.publish({ type: 'reactions', ssid, counts }))
  const sends = createJoiner(async (ssid, counts) => {
    const room = connections.room(ssid)
    if (room)
      await broadcast(room, textFrame(JSON.stringify({ type: 'reactions', ssid, counts })), everyone, ignore)
  })

  async function addTap({ userId }: Connection, ssid: string, emoji: number): Promise<void> {
    if ((await limiter.consume([PER_PERSON, userId])) > 0) return
    // Everyone may have left while the limiter counted.
    if (!connections.room(ssid)) return
    taps.add(
      ssid,
      REACTIONS.map((_, index) => (index === emoji ? 1 : 0)),
    )
  }
  return {
    react(connection, ssid, emoji) {
      if (connection.isScreen || !connection.subscriptionTo(ssid)?.isOpen) return
      // This limit stops most reactions of a person who sends far too many, without a request to Redis.
      if (mayReactHere(connection.userId)) addTap(connection, ssid, emoji).catch(onError)
    },
    receive(ssid, counts) {
      if (connections.room(ssid)) sends.add(ssid, counts)
    },
    forget(ssid) {
      taps.forget(ssid)
      sends.forget(ssid)
    },
    close() {
      taps.close()
      sends.close()
    },
  }
}

/** Adds up the counts of each session. The first counts are passed on at once, and the later ones together. */
function createJoiner(pass: (ssid: string, counts: ReactionCounts) => Promise<void>) {
  const waiting = new Map<string, ReactionCounts>()
  const schedule = createPushSchedule(async (ssid) => {
    const counts = waiting.get(ssid)
    waiting.delete(ssid)
    if (counts) await pass(ssid, counts)
  })
  return {
    add(ssid: string, counts: ReactionCounts): void {
      const before = waiting.get(ssid)
      waiting.set(ssid, before ? before.map((count, index) => count + (counts[index] ?? 0)) : counts)
      schedule.request(ssid, JOINED_MS)
    },
    forget(ssid: string): void {
      waiting.delete(ssid)
      schedule.cancel(ssid)
    },
    close: schedule.close,
  }
}

/**
 * Creates a limit for each person over all their connections to this server (a token bucket).
 * @returns whether one more reaction of the person is allowed
 */
function createThrottle(now: () => number): (userId: string) => boolean {
  const buckets = new LRUCache<string, { left: number; atMs: number }>({ max: COUNTED_PEOPLE })
  return (userId) => {
    const atMs = now()
    const before = buckets.get(userId) ?? { left: BURST, atMs }
    const refilled = (Math.max(0, atMs - before.atMs) / 1_000) * PER_SECOND
    const left = Math.min(BURST, before.left + refilled)
    buckets.set(userId, { left: left < 1 ? left : left - 1, atMs })
    return left >= 1
  }
}

const everyone = (): boolean => true
/**
 * Called for a client that reads too slowly. It gets no reactions, because they would be outdated when it reads them.
 */
const ignore = (): void => undefined
