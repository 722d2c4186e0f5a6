import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { watchChild } from './child-process.ts'
import { createDataFolder } from './data-folder.ts'
import { freePort } from './free-port.ts'

const providerMain = fileURLToPath(new URL('../../packages/spotify-emulator/src/main.ts', import.meta.url))

/** The built-in provider in a separate process. */
export type ProviderProcess = { readonly url: string; stop(): Promise<void> }

/**
 * Starts the built-in provider in a separate process.
 * @param settings more arguments for `npm run emulator`
 */
export async function startProviderProcess(...settings: string[]): Promise<ProviderProcess> {
  const port = await freePort()
  const folder = await createDataFolder('songs')
  const args = [providerMain, '--port', String(port), '--data', folder.path, ...settings]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const { ended, end } = watchChild(child)
  const stop = async () => {
    await end('SIGTERM')
    await folder.remove()
  }
  const isReady = await Promise.race([once(child.stdout, 'data').then(() => true), ended.then(() => false)])
  if (!isReady) {
    await stop()
    throw new Error('The built-in provider ended before it was ready')
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}
