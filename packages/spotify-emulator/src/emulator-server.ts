import { createServer, type Server } from 'node:http'
import type { SpotifyEmulator } from './emulator.ts'

/** Creates an HTTP server that runs only the provider. The caller must call `listen`. */
export function createEmulatorServer(emulator: SpotifyEmulator): Server {
  const server = createServer((request, response) => void emulator.handle(request, response))
  server.on('upgrade', (request, socket, head) => {
    if (!emulator.upgrade(request, socket, head)) socket.destroy()
  })
  return server
}
