import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Route } from '@jointly/contract'
import { bearerToken, type Caller, hasMatchingEtag, type CachedBody, cachedBodyHeaders } from './handle.ts'
import type { ObserveCall } from './metrics.ts'

/**
 * What is asked again and again, such as the poll of a session, and stands ready in memory with all that says that this
 * person may have it. It is answered before the router, whose hooks, parsing and promises cost more than the answer
 * itself. Whatever is not at hand takes the usual way, which answers the same.
 */
export type FromMemory = {
  /** Answers from here on. `recall` gives null for what has to be looked up, and for what there is not. */
  begin(row: RememberedRow): void
  /** @returns whether the request was answered */
  handle(request: IncomingMessage, response: ServerResponse): boolean
}

/** A row of the call table whose path ends with its only parameter, and how it is answered from memory. */
export type RememberedRow = {
  route: Route
  /** What every answer carries. */
  headers: Readonly<Record<string, string>>
  recallCaller(token: string): Caller | null
  recall(param: string, userId: string): CachedBody | null
  observe: ObserveCall
}

export function createFromMemory(): FromMemory {
  let answer: FromMemory['handle'] = () => false
  return {
    begin(row) {
      answer = answersOf(row)
    },
    handle: (request, response) => answer(request, response),
  }
}

function answersOf({ route, headers, recallCaller, recall, observe }: RememberedRow): FromMemory['handle'] {
  const prefix = route.path.slice(0, route.path.indexOf(':'))
  const constant = Object.entries({ ...headers, ...cachedBodyHeaders }).flat()

  function recallFor({ method, url = '', headers: { authorization } }: IncomingMessage): CachedBody | null {
    if (method !== route.method || !url.startsWith(prefix)) return null
    const token = bearerToken(authorization)
    const caller = token ? recallCaller(token) : null
    return caller && recall(url.slice(prefix.length), caller.userId)
  }

  return (request, response) => {
    const beginMs = performance.now()
    const prepared = recalled(() => recallFor(request))
    if (!prepared) return false
    const status = hasMatchingEtag(request, prepared.etag) ? 304 : 200
    if (status === 304) response.writeHead(status, [...constant, 'etag', prepared.etag]).end()
    else endWith(response, [...constant, 'etag', prepared.etag], prepared.body())
    observe(route.method, route.path, status, performance.now() - beginMs)
    return true
  }
}

/** Where it fails, who is asked next finds the same and tells of it. */
function recalled(recall: () => CachedBody | null): CachedBody | null {
  try {
    return recall()
  } catch {
    return null
  }
}

/** Sends a body in its pieces, so that what is the same for many is not copied for each. */
function endWith(response: ServerResponse, headers: readonly string[], pieces: readonly Buffer[]): void {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  response.writeHead(200, [...headers, 'content-length', String(length)])
  for (const piece of pieces) response.write(piece)
  response.end()
}
