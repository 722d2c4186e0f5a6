import { createServer, type Server } from 'node:http'
import type { SpotifyEmulator } from './emulator.ts'

const NOT_FOUND = 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/**
 * Creates an HTTP server that runs only the provider. The caller must call `listen`.
 * @param behindProxy whether every request is forwarded by a server of Jointly
 */
export function createEmulatorServer(emulator: SpotifyEmulator, behindProxy: boolean): Server {
  const server = createServer((request, response) => void emulator.handle(request, response))
  server.on('upgrade', (request, socket, head) => {
    if (emulator.upgrade(request, socket, head)) return
    // Without this listener, a broken connection would end the process.
    socket.on('error', () => socket.destroy())
    // A server of Jointly that got no answer would report an outage.
    socket.end(NOT_FOUND, () => socket.destroy())
  })
  // A server of Jointly could send a request on an idle connection at the moment in which this process closes it. The
  // request would be lost, which happens to servers under load. So the other side closes idle connections.
  if (behindProxy) server.keepAliveTimeout = 0
  return server
}
