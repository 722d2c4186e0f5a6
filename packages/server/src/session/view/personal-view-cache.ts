import { type EventBus, CACHE_MS_WITHOUT_EVENTS } from '../../platform/event-bus.ts'
import { createLargeCache } from '../../platform/large-cache.ts'
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
  const userIdsBySession = new Map<string, Set<string>>()
  const views = createLargeCache<CachedView>(CACHED_VIEWS, {
    dispose(_view, key, reason) {
      if (reason !== 'set') removeKey(key)
    },
  })
  const keyOf = (ssid: string, userId: string): string => `${ssid} ${userId}`

  function removeKey(key: string): void {
    const [ssid = '', userId = ''] = key.split(' ')
    const userIds = userIdsBySession.get(ssid)
    userIds?.delete(userId)
    if (userIds?.size === 0) userIdsBySession.delete(ssid)
  }

  function removeSession(ssid: string): void {
    for (const userId of [...(userIdsBySession.get(ssid) ?? [])]) views.delete(keyOf(ssid, userId))
  }

  bus.subscribe((event) => {
    switch (event.type) {
      case 'you':
        return void views.delete(keyOf(event.ssid, event.userId))
      case 'gone':
        if (event.userId === null) removeSession(event.ssid)
        else views.delete(keyOf(event.ssid, event.userId))
        return
      case 'session':
        if (event.only !== 'songs') removeSession(event.ssid)
        return
      case 'missed':
        return views.clear()
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
      // `peek` is faster than `get`, because it does not move the entry to the most recently used ones. A view in use
      // is loaded again each minute, so the cache still drops the unused views first.
      const cached = views.peek(keyOf(ssid, userId))
      if (!cached?.view) return null
      const { body, validUntil } = cached.view
      const maxAgeMs = bus.receivesAllEvents() ? MAX_AGE_MS : CACHE_MS_WITHOUT_EVENTS
      const isValid =
        performance.now() - cached.loadedAt < maxAgeMs && (validUntil === null || now() < validUntil)
      return isValid ? body : null
    },

    async load(ssid, userId, load) {
      const key = keyOf(ssid, userId)
      const cached: CachedView = { loadedAt: performance.now(), view: null }
      views.set(key, cached)
      const userIds = userIdsBySession.get(ssid) ?? new Set()
      userIdsBySession.set(ssid, userIds.add(userId))
      try {
        const loaded = await load()
        if (isRefused(loaded)) return loaded
        if (views.peek(key) === cached) cached.view = loaded
        return loaded.body
      } finally {
        if (!cached.view && views.peek(key) === cached) views.delete(key)
      }
    },
  }
}
