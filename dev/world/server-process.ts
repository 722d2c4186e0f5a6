import { execFileSync, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { buildWebIfStale } from '../setup/web-build.js'
import { type WatchedChild, watchChild } from './child-process.ts'
import { freePort } from './free-port.ts'
import { waitUntilHealthy } from './health.ts'

const main = fileURLToPath(import.meta.resolve('@jointly/server/main'))

/** A server in a separate process, as in production. */
export type ServerProcess = Pick<WatchedChild, 'end'> & {
  readonly origin: string
  readonly pid: number
  /** The time from the start of the process until the health check first answers 200, in milliseconds. */
  readonly startMs: number
  /** Returns the resident memory now, in MiB. */
  memoryMiB(): number
}

/**
 * Starts a server on a data folder and waits until the server answers. Builds the web app before, if a source is newer.
 * @param settings more settings, such as `DATABASE_URL`
 */
export async function startServer(
  dataDir: string,
  port?: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  buildWebIfStale()
  const onPort = port ?? (await freePort())
  const environment = {
    ...process.env,
    PORT: String(onPort),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    PROVIDER_LOGIN_AS: 'on',
    ...settings,
  }
  const begin = performance.now()
  const child = spawn(process.execPath, [main], { stdio: ['ignore', 'ignore', 'inherit'], env: environment })
  const { end } = watchChild(child)
  const origin = `http://127.0.0.1:${onPort}`
  await waitUntilHealthy(origin, 120_000, 2)
  return {
    origin,
    pid: child.pid ?? 0,
    startMs: performance.now() - begin,
    memoryMiB: () => residentMiB(child.pid),
    end,
  }
}

/** Returns the resident memory of a process now, in MiB. */
export function residentMiB(pid: number | undefined): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}
