import type { GoneReason, ServerMessage } from '@jointly/contract'

/** While not all servers are heard, what is remembered is looked up anew after so long, in milliseconds. */
export const TRUSTED_UNHEARD_MS = 1_000

/** What one part of the product tells all others, on every server: that something changed, never the change itself. */
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

/** What is heard of other servers' events was interrupted: whatever is remembered of before may be outdated. */
export type MissedEvents = { readonly type: 'missed' }

/** What every server finds out by itself. */
export type LocalEvent =
  | MissedEvents
  /**
   * The people in a session changed, and nothing else. `isOurs` says that this server handles the consequences: the
   * change happened here, or on a server that has stopped.
   */
  | { readonly type: 'people'; readonly ssid: string; readonly isOurs: boolean }

/** Carries events between the parts of one server, and between servers where there are several. */
export interface EventBus {
  /** Tells everyone on this server at once, and everyone on the others soon. */
  publish(event: LiveEvent): void
  /** Tells this server alone what each of the others finds out by itself. */
  publishHere(event: LiveEvent | LocalEvent): void
  /** @returns ends the subscription */
  subscribe(hear: (event: LiveEvent | LocalEvent) => void): () => void
  /** Whether the events of all servers are heard: while they are not, what was made before may be outdated unheard. */
  hearsAll(): boolean
}

/** The bus of a single server: everyone hears an event before `publish` returns. */
export function createLocalBus(): EventBus {
  const hearers = new Set<(event: LiveEvent | LocalEvent) => void>()
  const publishHere = (event: LiveEvent | LocalEvent): void => {
    for (const hear of hearers) hear(event)
  }
  return {
    publish: publishHere,
    publishHere,
    subscribe(hear) {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
    hearsAll: () => true,
  }
}
