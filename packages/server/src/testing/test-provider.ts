import { createServer } from 'node:http'
import path from 'node:path'
import { createSpotifyEmulator, type SpotifyEmulator } from '@jointly/spotify-emulator'
import { listenOnLoopback } from './loopback.ts'

const SECRET = 'known to the tests and their provider'

/** A server with one of these settings has another provider or starts its own, so no test provider is started. */
const ownProvider = ['PROVIDER_URL', 'SPOTIFY_CLIENT_ID', 'MUSIC_DIR', 'PROVIDER_LOGIN_AS']

/**
 * Starts the built-in provider for a test server, on another port than the server.
 *
 * @param dataDir the data directory of the server
 * @param settings the settings of the server; if they name a provider, nothing is started
 * @returns further `settings` for the server, and `close`
 */
export async function startTestProvider(dataDir: string, settings: Readonly<Record<string, string>>) {
  if (ownProvider.some((name) => settings[name])) return { settings: {}, close: async () => undefined }
  let emulator: SpotifyEmulator | null = null
  // The provider is created at its first request, because many tests do not use it.
  const opened = () =>
    (emulator ??= createSpotifyEmulator({
      clients: [{ id: 'jointly', secret: SECRET, name: 'Jointly' }],
      imageOrigin: '',
      dataDir: path.join(dataDir, 'provider'),
      control: true,
      loginAs: true,
      behindProxy: true,
      ...(settings.PUBLIC_ORIGIN && { publicOrigin: settings.PUBLIC_ORIGIN }),
    }))
  const server = createServer((request, response) => void opened().handle(request, response))
  server.on('upgrade', (request, socket, head) => opened().upgrade(request, socket, head) || socket.destroy())
  const port = await listenOnLoopback(server)
  return {
    settings: { PROVIDER_URL: `http://127.0.0.1:${port}`, PROVIDER_SECRET: SECRET },
    async close(): Promise<void> {
      server.close()
      server.closeAllConnections()
      await emulator?.close()
    },
  }
}
