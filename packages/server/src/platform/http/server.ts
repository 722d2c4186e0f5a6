import { randomUUID } from 'node:crypto'
import http from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { FaultLog } from '../log/fault-log.ts'
import { refuse } from '../refusal.ts'
import { answerErrors, sendRefusal } from './errors.ts'
import type { FromMemory } from './from-memory.ts'
import type { MountedServices } from './mount.ts'
import type { Perimeter } from './perimeter.ts'
import { answerUnreadable, endRefused, respondRefused } from './raw-answers.ts'

/** The longest body that is read, in bytes: well above the largest choice of playlists. */
const BODY_LIMIT_BYTES = 256 * 1024
const MAX_PARAM_LENGTH = 200
export type ConnectionTimeouts = {
  /** How long a client may take to send its headers and body, in milliseconds. */
  requestMs: number
  /** How long a connection may wait for its next request, in milliseconds. */
  keepAliveMs: number
}

// Connections wait for longer than the usual proxy keeps them, so that it never reuses one that was just closed.
const TIMEOUTS: ConnectionTimeouts = { requestMs: 30_000, keepAliveMs: 72_000 }

export type HttpOptions = {
  log: FastifyBaseLogger
  tellFault: FaultLog
  /** A log line for each request. */
  logRequests: boolean
  trustProxy: string | null
  /** Those of a production server unless a test shortens them. */
  timeouts?: ConnectionTimeouts
  /** What every answer carries. */
  headers: Readonly<Record<string, string>>
  /** Asked before all: who may come in. */
  perimeter: Perimeter
  /** Asked before our own routes. */
  mounted: MountedServices
  /** Asked before those. */
  fromMemory: FromMemory
}

/** The HTTP server without routes: parsing, limits, headers and refusals are the same for all of them. */
export function createHttpServer(options: HttpOptions): FastifyInstance {
  const { requestMs, keepAliveMs } = options.timeouts ?? TIMEOUTS
  // Names a call among those of all servers; a random name for each costs more than counting.
  const ofProcess = randomUUID().slice(0, 8)
  let requests = 0
  // Who asks for lines of requests wants all of them.
  let mayRemember = !options.logRequests
  const server = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: !options.logRequests }),
    genReqId: () => `${ofProcess}-${((requests += 1)).toString(36)}`,
    // A log of its own for each request costs more than many answers; without lines for requests nobody reads it.
    ...(!options.logRequests && { childLoggerFactory: (log: FastifyBaseLogger) => log }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    trustProxy: options.trustProxy ?? false,
    forceCloseConnections: 'idle',
    // What still comes over a standing connection while we stop is answered as ever, and told to come no more that way.
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) => void sendRefusal(reply, refuse('not-found')),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    clientErrorHandler: answerUnreadable,
    serverFactory: (answer, serverOptions) =>
      http.createServer({ ...serverOptions, connectionsCheckingInterval: requestMs }, (request, response) => {
        const refused = options.perimeter(request)
        if (refused) respondRefused(response, refused)
        else if (mayRemember && options.fromMemory.handle(request, response)) return
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
  // The router tells those whose connection stands that we stop.
  server.addHook('preClose', (done) => {
    mayRemember = false
    done()
  })
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(options.headers)
    done()
  })
  answerErrors(server, options.tellFault)
  server.server.on('upgrade', (request, socket, head) => {
    // The connection is nobody's from here on: without a listener its breaking would end the process.
    socket.on('error', () => socket.destroy())
    const refused = options.perimeter(request)
    if (refused) endRefused(socket, refused)
    else options.mounted.upgrade(request, socket, head)
  })
  return server
}

class MalformedJson extends Error {
  readonly statusCode = 400
}
