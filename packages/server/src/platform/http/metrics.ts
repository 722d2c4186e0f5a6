import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { refuse } from '../refusal.ts'
import { sendRefusal } from './errors.ts'
import { CallTimes } from './call-times.ts'
import { bearerToken } from './handle.ts'

const METRICS_PATH = '/api/metrics'

export type Metrics = {
  /**
   * Starts to collect metrics of the process. Separate from the start of the server, because the library loads
   * slowly.
   */
  begin(): Promise<void>
  observe: ObserveCall
}

/** Counts an answered call. @param tookMs until the answer was written to the connection, in milliseconds */
export type ObserveCall = (method: string, route: string, status: number, tookMs: number) => void

/** A value that is read on each request of the metrics. */
export type Gauge = { name: string; help: string; read(): number }

type Access = Pick<Config, 'metricsToken' | 'reach'>

/**
 * Serves metrics of the process and of every call for Prometheus (O4). They need the token. Without a configured
 * token, only a server for its own machine shows them.
 */
export function serveMetrics(
  server: FastifyInstance,
  access: Access,
  gauges: readonly Gauge[] = [],
): Metrics {
  let registry: Promise<Registry> | null = null
  const callTimes = new CallTimes()
  const observe: ObserveCall = (method, route, status, tookMs) =>
    callTimes.observe(method, route, status, tookMs / 1000)

  async function create(): Promise<Registry> {
    const { collectDefaultMetrics, Gauge, Registry } = await import('prom-client')
    const register = new Registry()
    collectDefaultMetrics({ register })
    for (const { name, help, read } of gauges)
      register.registerMetric(new Gauge({ name, help, registers: [], collect: gaugeOf(read) }))
    return register
  }
  const open = () => (registry ??= create())

  server.addHook('onResponse', (request, reply, done) => {
    observe(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime)
    done()
  })
  server.get(METRICS_PATH, async (request, reply) => {
    if (!mayRead(request, access)) return sendRefusal(reply, refuse('forbidden'))
    const register = await open()
    return reply.type(register.contentType).send(`${await register.metrics()}${callTimes.text()}`)
  })
  return {
    async begin() {
      await open()
    },
    observe,
  }
}

function gaugeOf(read: () => number) {
  return function (this: { set(value: number): void }): void {
    this.set(read())
  }
}

type Registry = { contentType: string; metrics(): Promise<string> }

function mayRead(request: FastifyRequest, { metricsToken, reach }: Access): boolean {
  if (metricsToken === null) return reach.by === 'this-machine'
  return isSame(bearerToken(request.headers.authorization) ?? '', metricsToken)
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
