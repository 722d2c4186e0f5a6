import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Answer } from './answer.ts'

/**
 * Gives a successful read the headers of a private answer that has to be asked for again, and an ETag; answers 304 to
 * a client that has it already (RFC 9110, 13.1.2).
 */
export function conditional(request: IncomingMessage, answer: Answer): Answer {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || answer.status !== 200 || answer.body === undefined) return answer
  const etag = `W/"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 22)}"`
  const headers = { ...answer.headers, 'cache-control': 'private, max-age=0', etag }
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim())
  return known.includes(etag) || known.includes('*')
    ? { status: 304, headers: { 'cache-control': headers['cache-control'], etag } }
    : { ...answer, headers }
}
