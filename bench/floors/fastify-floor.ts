// The process with a plain Fastify route. The server is compared with this route, which sends the same bytes and
// does nothing else.
import Fastify from 'fastify'
import type { FloorAnswer } from '../poll.ts'

process.on('message', ({ headers, body }: FloorAnswer) => {
  const server = Fastify()
  const bytes = Buffer.from(body)
  server.get('/changed', (_request, reply) => reply.headers(headers).send(bytes))
  server.get('/same', (_request, reply) => reply.code(304).headers(headers).send())
  server.get('/api/metrics', () => {
    const { user, system } = process.cpuUsage()
    return `process_cpu_seconds_total ${(user + system) / 1e6}\n`
  })
  server.listen({ port: 0, host: '127.0.0.1' }).then(
    (address) => process.send?.(Number(new URL(address).port)),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit())
