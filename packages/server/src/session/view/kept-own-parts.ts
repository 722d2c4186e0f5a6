import { isRefused, type Refused } from '../../platform/refusal.ts'
import { type Bus, TRUSTED_UNHEARD_MS } from '../../platform/event-bus.ts'
import type { OwnText } from './bodies.ts'

/** Own parts kept at once; past it those of the session that was begun with longest ago are looked up anew. */
const KEPT_AT_MOST = 10_000
/** What was looked up longer ago, in milliseconds, is looked up anew; sooner while not all servers are heard. */
const TRUSTED_MS = 60_000

/** What was found of a person, and the moment in epoch milliseconds from which it may be otherwise; null for never. */
export type Found = { readonly own: OwnText; readonly until: number | null }

/**
 * Remembers what those who poll were told is their own, and with it that they may be there, until something tells that
 * it may be otherwise: whatever changes a standing or an own part is published, as it is for live connections.
 */
export type KeptOwnParts = {
  /** @returns null where it has to be looked up */
  recall(ssid: string, userId: string): OwnText | null
  /** Looks it up, and keeps it unless what concerns it was told meanwhile. */
  learn(ssid: string, userId: string, lookUp: () => Promise<Found | Refused>): Promise<OwnText | Refused>
}

/** `found` is null while it is being looked up. */
type Place = { readonly askedAt: number; found: Found | null }

/** @param now epoch milliseconds */
export function createKeptOwnParts(bus: Bus, now: () => number): KeptOwnParts {
  const sessions = new Map<string, Map<string, Place>>()
  let count = 0
  bus.subscribe((event) => {
    switch (event.type) {
      case 'you':
        return forget(event.ssid, event.userId)
      case 'gone':
        return event.userId === null ? forgetAll(event.ssid) : forget(event.ssid, event.userId)
      case 'session':
        return event.only === 'songs' ? undefined : forgetAll(event.ssid)
      case 'missed':
        for (const ssid of sessions.keys()) forgetAll(ssid)
        return
      case 'people':
      case 'person':
      case 'logout':
      // Nobody's own part; and without a log-in nobody polls.
    }
  })

  function forget(ssid: string, userId: string): void {
    const people = sessions.get(ssid)
    if (!people?.delete(userId)) return
    count -= 1
    if (people.size === 0) sessions.delete(ssid)
  }

  function forgetAll(ssid: string): void {
    count -= sessions.get(ssid)?.size ?? 0
    sessions.delete(ssid)
  }

  function put(ssid: string, userId: string, place: Place): void {
    forget(ssid, userId)
    const [oldest] = sessions.keys()
    if (count >= KEPT_AT_MOST && oldest !== undefined) forgetAll(oldest)
    const people = sessions.get(ssid) ?? new Map<string, Place>()
    sessions.set(ssid, people.set(userId, place))
    count += 1
  }

  return {
    recall(ssid, userId) {
      const place = sessions.get(ssid)?.get(userId)
      if (!place?.found) return null
      const { own, until } = place.found
      const trustedMs = bus.hearsAll() ? TRUSTED_MS : TRUSTED_UNHEARD_MS
      const isTrusted = performance.now() - place.askedAt < trustedMs && (until === null || now() < until)
      return isTrusted ? own : null
    },

    async learn(ssid, userId, lookUp) {
      const place: Place = { askedAt: performance.now(), found: null }
      put(ssid, userId, place)
      const stillHas = (): boolean => sessions.get(ssid)?.get(userId) === place
      try {
        const found = await lookUp()
        if (isRefused(found)) return found
        if (stillHas()) place.found = found
        return found.own
      } finally {
        if (!place.found && stillHas()) forget(ssid, userId)
      }
    },
  }
}
