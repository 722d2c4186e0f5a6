import { acceptedLanguage } from '@jointly/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../db/database-unavailable.ts'
import type { FaultLog } from '../log/fault-log.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { allowedMethods } from './allowed-methods.ts'
import { refusalPage, refusalPageHeaders, wantsPage } from './pages/refusal-page.ts'

/** Sends a refusal as JSON (E1). A person who opened the address with a browser gets a page (E4). */
export function sendRefusal(reply: FastifyReply, refused: Refusal): FastifyReply {
  const { retryAfterSec } = refused.details
  if (retryAfterSec !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfterSec)))
  reply.code(refused.status).header('cache-control', 'no-store')
  if (wantsPage(reply.request))
    return reply
      .headers(refusalPageHeaders)
      .type('text/html; charset=utf-8')
      .send(refusalPage(refused, acceptedLanguage(reply.request.headers['accept-language'])))
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(refused.body))
}

/** Registers the handlers for unknown paths and for errors that a handler throws (E1). */
export function registerErrorHandlers(server: FastifyInstance, logFault: FaultLog): void {
  server.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(request.url)
    if (allowed.length === 0) return sendRefusal(reply, refuse('not-found'))
    return sendRefusal(reply.header('allow', allowed.join(', ')), refuse('method'))
  })
  server.setErrorHandler((error, request, reply) => {
    const refused = refusalOf(error)
    if (refused) return sendRefusal(reply, refused)
    logFault(error, 'a call failed', { requestId: request.id, route: request.routeOptions.url })
    return answerUnexpectedError(error, request, reply)
  })
}

function answerUnexpectedError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { body, status } = isDatabaseUnavailable(error) ? refuse('database-away') : refuse('internal')
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: { ...body.error, requestId: request.id } }))
}

/** Maps an error of Fastify with a status of 4xx to a refusal. Null for every other error. */
function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null
  switch (error.statusCode) {
    case 400:
      return refuse('malformed')
    case 404:
    case 414:
      return refuse('not-found')
    case 413:
      return refuse('too-large')
    case 415:
      return refuse('media-type')
    case 403:
      // The static file plugin answers 403 for hidden files. With a 404, a hidden file looks like a missing one.
      return refuse('not-found')
    default:
      return isClientError(error.statusCode) ? refuse('malformed') : null
  }
}

function isClientError(status: unknown): boolean {
  return typeof status === 'number' && status >= 400 && status < 500
}
