import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { errorMessage } from '../platform/error-message.ts'
import type { MountedServices } from '../platform/http/mounted-services.ts'
import type { ReportOutage } from '../platform/log/outage-log.ts'
import { passOn, upstreamFromUrl } from './provider-proxy.ts'
import { runProviderProcess } from './provider-runner.ts'
import { SCOPES } from './oauth.ts'
import { BUILT_IN_CLIENT_ID, BUILT_IN_PATH } from './provider.ts'
import { StartError } from '../platform/lifecycle/start-error.ts'

/**
 * Paths of the built-in provider that pages of every origin may call, as at Spotify. This is safe because each
 * needs a bearer token, a client secret or a signed address, which a browser never adds by itself.
 */
export const CORS_OPEN_PATHS = new RegExp(`^${BUILT_IN_PATH}/(api|accounts/api|audio|pictures|sdk)/`)

export type BuiltIn = {
  /** Starts the process of the provider. The server can start without waiting for this. */
  open(): Promise<void>
  close(): Promise<void>
}

type Deps = {
  readonly mounted: MountedServices
  readonly log: FastifyBaseLogger
  /** Is called whenever a request to the provider gets no answer. */
  readonly reportOutage: ReportOutage
  /** The secret of this server as a client of the provider. */
  readonly clientSecret: string
}

/**
 * Mounts the built-in provider on our port; the provider runs in its own process (B8). This is a child process
 * that starts with the first request or by `open`, or a process that several servers share.
 */
export function mountBuiltIn(config: Config, { mounted, log, reportOutage, clientSecret }: Deps): BuiltIn {
  if (config.provider) {
    const disconnect = passOn(upstreamFromUrl(config.provider.url), mounted, reportOutage)
    return { open: async () => undefined, close: async () => disconnect() }
  }
  const provider = runProviderProcess(
    {
      dataDir: path.join(config.dataDir, 'provider'),
      clients: [{ id: BUILT_IN_CLIENT_ID, secret: clientSecret, name: 'Jointly', scopes: [...SCOPES] }],
      loginAs: config.providerLoginAs,
      songCacheBytes: config.songCacheBytes,
      ...(config.publicOrigin && { publicOrigin: config.publicOrigin }),
      ...(config.musicDir && { musicDir: config.musicDir }),
    },
    log,
  )
  const disconnect = passOn(provider, mounted, reportOutage)
  return {
    async open() {
      await provider.open().catch((error: unknown) => {
        const reason = errorMessage(error)
        throw new StartError(`The built-in provider cannot be opened: ${reason}`)
      })
    },
    async close() {
      disconnect()
      await provider.close()
    },
  }
}
