// The process that sends requests, one at a time on each open connection. It does very little work per request,
// so that the figures show the server and not this process.
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import type { LoadJob, LoadResult } from './load.ts'
import { percentile } from '../report.ts'

type Connection = {
  readonly socket: Socket
  readonly requests: readonly Buffer[]
  next: number
  /** When the running request should have been sent. Null if no request is running. */
  dueMs: number | null
  /** The received part of an incomplete answer. */
  received: Buffer | null
}

const HEADERS_END = Buffer.from('\r\n\r\n')
const LENGTH = Buffer.from('content-length: ')
const DIGIT_0 = 48

process.on('message', (job: LoadJob) => {
  run(job).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

async function run({ port, scripts, from = [], durationMs, perSecond }: LoadJob): Promise<LoadResult> {
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  const idle: Connection[] = []
  /** The times at which waiting requests should have been sent. These requests wait for a free connection. */
  const due: number[] = []
  let isOver = false
  let underWay = 0

  function send(connection: Connection, dueMs: number): void {
    connection.dueMs = dueMs
    underWay += 1
    connection.socket.write(connection.requests[connection.next] ?? '')
    connection.next = (connection.next + 1) % connection.requests.length
  }

  function takeNext(connection: Connection): void {
    if (isOver) return
    if (perSecond === null) return send(connection, performance.now())
    const dueMs = due.shift()
    if (dueMs === undefined) idle.push(connection)
    else send(connection, dueMs)
  }

  function readChunk(connection: Connection, chunk: Buffer): void {
    const bytes = connection.received ? Buffer.concat([connection.received, chunk]) : chunk
    const status = completeStatus(bytes)
    connection.received = status === null ? bytes : null
    if (status === null || connection.dueMs === null) return
    latencies.push(performance.now() - connection.dueMs)
    connection.dueMs = null
    underWay -= 1
    statuses[status] = (statuses[status] ?? 0) + 1
    takeNext(connection)
  }

  const connections = await Promise.all(
    scripts.map(async (script, index): Promise<Connection> => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      await once(socket, 'connect')
      const requests = script.map((request) => Buffer.from(request))
      const connection = { socket, requests, next: from[index] ?? 0, dueMs: null, received: null }
      socket.on('data', (chunk) => readChunk(connection, chunk))
      return connection
    }),
  )
  globalThis.gc?.()
  const beginMs = performance.now()
  for (const connection of connections) takeNext(connection)
  await (perSecond === null ? pause(durationMs) : pace(perSecond, durationMs))
  isOver = true
  const tookMs = performance.now() - beginMs
  const answered = latencies.length
  for (let waits = 0; underWay > 0 && waits < 1_000; waits += 1) await pause(5)
  for (const { socket } of connections) socket.destroy()
  if (underWay > 0) throw new Error(`${underWay} requests got no answer`)
  return {
    perSecond: (answered / tookMs) * 1_000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    reached: connections.map(({ next }) => next),
    statuses,
  }

  /** Starts requests at a constant rate, even if earlier ones are not answered. */
  async function pace(rate: number, forMs: number): Promise<void> {
    const start = performance.now()
    for (let count = 0; ; ) {
      const sinceMs = performance.now() - start
      if (sinceMs >= forMs) return
      for (; count < (sinceMs * rate) / 1_000; count += 1) {
        const dueMs = start + (count * 1_000) / rate
        const connection = idle.shift()
        if (connection) send(connection, dueMs)
        else due.push(dueMs)
      }
      await pause(1)
    }
  }
}

/** Returns the status of a complete answer. Null if the answer is incomplete. */
function completeStatus(bytes: Buffer): string | null {
  const headersEnd = bytes.indexOf(HEADERS_END)
  if (headersEnd < 0) return null
  const status = bytes.toString('latin1', 9, 12)
  if (status === '304' || status === '204') return status
  const lengthAt = bytes.indexOf(LENGTH)
  if (lengthAt < 0 || lengthAt > headersEnd) throw new Error('an answer without content-length')
  let length = 0
  for (let at = lengthAt + LENGTH.length; at < headersEnd && bytes[at] !== 13; at += 1)
    length = length * 10 + (bytes[at] ?? 0) - DIGIT_0
  return bytes.length >= headersEnd + HEADERS_END.length + length ? status : null
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
