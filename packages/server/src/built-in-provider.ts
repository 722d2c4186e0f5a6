import path from 'node:path'
import type { EmulatorOptions, SpotifyEmulator } from '@jointly/spotify-emulator'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { MountedServices } from './http/mount.ts'
import { BUILT_IN_CLIENT_ID, BUILT_IN_PATH } from './spotify/provider.ts'
import { StartError } from './start-error.ts'

/**
 * What pages of every origin may call: the faces of the built-in provider that answer with CORS `*`, as Spotify's do. They
 * ask for a bearer token, a client's secret or a signed address, none of which a browser adds by itself.
 */
export const OPEN_TO_PAGES = new RegExp(`^${BUILT_IN_PATH}/(api|accounts/api|audio|pictures|sdk)/`)

/** What tests and the development world may ask of the built-in provider. */
export type BuiltInOverrides = Pick<EmulatorOptions, 'control' | 'faults' | 'library'>

export type BuiltIn = {
  /** Makes it ready; it is needed soon after the start, but not for the start itself. */
  open(): Promise<void>
  close(): Promise<void>
}

/**
 * Mounts the built-in provider on our port. It is opened with its first request, or before by `open`.
 *
 * @param clientSecret of the app that we are to it
 */
export function mountBuiltIn(
  config: Config,
  mounted: MountedServices,
  log: FastifyBaseLogger,
  clientSecret: string,
  overrides: BuiltInOverrides,
): BuiltIn {
  let opening: Promise<SpotifyEmulator> | null = null

  async function create(): Promise<SpotifyEmulator> {
    const { createSpotifyEmulator } = await import('@jointly/spotify-emulator')
    return createSpotifyEmulator({
      basePath: BUILT_IN_PATH,
      // Covers are shown by pages of our own origin, under whatever name people reach it.
      imageOrigin: '',
      dataDir: path.join(config.dataDir, 'provider'),
      clients: [{ id: BUILT_IN_CLIENT_ID, secret: clientSecret, name: 'Jointly' }],
      log: (level, message, details) => log[level](details ?? {}, message),
      ...(config.publicOrigin && { publicOrigin: config.publicOrigin }),
      ...(config.musicDir && { musicDir: config.musicDir }),
      ...overrides,
    })
  }
  const open = () => (opening ??= create())

  mounted.mount(BUILT_IN_PATH, {
    handle(request, response) {
      open().then(
        (emulator) => emulator.handle(request, response),
        (error: unknown) => {
          log.error({ err: error }, 'the built-in provider cannot be opened')
          response.writeHead(503).end()
        },
      )
    },
    upgrade(request, socket, head) {
      const end = () => socket.destroy()
      open().then((emulator) => emulator.upgrade(request, socket, head) || end(), end)
    },
  })
  return {
    async open() {
      await open().catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        throw new StartError(`The built-in provider cannot be opened: ${reason}`)
      })
    },
    async close() {
      const emulator = await opening?.catch(() => null)
      await emulator?.close()
    },
  }
}
