import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { refuse } from '../refusal.ts'
import { endWithRefusal } from './raw-responses.ts'

/** A service that answers all requests below one path on the port of this server, such as the built-in provider. */
export type MountedService = {
  handle?(request: IncomingMessage, response: ServerResponse): void
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

/** Passes each request to the mounted service whose prefix is the start of the path. */
export type MountedServices = {
  mount(prefix: string, service: MountedService): void
  /**
   * Passes a request to the mounted service for its path.
   * @returns false if no service is mounted at this path
   */
  handle(request: IncomingMessage, response: ServerResponse): boolean
  /** Passes a WebSocket upgrade to the mounted service for its path. Closes the socket if there is no service. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

export function createMountedServices(): MountedServices {
  const services: { prefix: string; service: MountedService }[] = []
  const serviceAt = (url: string) =>
    services.find(({ prefix }) => url.startsWith(prefix) && /^($|[/?])/.test(url.slice(prefix.length)))
      ?.service
  return {
    mount: (prefix, service) => void services.push({ prefix, service }),
    handle(request, response) {
      const service = serviceAt(request.url ?? '')
      if (!service?.handle) return false
      service.handle(request, response)
      return true
    },
    upgrade(request, socket, head) {
      const service = serviceAt(request.url ?? '')
      if (service?.upgrade) service.upgrade(request, socket, head)
      else endWithRefusal(socket, refuse('not-found'))
    },
  }
}
