import type { GoneReason, ServerMessage } from '@jointly/contract'

/** How long caches are used while events of other servers may be missing, in milliseconds. */
export const CACHE_MS_WITHOUT_EVENTS = 1_000

/** Events that every server receives. They say that something changed, but not the new value. */
export type LiveEvent =
  /**
   * Something in a session changed that everyone in it sees. `only` is `songs` if no role and no membership
   * changed.
   */
  | { readonly type: 'session'; readonly ssid: string; readonly only?: 'songs' | undefined }
  /** Something in a session changed that only this user sees: own votes, role, skip wish or star. */
  | { readonly type: 'you'; readonly ssid: string; readonly userId: string }
  /** A user may not listen to a session any more. If `userId` is null, nobody may. */
  | {
      readonly type: 'gone'
      readonly ssid: string
      readonly userId: string | null
      readonly reason: GoneReason
    }
  /** These logins of a user ended. */
  | { readonly type: 'logout'; readonly userId: string; readonly tokenIds: readonly string[] }
  /** The name of a user changed, or a guest became an account. Cached logins of them are outdated. */
  | { readonly type: 'user'; readonly userId: string }
  /** A message for all live connections of a user, on every server. */
  | { readonly type: 'person'; readonly userId: string; readonly message: ServerMessage }

/** Events of other servers may have been missed. Caches must be cleared. */
export type MissedEvents = { readonly type: 'missed' }

/** Events that only the listeners on this server get, because every server detects them itself. */
export type LocalEvent =
  | MissedEvents
  /**
   * Only the people in a session changed. `isOurs` is true if this server handles the consequences: the
   * change happened here, or on a server that has stopped.
   */
  | { readonly type: 'people'; readonly ssid: string; readonly isOurs: boolean }

/** Carries events inside a server, and between servers. */
export interface EventBus {
  /** Sends an event to all listeners on this server at once, and to other servers soon. */
  publish(event: LiveEvent): void
  /** Sends an event to the listeners on this server only. */
  publishLocally(event: LiveEvent | LocalEvent): void
  /** @returns ends the subscription */
  subscribe(listener: (event: LiveEvent | LocalEvent) => void): () => void
  /** Whether events of all servers arrive. If not, caches may be outdated. */
  receivesAllEvents(): boolean
}

/** The event bus of a single server. Listeners run before `publish` returns. */
export function createLocalBus(): EventBus {
  const listeners = new Set<(event: LiveEvent | LocalEvent) => void>()
  const publishLocally = (event: LiveEvent | LocalEvent): void => {
    for (const listener of listeners) listener(event)
  }
  return {
    publish: publishLocally,
    publishLocally,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    receivesAllEvents: () => true,
  }
}
