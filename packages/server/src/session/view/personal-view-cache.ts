import { LRUCache } from 'lru-cache'
import { type EventBus, CACHE_MS_WITHOUT_EVENTS } from '../../platform/event-bus.ts'
import { isRefused, type Refusal } from '../../platform/refusal.ts'
import type { PersonalBody } from './shared-body.ts'

const CACHED_VIEWS = 10_000
/**
 * How long a cached view is used, in milliseconds. While events of other servers may be missing,
 * `CACHE_MS_WITHOUT_EVENTS` is used instead.
 */
const MAX_AGE_MS = 60_000

/**
 * A personal view. Until `validUntil` (epoch milliseconds), the server publishes an event with every change of the
 * view. Null means that this is always so.
 */
export type PersonalView = { readonly body: PersonalBody; readonly validUntil: number | null }

/**
 * Caches the personal views of users who poll. A cached view is also a permission: when the session does not
 * let the user in any more, an event removes the view.
 */
export type PersonalViewCache = {
  /**
   * Returns a cached view.
   * @returns null if the view must be loaded
   */
  get(ssid: string, userId: string): PersonalBody | null
  /**
   * Loads a view and stores it. If an event about the view arrives during the load, the view is not stored, because
   * it may be out of date.
   */
  load(
    ssid: string,
    userId: string,
    load: () => Promise<PersonalView | Refusal>,
  ): Promise<PersonalBody | Refusal>
}

/** A cached view. `view` is null while it is being loaded. */
type CachedView = { readonly loadedAt: number; view: PersonalView | null }

/**
 * Creates the cache.
 * @param now returns the time in epoch milliseconds
 */
export function createPersonalViewCache(bus: EventBus, now: () => number): PersonalViewCache {
  // The views of a session are in their own map. A single map would need a key of both ids, and joining them takes
  // longer than both lookups.
  const sessions = new LRUCache<string, { readonly views: Map<string, CachedView> }>({
    maxSize: CACHED_VIEWS,
    sizeCalculation: ({ views }) => views.size,
  })
  const find = (ssid: string, userId: string): CachedView | undefined =>
    sessions.peek(ssid)?.views.get(userId)

  /** Stores a view. The new object makes the cache calculate the size of the session again. */
  function store(ssid: string, userId: string, cached: CachedView): void {
    const views = sessions.peek(ssid)?.views ?? new Map<string, CachedView>()
    sessions.set(ssid, { views: views.set(userId, cached) })
  }

  function remove(ssid: string, userId: string): void {
    sessions.peek(ssid)?.views.delete(userId)
  }

  bus.subscribe((event) => {
    switch (event.type) {
      case 'you':
        return remove(event.ssid, event.userId)
      case 'gone':
        if (event.userId === null) sessions.delete(event.ssid)
        else remove(event.ssid, event.userId)
        return
      case 'session':
        if (event.only !== 'songs') sessions.delete(event.ssid)
        return
      case 'missed':
        return sessions.clear()
      case 'people':
      case 'person':
      case 'user':
      case 'logout':
      case 'chat':
      case 'reactions':
      case 'calibration':
      // Events of these types do not change a personal view.
    }
  })

  return {
    get(ssid, userId) {
      // `find` does not move the session to the most recently used ones. A view in use is loaded again each minute, so
      // the cache still drops the unused sessions first.
      const cached = find(ssid, userId)
      if (!cached?.view) return null
      const { body, validUntil } = cached.view
      const maxAgeMs = bus.receivesAllEvents() ? MAX_AGE_MS : CACHE_MS_WITHOUT_EVENTS
      const isValid =
        performance.now() - cached.loadedAt < maxAgeMs && (validUntil === null || now() < validUntil)
      return isValid ? body : null
    },

    async load(ssid, userId, load) {
      const cached: CachedView = { loadedAt: performance.now(), view: null }
      store(ssid, userId, cached)
      try {
        const loaded = await load()
        if (isRefused(loaded)) return loaded
        if (find(ssid, userId) === cached) cached.view = loaded
        return loaded.body
      } finally {
        if (!cached.view && find(ssid, userId) === cached) remove(ssid, userId)
      }
    },
  }
}
