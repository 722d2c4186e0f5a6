import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { StartError } from './start-error.ts'

/**
 * So many connections may wait to be taken. All who lose another server come at once; who finds no room waits for a
 * second or more, since their system then tries again only after growing pauses. The system may allow fewer.
 */
const CONNECTIONS_WAITING = 4_096

/**
 * Begins to serve.
 *
 * @returns the address people open
 * @throws StartError when the port cannot be had
 */
export async function listen(server: FastifyInstance, config: Config): Promise<string> {
  const { host, port, publicOrigin, spotify } = config
  try {
    await server.listen({ host, port, backlog: CONNECTIONS_WAITING })
  } catch (error) {
    throw listenError(error, host, port)
  }
  return publicOrigin ?? addressForPeople(ownOrigin(server), spotify !== null)
}

/** How long running calls may take to end, in milliseconds; songs being heard would take minutes. */
const FINISH_WITHIN_MS = 2_000
const LOOK_EVERY_MS = 50

/** Stops serving: takes no more calls, and lets those that run end if they do so soon. */
export async function closeServer(server: FastifyInstance): Promise<void> {
  const impatience = setTimeout(() => server.server.closeAllConnections(), FINISH_WITHIN_MS)
  // A connection is kept for its next call, which will not come any more: it ends with the one that runs.
  const hanging = setInterval(() => server.server.closeIdleConnections(), LOOK_EVERY_MS)
  try {
    await server.close()
  } finally {
    clearInterval(hanging)
    clearTimeout(impatience)
  }
}

/** The address at which this machine reaches the server. */
export function ownOrigin(server: FastifyInstance): string {
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen')
  return addressOf(address.address, address.port)
}

/** The address at which this machine reaches a server that listens at this host and port. */
export function addressOf(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/**
 * The address to show to people of this machine. Passkeys work at names only (A12), so it is `localhost`; Spotify sends
 * people back to IP addresses only, so with Spotify it is the IP address.
 *
 * @param own as `ownOrigin` gives it
 */
export function addressForPeople(own: string, isSpotifyLinked: boolean): string {
  return isSpotifyLinked ? own : own.replace(/^http:\/\/(127\.0\.0\.1|\[::1\]):/, 'http://localhost:')
}

function listenError(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
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
