import { randomUUID } from 'node:crypto'
import http from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { FaultLog } from '../log/fault-log.ts'
import { refuse } from '../refusal.ts'
import { registerErrorHandlers, sendRefusal } from './errors.ts'
import type { FastPath } from './fast-path.ts'
import type { MountedServices } from './mounted-services.ts'
import type { SecurityHeaders } from './security-headers.ts'
import type { Perimeter } from './perimeter.ts'
import { answerClientError, endWithRefusal, writeRefusal } from './raw-responses.ts'

/** The maximum size of a body. The largest choice of playlists is much smaller. */
const BODY_LIMIT_BYTES = 256 * 1024
const MAX_PARAM_LENGTH = 200
export type ConnectionTimeouts = {
  /** How long a client may take to send headers and body, in milliseconds. */
  requestMs: number
  /** How long an idle connection is kept open, in milliseconds. */
  keepAliveMs: number
}

// Longer than the usual idle time of a proxy, so that a proxy never reuses a connection that was just closed.
const TIMEOUTS: ConnectionTimeouts = { requestMs: 30_000, keepAliveMs: 72_000 }

export type HttpOptions = {
  log: FastifyBaseLogger
  logFault: FaultLog
  /** Whether each request gets a log line. */
  logRequests: boolean
  trustProxy: string | null
  /** Only tests set these timeouts. */
  timeouts?: ConnectionTimeouts
  headers: SecurityHeaders
  /** Checks each request before everything else. */
  perimeter: Perimeter
  /** Handles a request before our own routes. */
  mounted: MountedServices
  /** Handles a request before the mounted services. */
  fastPath: FastPath
}

/** Creates the HTTP server without routes: parsing, limits, headers and refusals. */
export function createHttpServer(options: HttpOptions): FastifyInstance {
  const { requestMs, keepAliveMs } = options.timeouts ?? TIMEOUTS
  // A counter is faster than a random id. The prefix makes the id unique among all servers.
  const ofProcess = randomUUID().slice(0, 8)
  let requests = 0
  // If requests are logged, every request must go through the router.
  let mayRemember = !options.logRequests
  const server = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: !options.logRequests }),
    genReqId: () => `${ofProcess}-${((requests += 1)).toString(36)}`,
    // A logger per request is expensive. Without request logs nobody uses it.
    ...(!options.logRequests && { childLoggerFactory: (log: FastifyBaseLogger) => log }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    trustProxy: options.trustProxy ?? false,
    forceCloseConnections: 'idle',
    // A request on an open connection during the shutdown is still answered. The answer then closes the connection.
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) => void sendRefusal(reply, refuse('not-found')),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    clientErrorHandler: answerClientError,
    serverFactory: (answer, serverOptions) =>
      http.createServer({ ...serverOptions, connectionsCheckingInterval: requestMs }, (request, response) => {
        const refused = options.perimeter(request)
        if (refused) writeRefusal(response, refused)
        else if (mayRemember && options.fastPath.handle(request, response)) return
        else if (!options.mounted.handle(request, response)) answer(request, response)
      }),
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined)
    try {
      done(null, JSON.parse(String(text)))
    } catch {
      done(new MalformedJson(), undefined)
    }
  })
  server.decorateRequest('caller', null)
  // During the shutdown, the router answers and closes the connection.
  server.addHook('preClose', (done) => {
    mayRemember = false
    done()
  })
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(isApiCall(request.url) ? options.headers.api : options.headers.documents)
    done()
  })
  registerErrorHandlers(server, options.logFault)
  server.server.on('upgrade', (request, socket, head) => {
    // Without a listener, a broken connection would end the process.
    socket.on('error', () => socket.destroy())
    const refused = options.perimeter(request)
    if (refused) endWithRefusal(socket, refused)
    else options.mounted.upgrade(request, socket, head)
  })
  return server
}

/** Whether a path belongs to the API. The API documentation is a page. */
function isApiCall(url: string): boolean {
  return url.startsWith('/api/') && !url.startsWith('/api/docs')
}

class MalformedJson extends Error {
  readonly statusCode = 400
}
