import type { FastifyInstance } from 'fastify'
import {
  type BuiltInProvider,
  mountBuiltInProvider,
  CORS_OPEN_PATHS,
} from './provider/built-in/built-in-provider.ts'
import type { Shutdown } from './platform/lifecycle/shutdown.ts'
import type { Config } from './config.ts'
import { serveApiDocs } from './platform/http/pages/api-docs.ts'
import { createFastPath } from './platform/http/fast-path.ts'
import { createMountedServices } from './platform/http/mounted-services.ts'
import { createPerimeter } from './platform/http/perimeter.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { createHttpServer } from './platform/http/server.ts'
import { serveWebApp } from './platform/http/pages/web-app.ts'
import { closeServer, ownOrigin } from './platform/lifecycle/listen.ts'
import { createOutageLog } from './platform/log/outage-log.ts'
import { builtInProvider, externalProvider } from './provider/provider.ts'
import type { Platform } from './open-platform.ts'
import type { Overrides } from './overrides.ts'

type WebServerOptions = { config: Config; overrides: Overrides; closing: Shutdown; platform: Platform }

/**
 * Creates the HTTP server with everything that is not an API call: the web app, the API docs, and the built-in
 * provider.
 */
export function openWebServer({ config, overrides, closing, platform }: WebServerOptions) {
  const { log, logFault, logSecurity, logProviderAway, secrets } = platform
  const mounted = createMountedServices()
  const clientSecret = secrets.derive('built-in provider')
  const builtIn: BuiltInProvider | null = config.spotify
    ? null
    : mountBuiltInProvider(config, { mounted, log, reportOutage: logProviderAway, clientSecret })
  /** Stays known while the server stops, so that a call to the built-in provider is refused then, and does not throw. */
  let origin: string | null = null
  const provider = config.spotify
    ? externalProvider(config.spotify)
    : builtInProvider(
        config.provider?.secret ?? clientSecret,
        () => config.provider?.url ?? origin ?? ownOrigin(server),
      )
  const headers = securityHeaders(provider.origins)
  const fastPath = createFastPath()
  const server: FastifyInstance = createHttpServer({
    // At the level `info`, Fastify logs only the address of the server. The server already prints this address.
    log: config.logLevel === 'info' ? log.child({}, { level: 'warn' }) : log,
    logFault,
    logRequests: config.logLevel === 'debug' || config.logLevel === 'trace',
    trustProxy: config.trustProxy,
    ...(overrides.timeouts && { timeouts: overrides.timeouts }),
    perimeter: createPerimeter({
      ...config,
      corsOpenPaths: CORS_OPEN_PATHS,
      onForeign: (reason) => logSecurity({ event: 'access.denied', userId: null, network: null, reason }),
      onProxied: createOutageLog((sign, refused) =>
        log.warn(
          { sign, refused },
          'a proxy passes requests on, but this server is set up for its own machine alone: set PUBLIC_ORIGIN and TRUST_PROXY',
        ),
      ),
    }),
    headers,
    mounted,
    fastPath,
  })
  server.server.once('listening', () => (origin = ownOrigin(server)))
  if (builtIn) closing.onClose(builtIn.close)
  closing.onStopServing(() => closeServer(server))
  serveWebApp(server, config.webDir)
  serveApiDocs(server)
  return { server, mounted, provider, builtIn, headers, fastPath }
}
