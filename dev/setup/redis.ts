import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { freePort } from '../world/free-port.ts'
import { installDebianPackages } from './debian.ts'
import { startThrowawayServer, throwawayHome } from './throwaway-server.ts'

/** A Redis (or Valkey) of our own on loopback, empty at first, that writes nothing to the disk. */
export type Redis = {
  readonly url: string
  readonly pid: number
  /** Ends it and removes it. */
  stop(): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Starts it again after `kill`, empty, at the same address. */
  start(): Promise<void>
}

/**
 * Starts a throw-away Redis or Valkey; installs one where that is possible (root on Debian). It ends with this process
 * at the latest.
 *
 * @returns null where the program cannot be had
 */
export async function startRedis(): Promise<Redis | null> {
  const program = findRedis() ?? installRedis()
  if (program === null) return null
  const home = await throwawayHome('redis', 'nobody')
  const port = await freePort()
  const launch = () =>
    startThrowawayServer({
      command: [program, '--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      ready: /ready to accept connections/i,
      endSignal: 'TERM',
      home,
    })
  let server = await launch()
  return {
    url: `redis://127.0.0.1:${port}`,
    get pid() {
      return server.pid
    },
    stop: () => server.stop(),
    kill: () => server.kill(),
    async start() {
      server = await launch()
    },
  }
}

function findRedis(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = ['redis-server', 'valkey-server'].flatMap((name) => folders.map((at) => join(at, name)))
  return candidates.find((path) => existsSync(path)) ?? null
}

function installRedis(): string | null {
  return installDebianPackages('redis-server') ? findRedis() : null
}
