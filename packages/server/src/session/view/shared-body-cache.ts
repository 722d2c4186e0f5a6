import type { SharedSession } from '@jointly/contract'
import { LRUCache } from 'lru-cache'
import { type EventBus, CACHE_MS_WITHOUT_EVENTS } from '../../platform/event-bus.ts'
import { peopleDelayMs } from '../presence/people-push-delay.ts'
import { type SharedBody, sharedBody } from './shared-body.ts'

const CACHED_BODIES = 2_000

export type SharedBodyCache = {
  /** Returns the up-to-date body of the session's shared view. Null if the session does not exist. */
  getNewest(ssid: string): Promise<SharedBody | null>
  /**
   * Returns the body of the shared view, or null if the session does not exist. In a large session, its list of people
   * may be up to a second out of date.
   */
  getRecent(ssid: string): Promise<SharedBody | null>
  /** Returns the result of `getRecent` without waiting. Null if it is not in the cache. */
  peekRecent(ssid: string): SharedBody | null
}

type CacheEntry = {
  /** When making the body began, in milliseconds of `performance.now()`. */
  readonly madeAt: number
  /** Whether the list of people in the body is up to date. */
  arePeopleCurrent: boolean
  /** Resolves with the body. Null if the session does not exist. */
  readonly body: Promise<SharedBody | null>
  /** The result of `body`. Null while `body` is pending. */
  finishedBody: SharedBody | null
}

/**
 * Caches the body of each session's shared view until an event says that the session changed. Create the cache before
 * the hub of the live connections: the bus calls its subscribers in their order, and the hub reads the cache as soon as
 * it gets the event.
 * @param make makes the shared view
 */
export function createSharedBodyCache(
  bus: EventBus,
  make: (ssid: string) => Promise<SharedSession | null>,
): SharedBodyCache {
  const bodies = new LRUCache<string, CacheEntry>({ max: CACHED_BODIES })
  const isValid = (madeAt: number): boolean =>
    bus.receivesAllEvents() || performance.now() - madeAt < CACHE_MS_WITHOUT_EVENTS
  bus.subscribe((event) => {
    if (event.type === 'missed') bodies.clear()
    else if (event.type === 'people') {
      const cached = bodies.get(event.ssid)
      if (cached) cached.arePeopleCurrent = false
    } else if (event.type === 'session' || (event.type === 'gone' && event.userId === null))
      bodies.delete(event.ssid)
  })

  function makeBody(ssid: string): Promise<SharedBody | null> {
    const body = make(ssid).then((shared) => shared && sharedBody(shared))
    const cached: CacheEntry = {
      madeAt: performance.now(),
      arePeopleCurrent: true,
      body,
      finishedBody: null,
    }
    const remove = (): void => {
      if (bodies.peek(ssid) === cached) bodies.delete(ssid)
    }
    body.then((finishedBody) => {
      if (finishedBody) cached.finishedBody = finishedBody
      else remove()
    }, remove)
    bodies.set(ssid, cached)
    return body
  }

  function getNewest(ssid: string): Promise<SharedBody | null> {
    const cached = bodies.get(ssid)
    return cached?.arePeopleCurrent && isValid(cached.madeAt) ? cached.body : makeBody(ssid)
  }

  function peekRecent(ssid: string): SharedBody | null {
    const cached = bodies.get(ssid)
    if (!cached?.finishedBody || !isValid(cached.madeAt)) return null
    const ageMs = performance.now() - cached.madeAt
    const isRecent = cached.arePeopleCurrent || ageMs < peopleDelayMs(cached.finishedBody.shared.activeCount)
    return isRecent ? cached.finishedBody : null
  }

  return {
    getNewest,
    async getRecent(ssid) {
      const cached = bodies.get(ssid)
      if (!cached || cached.arePeopleCurrent || !isValid(cached.madeAt)) return getNewest(ssid)
      await cached.body
      return peekRecent(ssid) ?? getNewest(ssid)
    },
    peekRecent,
  }
}
