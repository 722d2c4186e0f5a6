import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Histogram, Registry } from 'prom-client'
import type { Config } from '../../config.ts'
import { refuse } from '../refusal.ts'
import { sendRefusal } from './errors.ts'
import { bearerToken } from './router.ts'

const METRICS_PATH = '/api/metrics'

/** The upper limits of the buckets of call durations, in seconds. */
const BUCKETS_SEC = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export type Metrics = {
  /**
   * Loads the library and starts to collect metrics of the process. The start of the server does not wait for this,
   * because the library loads slowly.
   */
  begin(): Promise<void>
  observe: ObserveCall
}

/**
 * Counts a call in the metrics.
 * @param tookMs the time from the request until the answer was written to the connection, in milliseconds
 */
export type ObserveCall = (method: string, route: string, status: number, tookMs: number) => void

/** A metric whose value `read` returns each time the metrics are requested. */
export type Gauge = { name: string; help: string; read(): number }

type Access = Pick<Config, 'metricsToken' | 'reach'>

/**
 * Serves metrics of the process and of all calls for Prometheus. A request needs the configured token. Without a
 * configured token, only a server for this machine serves metrics (O4).
 */
export function serveMetrics(server: FastifyInstance, access: Access, gauges: readonly Gauge[]): Metrics {
  let loading: Promise<MetricRegistry> | null = null
  let loaded: MetricRegistry | null = null

  async function load(): Promise<MetricRegistry> {
    const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client')
    const registry = new Registry()
    const registers = [registry]
    collectDefaultMetrics({ register: registry })
    for (const { name, help, read } of gauges)
      registry.registerMetric(new Gauge({ name, help, registers: [], collect: gaugeOf(read) }))
    const durations = new Histogram({
      name: 'jointly_http_request_seconds',
      help: 'How long calls took',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS_SEC,
      registers,
    })
    return (loaded = { registry, durations })
  }
  const open = () => (loading ??= load())

  /** Counts a call. If the library is still loading, the call is counted when it is loaded. */
  const observe: ObserveCall = (method, route, status, tookMs) => {
    const add = ({ durations }: MetricRegistry) => durations.observe({ method, route, status }, tookMs / 1000)
    if (loaded) add(loaded)
    else open().then(add, () => undefined)
  }

  server.addHook('onResponse', (request, reply, done) => {
    observe(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime)
    done()
  })
  server.get(METRICS_PATH, async (request, reply) => {
    if (!mayRead(request, access)) return sendRefusal(reply, refuse('forbidden'))
    const { registry } = await open()
    return reply.type(registry.contentType).send(await registry.metrics())
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

type MetricRegistry = { registry: Registry; durations: Histogram }

function mayRead(request: FastifyRequest, { metricsToken, reach }: Access): boolean {
  if (metricsToken === null) return reach.by === 'this-machine'
  return isSame(bearerToken(request.headers.authorization) ?? '', metricsToken)
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
