import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Route } from '@jointly/contract'
import { bearerToken, type Caller } from './router.ts'
import { hasMatchingEtag, type CachedBody, cachedBodyHeaders } from './send-answer.ts'
import type { ObserveCall } from './metrics.ts'

/**
 * Answers frequent requests, such as the poll of a session, from memory. This takes less CPU than the router needs.
 * If the answer or the caller is not cached, the router answers the request with the same result.
 */
export type FastPath = {
  /** Makes the fast path answer this route from now on. */
  start(row: FastPathRoute): void
  /**
   * Answers a request from memory, if possible.
   * @returns whether the request was answered
   */
  handle(request: IncomingMessage, response: ServerResponse): boolean
}

/**
 * A route that the fast path answers. `getCachedCaller` and `getCachedAnswer` return null if nothing is cached. The
 * path of the route must have one parameter, at its end.
 */
export type FastPathRoute = {
  route: Route
  /** The headers of every answer. */
  headers: Readonly<Record<string, string>>
  getCachedCaller(token: string): Caller | null
  getCachedAnswer(param: string, userId: string): CachedBody | null
  observe: ObserveCall
}

export function createFastPath(): FastPath {
  let answer: FastPath['handle'] = () => false
  return {
    start(row) {
      answer = createHandler(row)
    },
    handle: (request, response) => answer(request, response),
  }
}

function createHandler({
  route,
  headers,
  getCachedCaller,
  getCachedAnswer,
  observe,
}: FastPathRoute): FastPath['handle'] {
  const prefix = route.path.slice(0, route.path.indexOf(':'))
  const constant = Object.entries({ ...headers, ...cachedBodyHeaders }).flat()

  function findAnswer({ method, url = '', headers: { authorization } }: IncomingMessage): CachedBody | null {
    if (method !== route.method || !url.startsWith(prefix)) return null
    const token = bearerToken(authorization)
    const caller = token ? getCachedCaller(token) : null
    return caller && getCachedAnswer(url.slice(prefix.length), caller.userId)
  }

  return (request, response) => {
    const beginMs = performance.now()
    const prepared = tryGet(() => findAnswer(request))
    if (!prepared) return false
    const status = hasMatchingEtag(request, prepared.etag) ? 304 : 200
    if (status === 304) response.writeHead(status, [...constant, 'etag', prepared.etag]).end()
    else sendParts(response, [...constant, 'etag', prepared.etag], prepared.body())
    observe(route.method, route.path, status, performance.now() - beginMs)
    return true
  }
}

/** Returns null if `get` throws. The router then handles the request, gets the same error, and logs it. */
function tryGet(get: () => CachedBody | null): CachedBody | null {
  try {
    return get()
  } catch {
    return null
  }
}

/** Sends a body in parts. Joining the parts first would copy them. */
function sendParts(response: ServerResponse, headers: readonly string[], pieces: readonly Buffer[]): void {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  response.writeHead(200, [...headers, 'content-length', String(length)])
  for (const piece of pieces) response.write(piece)
  response.end()
}
