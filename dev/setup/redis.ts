import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { freePort } from '../world/free-port.ts'
import { installDebianPackages } from './debian.ts'
import { startThrowawayServer, throwawayHome, type ThrowawayServer } from './throwaway-server.ts'

/**
 * A Redis (or Valkey) on this machine that only this process uses. It is empty after each start, because it
 * writes nothing to the disk.
 */
export type Redis = ThrowawayServer & { readonly url: string }

/**
 * Starts a temporary Redis or Valkey, which ends with this process. On Debian as root, the program is installed
 * if it is missing.
 * @returns null where the program cannot be installed
 */
export async function startRedis(): Promise<Redis | null> {
  const program = findRedis() ?? installRedis()
  if (program === null) return null
  const home = await throwawayHome('redis', 'nobody')
  const port = await freePort()
  const server = await startThrowawayServer({
    command: [program, '--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    ready: /ready to accept connections/i,
    endSignal: 'TERM',
    home,
  })
  return Object.assign(server, { url: `redis://127.0.0.1:${port}` })
}

function findRedis(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = ['redis-server', 'valkey-server'].flatMap((name) => folders.map((at) => join(at, name)))
  return candidates.find((path) => existsSync(path)) ?? null
}

function installRedis(): string | null {
  return installDebianPackages('redis-server') ? findRedis() : null
}
