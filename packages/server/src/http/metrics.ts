import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '../config.ts'
import { refuse } from '../refusal.ts'
import { sendRefusal } from './errors.ts'
import { bearerToken } from './handle.ts'

const METRICS_PATH = '/api/metrics'
/** From what is not noticed to what is not waited for, in seconds. */
const BUCKETS_SEC = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export type Metrics = {
  /** Begins to measure; until then nothing is. Apart from the start, because the library takes its time to load. */
  begin(): Promise<void>
}

/** A measure that is read when it is asked for. */
export type Gauge = { name: string; help: string; read(): number }

/**
 * Measures of the process and of every call, for Prometheus. Only this machine may read them, or who has the token.
 */
export function serveMetrics(
  server: FastifyInstance,
  token: string | null,
  gauges: readonly Gauge[] = [],
): Metrics {
  let registry: Promise<Registry> | null = null
  let observe: ((request: FastifyRequest, status: number, seconds: number) => void) | null = null

  async function create(): Promise<Registry> {
    const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client')
    const register = new Registry()
    collectDefaultMetrics({ register })
    const calls = new Histogram({
      name: 'jointly_http_request_seconds',
      help: 'How long calls took',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS_SEC,
      registers: [register],
    })
    for (const { name, help, read } of gauges)
      register.registerMetric(new Gauge({ name, help, registers: [], collect: gaugeOf(read) }))
    observe = ({ method, routeOptions }, status, seconds) =>
      calls.labels(method, routeOptions.url ?? 'none', String(status)).observe(seconds)
    return register
  }
  const open = () => (registry ??= create())

  server.addHook('onResponse', (request, reply, done) => {
    observe?.(request, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
  server.get(METRICS_PATH, async (request, reply) => {
    if (!mayRead(request, token)) return sendRefusal(reply, refuse('forbidden'))
    const register = await open()
    return reply.type(register.contentType).send(await register.metrics())
  })
  return {
    async begin() {
      await open()
    },
  }
}

function gaugeOf(read: () => number) {
  return function (this: { set(value: number): void }): void {
    this.set(read())
  }
}

type Registry = { contentType: string; metrics(): Promise<string> }

function mayRead(request: FastifyRequest, token: string | null): boolean {
  const given = bearerToken(request.headers.authorization)
  if (token && given) return isSame(given, token)
  // Behind a proxy everybody comes from this machine.
  const isForwarded = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return !isForwarded && isLoopback(peer)
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
