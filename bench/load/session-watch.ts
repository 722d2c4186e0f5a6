import { LIVE_PATH } from '@jointly/contract'
import type { FilledSession } from './fill-database.ts'

/** Open live connections. `messageCount` returns how many messages they received so far. */
export type SessionWatch = { messageCount(): number; end(): void }

/** Connects one listener of each session, so that the server pushes every change. */
export async function watchSessions(
  origin: string,
  sessions: readonly FilledSession[],
): Promise<SessionWatch> {
  let count = 0
  const sockets = await Promise.all(
    sessions.map(async ({ ssid, listeners: [first] }) => {
      const socket = new WebSocket(new URL(LIVE_PATH, origin.replace('http', 'ws')))
      await happens(socket, 'open')
      socket.send(JSON.stringify({ type: 'hello', token: first?.token }))
      socket.send(JSON.stringify({ type: 'open', ssid }))
      await happens(socket, 'message')
      socket.addEventListener('message', () => {
        count += 1
      })
      return socket
    }),
  )
  return {
    messageCount: () => count,
    end() {
      for (const socket of sockets) socket.close()
    },
  }
}

function happens(socket: WebSocket, event: 'open' | 'message'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.addEventListener(event, () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error('the live connection failed')), { once: true })
  })
}
