import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../db/database-away.ts'
import type { FaultLog } from '../log/fault-log.ts'
import { type Refused, refuse } from '../refusal.ts'
import { methodsAt } from './known-paths.ts'

/** Answers a refusal: the one place where it becomes bytes (E1). */
export function sendRefusal(reply: FastifyReply, refused: Refused): FastifyReply {
  const { retryAfterSec } = refused.details
  if (retryAfterSec !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfterSec)))
  return reply
    .code(refused.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refused.body))
}

/** Turns what no handler answered into the one shape of refusals (E1). */
export function answerErrors(server: FastifyInstance, tellFault: FaultLog): void {
  server.setNotFoundHandler((request, reply) => {
    const allowed = methodsAt(request.url)
    if (allowed.length === 0) return sendRefusal(reply, refuse('not-found'))
    return sendRefusal(reply.header('allow', allowed.join(', ')), refuse('method'))
  })
  server.setErrorHandler((error, request, reply) => {
    const refused = refusalOf(error)
    if (refused) return sendRefusal(reply, refused)
    tellFault(error, 'a call failed', { requestId: request.id, route: request.routeOptions.url })
    return answerSurprise(error, request, reply)
  })
}

function answerSurprise(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { body, status } = isDatabaseAway(error) ? refuse('database-away') : refuse('internal')
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: { ...body.error, requestId: request.id } }))
}

/** What the HTTP layer itself refuses: it says so by the status of the error it throws. */
function refusalOf(error: unknown): Refused | null {
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
      // Files whose path is spelled in a strange way.
      return refuse('not-found')
    default:
      return isClientError(error.statusCode) ? refuse('malformed') : null
  }
}

function isClientError(status: unknown): boolean {
  return typeof status === 'number' && status >= 400 && status < 500
}
