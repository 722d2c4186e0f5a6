import { LIVE_PATH } from '@jointly/contract'
import { storedToken } from '../../shared/browser/token.ts'
import { createLive } from './live-client.ts'
import type { LiveSocket, LiveSocketEvents } from './live-connection.ts'
import { createServerClock } from './server-clock.ts'

const monotonicMs = () => performance.now()

/** The clock with the server's time, for the whole app. */
export const clock = createServerClock(monotonicMs)

/** The app's one live connection; `LiveConnection` starts it. */
export const live = createLive({
  clock,
  connect,
  token: storedToken,
  monotonicMs,
  random: Math.random,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
})

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
