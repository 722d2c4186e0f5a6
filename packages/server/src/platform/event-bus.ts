import type {
  CalibrationEvent,
  ChatMessage,
  RemovalReason,
  ReactionCounts,
  ServerMessage,
} from '@jointly/contract'

/** How long a cached value is used while the events of other servers do not arrive, in milliseconds. */
export const CACHE_MS_WITHOUT_EVENTS = 1_000

/**
 * Events that every server receives. Most of them contain only the id of what has changed, and receivers load the new
 * value.
 */
export type LiveEvent =
  /**
   * The shared view of the session has changed. `only` is `songs` if no role and no membership has changed.
   */
  | { readonly type: 'session'; readonly ssid: string; readonly only?: 'songs' | undefined }
  /** The personal view of this user has changed: the user's votes, role, wish to skip the song, or star. */
  | { readonly type: 'you'; readonly ssid: string; readonly userId: string }
  /** This user was removed from the session. If `userId` is null, all users were removed. */
  | {
      readonly type: 'gone'
      readonly ssid: string
      readonly userId: string | null
      readonly reason: RemovalReason
    }
  /** The logins with these token ids have ended. */
  | { readonly type: 'logout'; readonly userId: string; readonly tokenIds: readonly string[] }
  /** A user has a new name or picture, or a guest got an account. Cached logins of the user may be outdated. */
  | { readonly type: 'user'; readonly userId: string }
  /** Contains a change of the chat for everyone in the session (C6). */
  | { readonly type: 'chat'; readonly message: ChatMessage }
  /** Contains the reactions that one server received since its last event of this type (C1). */
  | { readonly type: 'reactions'; readonly ssid: string; readonly counts: ReactionCounts }
  /**
   * Contains one step of a calibration (Y5). `userId` is the person who started the calibration at `askedAtMs`
   * (epoch milliseconds). If `isForAll` is false, only devices of this person take part.
   */
  | {
      readonly type: 'calibration'
      readonly ssid: string
      readonly calibration: string
      readonly userId: string
      readonly askedAtMs: number
      readonly isForAll: boolean
      readonly news: CalibrationEvent
    }
  /** Contains a message for all live connections of a user, on every server. */
  | { readonly type: 'person'; readonly userId: string; readonly message: ServerMessage }

/** Some events of other servers were perhaps lost. So each listener must clear its caches. */
export type MissedEvents = { readonly type: 'missed' }

/** Events that only the listeners on this server get, because every server detects them itself. */
export type LocalEvent =
  | MissedEvents
  /**
   * Only the list of active people in a session has changed. `isOurs` is true if this server must count the skip wishes
   * again: the change happened on this server, or on a server that has stopped.
   */
  | { readonly type: 'people'; readonly ssid: string; readonly isOurs: boolean }

/**
 * Sends events inside a server, and between servers. The code that changes something does not know who listens.
 * `realtime/hub.ts` sends the changes to clients. `session/session.ts`, the caches of `session/view/` and
 * `people/login/tokens.ts` also listen.
 */
export interface EventBus {
  /** Sends an event to all listeners on this server at once, and to other servers soon. */
  publish(event: LiveEvent): void
  /** Sends an event to the listeners on this server only. */
  publishLocally(event: LiveEvent | LocalEvent): void
  /**
   * Adds a listener.
   * @returns a function that removes the listener
   */
  subscribe(listener: (event: LiveEvent | LocalEvent) => void): () => void
  /** Returns whether this server receives the events of all servers. If not, its caches may be outdated. */
  receivesAllEvents(): boolean
}

/** Creates the event bus of a single server. Listeners run before `publish` returns. */
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
