import { createServer, type Server } from 'node:http'
import type { SpotifyEmulator } from './emulator.ts'
import { refuseUpgrade } from './http/refuse-upgrade.ts'

/**
 * Creates an HTTP server that runs only the provider. The caller must call `listen`.
 * @param behindProxy whether every request is forwarded by a server of Jointly
 */
export function createEmulatorServer(emulator: SpotifyEmulator, behindProxy: boolean): Server {
  const server = createServer((request, response) => void emulator.handle(request, response))
  server.on('upgrade', (request, socket, head) => {
    // A server of Jointly that got no answer would report an outage.
    if (!emulator.upgrade(request, socket, head)) refuseUpgrade(socket, 404)
  })
  // A server of Jointly could send a request on an idle connection at the moment in which this process closes it. The
  // request would be lost, which happens to servers under load. So the other side closes idle connections.
  if (behindProxy) server.keepAliveTimeout = 0
  return server
}
