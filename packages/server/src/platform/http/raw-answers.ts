import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ConnectionError } from 'fastify'
import { type Refused, refuse } from '../refusal.ts'

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** Refuses a request that no route has seen (E1). */
export function respondRefused(response: ServerResponse, refused: Refused): void {
  response.writeHead(refused.status, HEADERS).end(JSON.stringify(refused.body))
}

/** Refuses on a connection that speaks no HTTP any more, or never did, and ends it (E1). */
export function endRefused(socket: Duplex, refused: Refused): void {
  const body = JSON.stringify(refused.body)
  const headers = { ...HEADERS, connection: 'close', 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${refused.status} Refused`, ...lines, '', body].join('\r\n'))
}

/**
 * Answers what cannot be read as a request at all. A connection that sent nothing in time, or not all of a request, is
 * closed without an answer (O5): browsers open connections in advance, and would take it for the answer to the request
 * that they send at that moment.
 */
export function answerUnreadable(error: ConnectionError, socket: Duplex): void {
  const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  if (isTimeout || error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  endRefused(socket, refuse(error.code === 'HPE_HEADER_OVERFLOW' ? 'too-large' : 'malformed'))
}
