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

/** The maximum size of a request body. The largest valid body, a choice of playlists, is much smaller. */
const BODY_LIMIT_BYTES = 256 * 1024
const MAX_PARAM_LENGTH = 200
export type ConnectionTimeouts = {
  /** How long a client may take to send headers and body, in milliseconds. */
  requestMs: number
  /** How long an idle connection stays open, in milliseconds. */
  keepAliveMs: number
}

// `keepAliveMs` is longer than the limit of most proxies. Otherwise a proxy could send a request on a connection that
// the server has just closed.
const TIMEOUTS: ConnectionTimeouts = { requestMs: 30_000, keepAliveMs: 72_000 }

export type HttpOptions = {
  log: FastifyBaseLogger
  logFault: FaultLog
  /** Whether each request gets a log line. */
  logRequests: boolean
  trustProxy: string | null
  /** Replaces the default timeouts in tests. */
  timeouts?: ConnectionTimeouts
  headers: SecurityHeaders
  /** Checks each request before all other code does. */
  perimeter: Perimeter
  /** Gets each request before the routes of this server do. */
  mounted: MountedServices
  /** Gets each request before the mounted services do. */
  fastPath: FastPath
}

/** Creates the HTTP server without routes. It parses requests, limits sizes and times, and sets security headers. */
export function createHttpServer(options: HttpOptions): FastifyInstance {
  const { requestMs, keepAliveMs } = options.timeouts ?? TIMEOUTS
  // A request id is a counter, because random ids are slower. Its prefix is random for each process, so that ids are
  // unique among all servers.
  const ofProcess = randomUUID().slice(0, 8)
  let requests = 0
  // The fast path is not used if requests are logged, because only the router logs requests.
  let mayUseFastPath = !options.logRequests
  const server = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: !options.logRequests }),
    genReqId: () => `${ofProcess}-${((requests += 1)).toString(36)}`,
    // Without request logs, all requests share one logger, because it takes time to create one for each request.
    ...(!options.logRequests && { childLoggerFactory: (log: FastifyBaseLogger) => log }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    trustProxy: options.trustProxy ?? false,
    forceCloseConnections: 'idle',
    // During the shutdown, a request on an open connection is answered normally. Then the connection is closed.
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) => void sendRefusal(reply, refuse('not-found')),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    clientErrorHandler: answerClientError,
    serverFactory: (answer, serverOptions) =>
      http.createServer({ ...serverOptions, connectionsCheckingInterval: requestMs }, (request, response) => {
        const refused = options.perimeter(request)
        if (refused) writeRefusal(response, refused)
        else if (mayUseFastPath && options.fastPath.handle(request, response)) return
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
  // During the shutdown, only the router answers requests, because it closes the connection after each answer.
  server.addHook('preClose', (done) => {
    mayUseFastPath = false
    done()
  })
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(isApiCall(request.url) ? options.headers.api : options.headers.documents)
    done()
  })
  registerErrorHandlers(server, options.logFault)
  server.server.on('upgrade', (request, socket, head) => {
    // Without this listener, a broken connection would end the process.
    socket.on('error', () => socket.destroy())
    const refused = options.perimeter(request)
    if (refused) endWithRefusal(socket, refused)
    else options.mounted.upgrade(request, socket, head)
  })
  return server
}

/** Returns whether a URL is an API call. The API documentation is not, because it is a page. */
function isApiCall(url: string): boolean {
  return url.startsWith('/api/') && !url.startsWith('/api/docs')
}

class MalformedJson extends Error {
  readonly statusCode = 400
}
