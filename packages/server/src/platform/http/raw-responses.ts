import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ConnectionError } from 'fastify'
import { type Refusal, refuse } from '../refusal.ts'
import { dataHeaders } from './security-headers.ts'

const HEADERS = {
  ...dataHeaders,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
}

/** How long a client may take to read a refusal and to close its side of the connection, in milliseconds. */
const CLOSE_WITHIN_MS = 1_000

/** Sends a refusal to a request that did not reach the router (E1). */
export function writeRefusal(response: ServerResponse, refused: Refusal): void {
  response.writeHead(refused.status, HEADERS).end(JSON.stringify(refused.body))
}

/**
 * Sends a refusal on a raw connection and closes it (E1). A client that does not close its side is disconnected after a
 * second, because Node has no timeout for such a connection (O5).
 */
export function endWithRefusal(socket: Duplex, refused: Refusal): void {
  const body = JSON.stringify(refused.body)
  const headers = { ...HEADERS, connection: 'close', 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${refused.status} Refused`, ...lines, '', body].join('\r\n'))
  // Unread input would keep the connection open after the client has closed it.
  socket.resume()
  const limit = setTimeout(() => socket.destroy(), CLOSE_WITHIN_MS)
  socket.once('close', () => clearTimeout(limit))
}

/**
 * Answers input that is not a valid request. After a timeout, the connection is closed without an answer. Otherwise a
 * browser that sends its next request at the same moment would take the answer for the answer to that request (O5).
 */
export function answerClientError(error: ConnectionError, socket: Duplex): void {
  const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  if (isTimeout || error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  endWithRefusal(socket, refuse(error.code === 'HPE_HEADER_OVERFLOW' ? 'too-large' : 'malformed'))
}
