import { fileURLToPath } from 'node:url'
import { forkProcess } from './forked-process.ts'

const clientFile = fileURLToPath(new URL('./load-client.ts', import.meta.url))

/**
 * The requests of one connection as bytes. They are sent one after the other, and then from the start again.
 */
export type Script = readonly string[]

export type LoadJob = {
  readonly port: number
  /** One script per keep-alive connection. */
  readonly scripts: readonly Script[]
  /**
   * For each script, the index of the request with which the run begins: the value in `reached` of the previous run.
   * The default is 0.
   */
  readonly from?: readonly number[]
  readonly durationMs: number
  /** The constant rate in requests per second. If it is null, the next request is sent after each answer. */
  readonly perSecond: number | null
}

export type LoadResult = {
  readonly perSecond: number
  /**
   * The median and the 99th percentile of the time from the moment when a request should have been sent until the end
   * of its answer.
   */
  readonly p50Ms: number
  readonly p99Ms: number
  /** The index of the request at which each script stopped. */
  readonly reached: readonly number[]
  /** The number of answers by status. */
  readonly statuses: Readonly<Record<string, number>>
}

/** Sends requests to a server on this machine from a separate process, at full speed or at a constant rate. */
export type Load = {
  run(job: LoadJob): Promise<LoadResult>
  close(): Promise<void>
}

/** Starts the process that sends the requests. */
export function openLoad(): Load {
  // The process collects garbage before a run, because a collection during the run would look like a pause of
  // the server.
  const execArgv = ['--expose-gc', '--max-semi-space-size=64']
  const { child, nextMessage, close } = forkProcess(clientFile, { serialization: 'advanced', execArgv })
  return {
    async run(job) {
      const answer = nextMessage()
      // If the process has ended, `answer` rejects.
      child.send(job, () => undefined)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer comes from our own process
      const result = (await answer) as LoadResult
      const failed = Object.keys(result.statuses).filter((status) => !/^(2..|304)$/.test(status))
      if (failed.length > 0) throw new Error(`not all was answered well: ${JSON.stringify(result.statuses)}`)
      return result
    },
    close,
  }
}

/** Creates the bytes of a request. */
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
