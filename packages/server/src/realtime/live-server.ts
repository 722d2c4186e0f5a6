import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { EventBus } from '../platform/event-bus.ts'
import type { ScheduledJob } from '../platform/lifecycle/ticker.ts'
import type { FaultLog } from '../platform/log/fault-log.ts'
import type { LiveSessions } from '../session/session.ts'
import { Attendance, type LiveDeps } from './attendance.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createHub, type Hub } from './hub.ts'

/** The longest message of a client contains its token. */
const MAX_MESSAGE_BYTES = 4_096
const GOING_AWAY = 1001
/** How long a client may take to confirm that it closes, in milliseconds. */
const CLOSE_TIMEOUT_MS = 500

export type LiveServerOptions = {
  bus: EventBus
  now: () => number
  authenticate: LiveDeps['authenticate']
  logFault: FaultLog
}

export type LiveServer = {
  /** Takes over an upgrade request of the HTTP server. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void
  /** How many connections are logged in. */
  connectionCount(): number
  jobs: readonly ScheduledJob[]
  /** Closes all connections. */
  close(): Promise<void>
}

/** The live connections of this server. */
export function createLiveServer(
  sessions: LiveSessions,
  { bus, now, authenticate, logFault }: LiveServerOptions,
): LiveServer {
  const onError = (error: unknown): void => logFault(error, 'a live connection failed')
  const hub = createHub(sessions, bus, onError)
  const deps: LiveDeps = { hub, now, authenticate, onError }
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
        void new Attendance(deps, heartbeat, socket, stream)
      })
    },
    connectionCount: hub.connectionCount,
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

/** While events of other servers may be missing, everything that is open on this server is loaded again and again. */
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
        if (!bus.receivesAllEvents()) await hub.review()
      },
    },
  ]
}
