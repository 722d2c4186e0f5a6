import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** Answers the request for a WebSocket with an HTTP status, and closes the connection. */
export function refuseUpgrade(socket: Duplex, status: 403 | 404): void {
  // Without this listener, a broken connection would end the process.
  socket.on('error', () => socket.destroy())
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
  socket.end(head, () => socket.destroy())
}
