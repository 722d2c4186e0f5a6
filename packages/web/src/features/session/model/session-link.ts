import type { ServerMessage } from '@jointly/contract'

/**
 * The live connection to the server, as far as an open session uses it. `LiveSession.tsx` makes it. `follower.ts` gets
 * the messages about the session.
 */
export type SessionLink = {
  open(ssid: string, hasSound: boolean): void
  /** Reports to the server that this person started or stopped playing sound (K1). */
  setSound(ssid: string, hasSound: boolean): void
  close(ssid: string): void
  isReady(): boolean
  /** Adds a listener for the messages of the server. @returns a function that removes the listener */
  onMessage(listener: (message: ServerMessage) => void): () => void
  /** Adds a listener for changes of the connection. @returns a function that removes the listener */
  onStatus(listener: () => void): () => void
  /** Sends a reaction (C1). @param emoji the index of the emoji @returns false if there is no connection */
  react(ssid: string, emoji: number): boolean
  /** Passes a measurement of the server's time to the app's clock. */
  addClockProbe(probe: { sentMs: number; receivedMs: number; serverMs: number }): void
}
