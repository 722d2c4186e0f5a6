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

/** Sends a refusal to a request that did not reach the router (E1). */
export function writeRefusal(response: ServerResponse, refused: Refusal): void {
  response.writeHead(refused.status, HEADERS).end(JSON.stringify(refused.body))
}

/** Sends a refusal on a raw connection and closes it (E1). */
export function endWithRefusal(socket: Duplex, refused: Refusal): void {
  const body = JSON.stringify(refused.body)
  const headers = { ...HEADERS, connection: 'close', 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${refused.status} Refused`, ...lines, '', body].join('\r\n'))
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
