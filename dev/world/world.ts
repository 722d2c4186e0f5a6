import { createApp } from '@jointly/server'
import { readConfig } from '@jointly/server/config'
import { createDataFolder } from './data-folder.ts'

/** A running server with its built-in provider. */
export type World = {
  /** The address of the app, without a slash at its end. */
  readonly origin: string
  /** Stops the server and removes its data folder if it was created here. */
  close(): Promise<void>
}

/**
 * Starts the real server in this process, with the real built-in provider.
 *
 * @param settings environment variables that override the defaults: a free port of loopback, and a new data folder
 */
export async function startWorld(settings: Record<string, string> = {}): Promise<World> {
  const ownFolder = settings.DATA_DIR ? null : await createDataFolder('provider/songs')
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'error',
    // With this setting, tests link accounts without the consent page. A server with a public origin refuses it.
    ...(settings.PUBLIC_ORIGIN === undefined && { PROVIDER_LOGIN_AS: 'on' }),
    ...(ownFolder && { DATA_DIR: ownFolder.path }),
    ...settings,
  })
  const app = await createApp(config)
  await app.listen()
  const address = config.publicOrigin ?? app.ownAddress()
  return {
    origin: address.replace(/\/$/, ''),
    async close() {
      await app.close()
      await ownFolder?.remove()
    },
  }
}
