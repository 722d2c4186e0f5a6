import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { refuse } from '../refusal.ts'
import { endRefused } from './raw-answers.ts'

/** Something that answers below a path of its own on our port, such as the built-in provider. */
export type MountedService = {
  handle?(request: IncomingMessage, response: ServerResponse): void
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

/** What is mounted, by the start of its path. */
export type MountedServices = {
  mount(prefix: string, service: MountedService): void
  /** @returns whether somebody took the request */
  handle(request: IncomingMessage, response: ServerResponse): boolean
  /** Hands a WebSocket to whom its path belongs; nobody's is closed. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

export function createMounts(): MountedServices {
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
      else endRefused(socket, refuse('not-found'))
    },
  }
}
