// The process of the plain `ws` server. The live connections of the server are compared with it. Each path is a room.
// The plain server sends bytes to a room when the parent process asks for it.
import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { clockMs } from '../live/live-crowd.ts'
import type { FloorJob } from './floor-process.ts'

const rooms = new Map<string, Set<WebSocket>>()
const http = createServer()
const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false })

http.on('upgrade', (request, socket, head) => {
  server.handleUpgrade(request, socket, head, (webSocket) => {
    const name = request.url?.slice(1) ?? ''
    const room = rooms.get(name) ?? new Set()
    rooms.set(name, room.add(webSocket))
    webSocket.on('error', () => undefined)
    webSocket.on('close', () => room.delete(webSocket))
  })
})

process.on('message', ({ room, bytes }: FloorJob) => {
  const data = Buffer.from(bytes)
  const beginMs = clockMs()
  for (const webSocket of rooms.get(room) ?? []) webSocket.send(data, { binary: false })
  process.send?.(beginMs)
})
process.on('disconnect', () => process.exit())

http.listen(0, '127.0.0.1', 4096, () => {
  const address = http.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
