import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { errorCode } from '../error-message.ts'
import { StartError } from './start-error.ts'

/**
 * The length of the queue of new TCP connections. After a restart of the server, all its clients connect at once.
 * While the queue is full, a client must wait a second or more.
 */
const BACKLOG = 4_096

/**
 * Starts to listen.
 *
 * @returns the address that people open
 * @throws StartError if the port cannot be used
 */
export async function listen(server: FastifyInstance, config: Config): Promise<string> {
  const { host, port, publicOrigin, spotify } = config
  try {
    await server.listen({ host, port, backlog: BACKLOG })
  } catch (error) {
    throw listenError(error, host, port)
  }
  return publicOrigin ?? addressForPeople(ownOrigin(server), spotify !== null)
}

/**
 * How long a shutdown waits for running calls, in milliseconds. It does not wait until a whole song is streamed, which
 * can take minutes.
 */
const CLOSE_TIMEOUT_MS = 2_000
const CLOSE_IDLE_EVERY_MS = 50

/** Stops listening and waits for running calls. After `CLOSE_TIMEOUT_MS`, all connections are closed. */
export async function closeServer(server: FastifyInstance): Promise<void> {
  const closeAllTimer = setTimeout(() => server.server.closeAllConnections(), CLOSE_TIMEOUT_MS)
  // Closes each keep-alive connection soon after its running call has finished.
  const closeIdleTimer = setInterval(() => server.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
  try {
    await server.close()
  } finally {
    clearInterval(closeIdleTimer)
    clearTimeout(closeAllTimer)
  }
}

/** Returns the address of the server for programs on this machine. */
export function ownOrigin(server: FastifyInstance): string {
  const { address, port } = boundTo(server)
  return addressOf(address, port)
}

function boundTo(server: FastifyInstance): AddressInfo {
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen')
  return address
}

/** Returns the address for others in the home network (J8). Null without `--lan`. Call this after `listen`. */
export function homeOriginOf(server: FastifyInstance, { homeAddress, publicOrigin }: Config): string | null {
  return homeAddress && (publicOrigin ?? addressOf(homeAddress, boundTo(server).port))
}

/** Returns the URL for programs on this machine. @param host the address at which the server listens */
export function addressOf(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/**
 * Returns the address that is shown to people on this machine. It contains `localhost`, because passkeys need a host
 * name (A12). With Spotify it contains the IP address, because Spotify does not redirect to `localhost`.
 * @param own the result of `ownOrigin`
 */
export function addressForPeople(own: string, isSpotifyLinked: boolean): string {
  return isSpotifyLinked ? own : own.replace(/^http:\/\/(127\.0\.0\.1|\[::1\]):/, 'http://localhost:')
}

function listenError(error: unknown, host: string, port: number): unknown {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${host} is taken: stop the other program, or set PORT to another number.`,
      )
    case 'EACCES':
      return new StartError(`Port ${port} may not be opened by this user: set PORT to 1024 or above.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`HOST ${host} is no address of this machine.`)
    default:
      return error
  }
}
