import type { GoneReason, ServerMessage } from '@jointly/contract'

/** How long caches are used while events of other servers may be missing, in milliseconds. */
export const CACHE_MS_WITHOUT_EVENTS = 1_000

/** Events for all servers. They say that something changed, but not the new value. */
export type LiveEvent =
  /** What everyone inside sees of a session changed; where it says so only its songs, and nobody's standing. */
  | { readonly type: 'session'; readonly ssid: string; readonly only?: 'songs' | undefined }
  /** What one person sees of a session changed: own votes, role, skip wish, star. */
  | { readonly type: 'you'; readonly ssid: string; readonly userId: string }
  /** Someone, or everyone where `userId` is null, may not listen to a session any more. */
  | {
      readonly type: 'gone'
      readonly ssid: string
      readonly userId: string | null
      readonly reason: GoneReason
    }
  /** These log-ins of a person ended. */
  | { readonly type: 'logout'; readonly userId: string; readonly tokenIds: readonly string[] }
  /** A message for one person, wherever they are. */
  | { readonly type: 'person'; readonly userId: string; readonly message: ServerMessage }

/** Events of other servers may have been missed. Caches must be cleared. */
export type MissedEvents = { readonly type: 'missed' }

/** What every server finds out by itself. */
export type LocalEvent =
  | MissedEvents
  /**
   * The people in a session changed, and nothing else. `isOurs` says that this server handles the consequences: the
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
  subscribe(hear: (event: LiveEvent | LocalEvent) => void): () => void
  /** Whether events of all servers arrive. If not, caches may be outdated. */
  receivesAllEvents(): boolean
}

/** The event bus of a single server. Listeners run before `publish` returns. */
export function createLocalBus(): EventBus {
  const hearers = new Set<(event: LiveEvent | LocalEvent) => void>()
  const publishLocally = (event: LiveEvent | LocalEvent): void => {
    for (const hear of hearers) hear(event)
  }
  return {
    publish: publishLocally,
    publishLocally,
    subscribe(hear) {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
    receivesAllEvents: () => true,
  }
}
