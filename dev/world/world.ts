import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '@jointly/server'
import { readConfig } from '@jointly/server/config'

/** A running server with its built-in provider. */
export type World = {
  /** The address people open, without a slash at its end. */
  readonly origin: string
  /** Stops it; a data folder of its own making goes with it. */
  close(): Promise<void>
}

/**
 * Starts the real server in this process, with the real built-in provider beside it.
 *
 * @param settings as of the environment, before the defaults: a free port of loopback, a data folder of its own
 */
export async function startWorld(settings: Record<string, string> = {}): Promise<World> {
  const ownFolder = settings.DATA_DIR ? null : await mkdtemp(join(tmpdir(), 'jointly-'))
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'error',
    // People are linked without a page; the provider that several servers share has a switch of its own.
    ...(settings.PROVIDER_URL === undefined && { PROVIDER_LOGIN_AS: 'on' }),
    ...(ownFolder && { DATA_DIR: ownFolder }),
    ...settings,
  })
  const app = await createApp(config)
  await app.listen()
  const address = config.publicOrigin ?? app.ownAddress()
  return {
    origin: address.replace(/\/$/, ''),
    async close() {
      await app.close()
      if (ownFolder) await rm(ownFolder, { recursive: true, force: true })
    },
  }
}
