import { LIVE_PATH } from '@jointly/contract'
import { after } from '../../shared/browser/timers.ts'
import { storedToken } from '../../shared/browser/token.ts'
import { createLive } from './reconnecting-client.ts'
import type { LiveSocket, LiveSocketEvents } from './open-connection.ts'
import { createServerClock } from './server-clock.ts'

const monotonicMs = () => performance.now()

/**
 * Creates a live connection, and a clock that the connection sets to the server's time.
 * @param token returns the token for the login; null if there is none
 */
export function createBrowserLive(token: () => string | null) {
  const clock = createServerClock({ monotonicMs, dateMs: Date.now, jumped: () => live.resume() })
  const live = createLive({
    clock,
    connect,
    token,
    monotonicMs,
    random: Math.random,
    after,
  })
  return { clock, live }
}

/** The live connection of the person who is logged in, and its clock. The component `LiveConnection` starts it. */
export const { clock, live } = createBrowserLive(storedToken)

function connect(events: LiveSocketEvents): LiveSocket {
  const socket = new WebSocket(new URL(LIVE_PATH, location.href.replace(/^http/, 'ws')))
  socket.onopen = () => events.opened()
  socket.onmessage = ({ data }) => events.message(String(data))
  socket.onclose = ({ code }) => events.closed(code)
  return {
    send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
    close: () => socket.close(),
  }
}
