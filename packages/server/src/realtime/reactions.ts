import { REACTIONS, type ReactionCounts } from '@jointly/contract'
import type { EventBus } from '../platform/event-bus.ts'
import type { RateLimit, RateLimiter } from '../platform/http/rate-limit.ts'
import { createLargeCache } from '../platform/large-cache.ts'
import { broadcast } from './broadcast-frame.ts'
import type { Connection } from './connection.ts'
import type { Connections } from './connections.ts'
import { createPushSchedule } from './push/push-schedule.ts'
import { textFrame } from './text-frame.ts'

/** Reactions of a session that arrive within this many milliseconds are sent in one message (C1). */
const JOINED_MS = 80

/** A person may send this many reactions at the same moment, to one server (C3). */
const BURST = 10
/** After `BURST` reactions, a person may send this many more per second, to one server (C3). */
const PER_SECOND = 4
/**
 * How many reactions one person may send to all servers together (C3). On one server, `BURST` and `PER_SECOND` allow
 * at most 50 in the same time, so this limit matters only for a person who uses several servers.
 */
const PER_PERSON: RateLimit = { name: 'reactions', attempts: 50, windowMs: 10_000 }
/**
 * The maximum number of people whose reactions are counted. If there are more people, the least recently used count is
 * dropped.
 */
const COUNTED_PEOPLE = 20_000

export type Reactions = {
  /** Handles a reaction from a client that has the session open. Reactions above the limits are dropped (C3). */
  react(connection: Connection, ssid: string, emoji: number): void
  /** Handles the event `reactions` from a server: sends its counts to all clients here that have the session open. */
  receive(ssid: string, counts: ReactionCounts): void
  /** Deletes the data about a session. Must be called when no client of this server has the session open any more. */
  forget(ssid: string): void
  close(): void
}

export type ReactionsDeps = {
  connections: Connections
  bus: Pick<EventBus, 'publish'>
  /** Counts the reactions of each person for all servers together. */
  limiter: RateLimiter
  /** Returns the current time in epoch milliseconds. */
  now: () => number
  onError: (error: unknown) => void
}

/**
 * Creates the handler of reactions. A server sums the reactions of its clients and publishes the counts at most every
 * 80 ms. Each server then sums the counts of all servers and sends them to its clients at most every 80 ms. A single
 * reaction is sent without delay (C1).
 */
export function createReactions({ connections, bus, limiter, now, onError }: ReactionsDeps): Reactions {
  const mayReactHere = createThrottle(now)
  const taps = createJoiner(async (ssid, counts) => bus.publish({ type: 'reactions', ssid, counts }))
  const sends = createJoiner(async (ssid, counts) => {
    const room = connections.room(ssid)
    const frame = textFrame(JSON.stringify({ type: 'reactions', ssid, counts }))
    if (room) await broadcast(room, () => frame, ignore)
  })

  async function addTap({ userId }: Connection, ssid: string, emoji: number): Promise<void> {
    if ((await limiter.consume([PER_PERSON, userId])) > 0) return
    // While `consume` ran, all clients may have closed the session.
    if (!connections.room(ssid)) return
    taps.add(
      ssid,
      REACTIONS.map((_, index) => (index === emoji ? 1 : 0)),
    )
  }
  return {
    react(connection, ssid, emoji) {
      if (connection.isScreen || !connection.subscriptionTo(ssid)?.isOpen) return
      // This check needs no request to Redis. It drops most reactions of a person who sends very many.
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

/**
 * Creates an object that sums the counts of each session. It calls `pass` for the first counts at once, and then with
 * the sum of the later counts, at most every `JOINED_MS`.
 */
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
 * Creates a token bucket for each person. All connections of a person to this server use the same bucket.
 * @returns a function that counts a reaction of a person, and returns whether it is allowed
 */
function createThrottle(now: () => number): (userId: string) => boolean {
  const buckets = createLargeCache<{ left: number; atMs: number }>(COUNTED_PEOPLE)
  return (userId) => {
    const atMs = now()
    const before = buckets.get(userId) ?? { left: BURST, atMs }
    const refilled = (Math.max(0, atMs - before.atMs) / 1_000) * PER_SECOND
    const left = Math.min(BURST, before.left + refilled)
    buckets.set(userId, { left: left < 1 ? left : left - 1, atMs })
    return left >= 1
  }
}

/**
 * Does nothing for a client that reads too slowly. It misses the reactions, because they would be outdated when it
 * reads them.
 */
const ignore = (): void => undefined
