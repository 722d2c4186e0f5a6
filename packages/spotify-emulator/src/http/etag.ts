import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { HttpResponse } from './response.ts'

/**
 * Adds an ETag to a successful answer, so that a client need not load an unchanged body again. If the client
 * already has this version, the answer is 304 (RFC 9110, 13.1.2). It has the same headers, because the client
 * replaces the headers of its stored answer with them (RFC 9111, 4.3.4).
 */
export function withEtag(request: IncomingMessage, response: HttpResponse): HttpResponse {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || response.status !== 200 || response.body === undefined) return response
  const etag = `W/"${createHash('sha256').update(response.body).digest('base64url').slice(0, 22)}"`
  const headers = { ...response.headers, 'cache-control': 'private, max-age=0', etag }
  const tags = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim())
  return tags.includes(etag) || tags.includes('*') ? { status: 304, headers } : { ...response, headers }
}
