import { once } from 'node:events'
import * as http from 'node:http'
import { connect, type Server } from 'node:net'

/**
 * Makes a server listen on a free port of 127.0.0.1. It never closes idle connections: on a busy machine, the tested
 * server could send a request at the moment in which this server closes the connection, and would lose the request.
 * @returns the port
 */
export async function listenOnLoopback(server: Server): Promise<number> {
  if (server instanceof http.Server) server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}

/** Connects to the port of an address on this machine. @returns the code of the error; undefined if it connects */
export async function failureToConnect(address: string): Promise<string | undefined> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  try {
    await once(socket, 'connect')
    socket.destroy()
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  }
}
