import path from 'node:path'
import { openPaths } from '@jointly/spotify-emulator/open-paths'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import { errorMessage } from '../../platform/error-message.ts'
import type { MountedServices } from '../../platform/http/mounted-services.ts'
import type { ReportOutage } from '../../platform/log/outage-log.ts'
import { forwardToProvider, upstreamFromUrl } from './provider-proxy.ts'
import { runProviderProcess } from './provider-runner.ts'
import { SCOPES } from '../oauth.ts'
import { BUILT_IN_CLIENT_ID, BUILT_IN_PATH } from '../provider.ts'
import { StartError } from '../../platform/lifecycle/start-error.ts'

/** The paths of the built-in provider that pages of all origins may call. */
export const CORS_OPEN_PATHS = new RegExp(`^${BUILT_IN_PATH}(${openPaths.join('|')})`)

export type BuiltInProvider = {
  /** Starts the process of the provider. @throws StartError with the reason if it cannot start */
  open(): Promise<void>
  /** Starts the process, and returns at once. Without `open` and `begin`, the first request starts the process. */
  begin(): void
  close(): Promise<void>
}

type Deps = {
  readonly mounted: MountedServices
  readonly log: FastifyBaseLogger
  /** Is called each time a request to the provider gets no answer. */
  readonly reportOutage: ReportOutage
  /** The OAuth client secret with which this server logs in to the provider. */
  readonly clientSecret: string
}

/**
 * Makes the built-in provider reachable on the port of this server. The provider runs in another process (B8): a child
 * process, which `open`, `begin` or the first request starts, or a process that several servers share.
 */
export function mountBuiltInProvider(
  config: Config,
  { mounted, log, reportOutage, clientSecret }: Deps,
): BuiltInProvider {
  if (config.provider) {
    const disconnect = forwardToProvider(upstreamFromUrl(config.provider.url), mounted, reportOutage)
    return { open: async () => undefined, begin: () => undefined, close: async () => disconnect() }
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
  const disconnect = forwardToProvider(provider, mounted, reportOutage)
  return {
    async open() {
      await provider.open().catch((error: unknown) => {
        const reason = errorMessage(error)
        throw new StartError(`The built-in provider cannot be opened: ${reason}`)
      })
    },
    begin: provider.begin,
    async close() {
      disconnect()
      await provider.close()
    },
  }
}
