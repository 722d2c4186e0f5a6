import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * The range of the ports. The systems give higher ports to outgoing connections and to servers without a fixed port, so
 * one of these could take the port before its server starts, or while the server starts again.
 */
const LOWEST = 20_000
const HIGHEST = 32_000

/** Returns a free port of this machine. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  await once(probe.close(), 'close')
  return true
}
