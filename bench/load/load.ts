import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const clientFile = fileURLToPath(new URL('./load-client.ts', import.meta.url))

/** What is asked over one connection, as the bytes of whole requests, one after the other and then anew. */
export type Script = readonly string[]

export type LoadJob = {
  readonly port: number
  /** One script a keep-alive connection. */
  readonly scripts: readonly Script[]
  /** At which request each script begins, as `reached` of the run before says; without it, at the first. */
  readonly from?: readonly number[]
  readonly durationMs: number
  /** Requests a second whatever the answers do; null asks anew as soon as an answer is there. */
  readonly perSecond: number | null
}

export type LoadResult = {
  readonly perSecond: number
  /** From the moment at which a request was due to the end of its answer, in milliseconds. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** At which request each script would have gone on. */
  readonly reached: readonly number[]
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>
}

/** Asks a server on loopback as fast as it can, or at a rate, from a process of its own. */
export type Load = {
  run(job: LoadJob): Promise<LoadResult>
  close(): Promise<void>
}

/** Starts the process that asks. */
export function openLoad(): Load {
  // Garbage of its own is collected before a run and hardly within one: its pauses would count as the server's.
  const execArgv = ['--expose-gc', '--max-semi-space-size=64']
  const child = fork(clientFile, { serialization: 'advanced', execArgv })
  return {
    async run(job) {
      child.send(job)
      const told: unknown[] = await once(child, 'message')
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own process at the other end
      const result = told[0] as LoadResult
      const failed = Object.keys(result.statuses).filter((status) => !/^(2..|304)$/.test(status))
      if (failed.length > 0) throw new Error(`not all was answered well: ${JSON.stringify(result.statuses)}`)
      return result
    },
    async close() {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

/** The bytes of a request as this load sends it. */
export function request(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): string {
  const all = {
    host: '127.0.0.1',
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n')
}
