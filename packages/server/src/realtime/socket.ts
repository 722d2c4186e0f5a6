import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { Attendance, type LiveDeps } from './attendance.ts'
import { createHeartbeat } from './heartbeat.ts'

/** The longest message a client has to send is its token. */
const MAX_MESSAGE_BYTES = 4_096
const GOING_AWAY = 1001
/** How long a client may take to answer that it closes too. */
const CLOSE_WITHIN_MS = 500

/** The live connections: `upgrade` takes a request of the HTTP server over, `close` ends them all. */
export function createLiveServer(deps: LiveDeps) {
  const heartbeat = createHeartbeat()
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
  })
  return {
    upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
      server.handleUpgrade(request, stream, head, (socket) => {
        void new Attendance(deps, heartbeat, socket, stream)
      })
    },
    async close(): Promise<void> {
      deps.hub.stop()
      for (const client of server.clients) client.close(GOING_AWAY, 'the server stops')
      const impatience = setTimeout(
        () => server.clients.forEach((client) => client.terminate()),
        CLOSE_WITHIN_MS,
      )
      await new Promise<void>((resolve) => server.close(() => resolve()))
      clearTimeout(impatience)
    },
  }
}
