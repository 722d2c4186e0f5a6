import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { EventBus } from '../platform/event-bus.ts'
import type { RateLimiter } from '../platform/http/rate-limit.ts'
import type { ScheduledJob } from '../platform/lifecycle/ticker.ts'
import type { FaultLog } from '../platform/log/fault-log.ts'
import type { LiveSessions } from '../session/session.ts'
import { ClientSocket, type SocketDeps } from './client-socket.ts'
import { MAX_MESSAGE_BYTES } from './connection-limits.ts'
import { createHeartbeat } from './heartbeat.ts'
import { Hub } from './hub.ts'

/** The WebSocket close code for "the server is going away" (RFC 6455). */
const GOING_AWAY = 1001
/** How long the server waits for the close frame of a client, in milliseconds. Then it closes the connection. */
const CLOSE_TIMEOUT_MS = 500

export type LiveServerOptions = {
  bus: EventBus
  limiter: RateLimiter
  /** Returns the current time in epoch milliseconds. */
  now: () => number
  authenticate: SocketDeps['authenticate']
  logFault: FaultLog
}

export type LiveServer = {
  /** Handles an upgrade request of the HTTP server. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void
  /** Returns how many connections are logged in. */
  connectionCount(): number
  jobs: readonly ScheduledJob[]
  close(): Promise<void>
}

/** Creates the server for live connections, which are WebSockets. */
export function createLiveServer(
  sessions: LiveSessions,
  { bus, limiter, now, authenticate, logFault }: LiveServerOptions,
): LiveServer {
  const onError = (error: unknown): void => logFault(error, 'a live connection failed')
  const hub = new Hub(sessions, { bus, limiter, now, onError })
  const deps: SocketDeps = { hub, now, authenticate, onError }
  const heartbeat = createHeartbeat()
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
  })
  return {
    upgrade(request, stream, head) {
      server.handleUpgrade(request, stream, head, (socket) => {
        void new ClientSocket(deps, heartbeat, socket, stream)
      })
    },
    connectionCount: () => hub.connectionCount(),
    jobs: refreshJobs(bus, hub),
    async close() {
      hub.stop()
      for (const client of server.clients) client.close(GOING_AWAY, 'the server stops')
      const timeout = setTimeout(
        () => server.clients.forEach((client) => client.terminate()),
        CLOSE_TIMEOUT_MS,
      )
      await new Promise<void>((resolve) => server.close(() => resolve()))
      clearTimeout(timeout)
    },
  }
}

/**
 * Returns jobs that send the state of all open sessions and all personal views again, every one or two seconds. They
 * run only while the events of other servers do not arrive.
 */
function refreshJobs(bus: EventBus, hub: Hub): ScheduledJob[] {
  return [
    {
      everyMs: 1_000,
      async run() {
        if (bus.receivesAllEvents()) return
        for (const ssid of hub.openSessions()) bus.publishLocally({ type: 'session', ssid })
      },
    },
    {
      everyMs: 2_000,
      async run() {
        if (!bus.receivesAllEvents()) await hub.resendPersonalViews()
      },
    },
  ]
}
