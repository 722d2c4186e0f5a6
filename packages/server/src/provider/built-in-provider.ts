import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { MountedServices } from '../platform/http/mount.ts'
import type { TellAway } from '../platform/log/outage-log.ts'
import { passOn, upstreamAt } from './pass-on.ts'
import { runProvider } from './provider-process.ts'
import { SCOPES } from './oauth.ts'
import { BUILT_IN_CLIENT_ID, BUILT_IN_PATH } from './provider.ts'
import { StartError } from '../platform/lifecycle/start-error.ts'

/**
 * What pages of every origin may call: the faces of the built-in provider that answer with CORS `*`, as Spotify's do. They
 * ask for a bearer token, a client's secret or a signed address, none of which a browser adds by itself.
 */
export const OPEN_TO_PAGES = new RegExp(`^${BUILT_IN_PATH}/(api|accounts/api|audio|pictures|sdk)/`)

export type BuiltIn = {
  /** Starts it; it is needed soon after the start of the server, but not for the start itself. */
  open(): Promise<void>
  close(): Promise<void>
}

type Deps = {
  readonly mounted: MountedServices
  readonly log: FastifyBaseLogger
  /** Gets each time that it does not answer. */
  readonly tellAway: TellAway
  /** Of the app that we are to it. */
  readonly clientSecret: string
}

/**
 * Mounts the built-in provider on our port. It runs in a process of its own (B8): one that we start with the first
 * request or by `open`, or the one that several servers share.
 */
export function mountBuiltIn(config: Config, { mounted, log, tellAway, clientSecret }: Deps): BuiltIn {
  if (config.provider) {
    const disconnect = passOn(upstreamAt(config.provider.url), mounted, tellAway)
    return { open: async () => undefined, close: async () => disconnect() }
  }
  const provider = runProvider(
    {
      dataDir: path.join(config.dataDir, 'provider'),
      clients: [{ id: BUILT_IN_CLIENT_ID, secret: clientSecret, name: 'Jointly', scopes: [...SCOPES] }],
      loginAs: config.providerLoginAs,
      ...(config.publicOrigin && { publicOrigin: config.publicOrigin }),
      ...(config.musicDir && { musicDir: config.musicDir }),
    },
    log,
  )
  const disconnect = passOn(provider, mounted, tellAway)
  return {
    async open() {
      await provider.open().catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        throw new StartError(`The built-in provider cannot be opened: ${reason}`)
      })
    },
    async close() {
      disconnect()
      await provider.close()
    },
  }
}
