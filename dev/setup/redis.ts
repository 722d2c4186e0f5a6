import { freePort } from '../world/free-port.ts'
import { findOnPath } from './chromium.ts'
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

/** Finds Redis on the PATH, or Valkey if there is no Redis. */
const findRedis = (): string | null => findOnPath(['redis-server']) ?? findOnPath(['valkey-server'])

function installRedis(): string | null {
  return installDebianPackages('redis-server') ? findRedis() : null
}
