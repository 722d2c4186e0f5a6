import { type ClientMessage, ServerMessage } from '@jointly/contract'
import { type ProbeLoop, startProbing } from './clock-probing.ts'
import type { ServerClock } from './server-clock.ts'

/** A connection that is not ready after this many milliseconds is closed and counts as failed. */
const READY_TIMEOUT_MS = 15_000

/**
 * `lost` gets this code instead of a close code of the server if the connection was not ready in time, or did not answer
 * for too long.
 */
const TIMED_OUT = 0

/** `lost` gets this code if the connection did not answer after a sleep or a change of the network. */
export const brokenInSleep = -1

/**
 * After a sleep or a change of the network, a connection that is still opening gets this many milliseconds to become
 * ready.
 */
const RESUMED_READY_TIMEOUT_MS = 3_000

/** The part of a WebSocket that this client uses. */
export type LiveSocket = { send(text: string): void; close(): void }

export type LiveSocketEvents = { opened(): void; message(text: string): void; closed(code: number): void }

export type ConnectionPorts = {
  connect(events: LiveSocketEvents): LiveSocket
  clock: ServerClock
  monotonicMs(): number
  /** Runs a function later. @returns a function that cancels the run */
  after(delayMs: number, run: () => void): () => void
}

type ConnectionEvents = {
  message(message: ServerMessage): void
  /**
   * Is called when the connection was lost.
   * @param code the server's close code; `TIMED_OUT` if the server was silent; `brokenInSleep` if `check` got no answer
   */
  lost(code: number): void
}

export type OpenConnection = {
  send(message: ClientMessage): void
  measure(): Promise<boolean>
  /** Measures the server's time. If no answer comes soon, the connection is lost with the code `brokenInSleep`. */
  check(): void
  /** Closes the connection. No callback is called after that. */
  close(): void
}

/**
 * Opens one connection, logs in with the token, and then measures the server's time again and again. If the server
 * does not answer in time, the connection is closed.
 */
export function openConnection(
  ports: ConnectionPorts,
  token: string,
  events: ConnectionEvents,
): OpenConnection {
  let socket: LiveSocket | null = null
  let probing: ProbeLoop | null = null

  function send(message: ClientMessage): void {
    socket?.send(JSON.stringify(message))
  }

  function close(): void {
    cancelTimeout()
    probing?.stop()
    const closing = socket
    socket = null
    closing?.close()
  }

  function lose(code: number): void {
    if (socket === null) return
    close()
    events.lost(code)
  }

  function receive(text: string): void {
    const message = socket && parse(text)
    if (message === null) return
    if (message.type === 'clock') probing?.answered(message.sentMs, message.nowTime)
    events.message(message)
    if (message.type === 'ready' && socket !== null) {
      cancelTimeout()
      probing = startProbing({
        ...ports,
        ask: (sentMs) => send({ type: 'clock', sentMs }),
        timedOut: () => lose(TIMED_OUT),
      })
    }
  }

  let cancelTimeout = ports.after(READY_TIMEOUT_MS, () => lose(TIMED_OUT))
  socket = ports.connect({
    opened: () => send({ type: 'hello', token }),
    message: receive,
    closed: lose,
  })
  return {
    send,
    measure: () => probing?.measure() ?? Promise.resolve(false),
    check() {
      if (probing !== null) return probing.check(() => lose(brokenInSleep))
      cancelTimeout()
      cancelTimeout = ports.after(RESUMED_READY_TIMEOUT_MS, () => lose(brokenInSleep))
    },
    close,
  }
}

/**
 * Parses a message. Null if the message is not valid, for example because a newer server sent a type that this app
 * does not know.
 */
function parse(text: string): ServerMessage | null {
  try {
    const message = ServerMessage.safeParse(JSON.parse(text))
    return message.success ? message.data : null
  } catch {
    return null
  }
}
