import type { ServerMessage } from '@jointly/contract'

type GoneReason = Extract<ServerMessage, { type: 'gone' }>['reason']

/** What one part of the product tells all others, on every server: that something changed, never the change itself. */
export type LiveEvent =
  /** What everyone inside sees of a session changed. */
  | { readonly type: 'session'; readonly ssid: string }
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

/** Carries events between the parts of one server, and between servers where there are several. */
export interface Bus {
  publish(event: LiveEvent): void
  /** @returns ends the subscription */
  subscribe(hear: (event: LiveEvent) => void): () => void
}

/** The bus of a single server: everyone hears an event before `publish` returns. */
export function createLocalBus(): Bus {
  const hearers = new Set<(event: LiveEvent) => void>()
  return {
    publish(event) {
      for (const hear of hearers) hear(event)
    },
    subscribe(hear) {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
  }
}
