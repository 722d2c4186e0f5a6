import { routes } from '@jointly/contract'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type BuiltIn, mountBuiltIn, OPEN_TO_PAGES } from './provider/built-in-provider.ts'
import { type Closing, createClosing } from './platform/lifecycle/closing.ts'
import { createClusterClock } from './cluster/clock.ts'
import { type Cluster, openCluster } from './cluster/cluster.ts'
import type { Config } from './config.ts'
import { takeDataDir } from './platform/lifecycle/data-dir.ts'
import { type OpenDatabase, openDatabase } from './platform/db/open.ts'
import type { Db } from './platform/db/tables.ts'
import { createFaultLog } from './platform/log/fault-log.ts'
import { doctorRoutes } from './features/doctor/routes.ts'
import type { HashCost } from './features/user/login/passwords.ts'
import { healthRoutes } from './features/health/routes.ts'
import { providerRoutes } from './features/provider/routes.ts'
import { findSession } from './session/access/store.ts'
import { openPosterPress } from './features/share/poster/press.ts'
import { shareRoutes } from './features/share/routes.ts'
import { createShare } from './features/share/service.ts'
import { firstActivationLink } from './features/ticket/service.ts'
import { createTokens } from './features/user/login/tokens.ts'
import { hasAnyUser } from './features/user/store.ts'
import { serveApiDocs } from './platform/http/pages/api-docs.ts'
import { createCallTable } from './platform/http/handle.ts'
import { type Gauge, serveMetrics } from './platform/http/metrics.ts'
import { createFromMemory } from './platform/http/from-memory.ts'
import { createMounts } from './platform/http/mount.ts'
import { createPerimeter } from './platform/http/perimeter.ts'
import type { RateLimiter } from './platform/http/rate-limit.ts'
import { createRefusalLog } from './platform/http/refusal-log.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { type ConnectionTimeouts, createHttpServer } from './platform/http/server.ts'
import { serveWebApp } from './platform/http/pages/web-app.ts'
import { joinMusic } from './join-music.ts'
import { joinPeople } from './join-people.ts'
import { joinSessions } from './join-sessions.ts'
import { addressForPeople, closeServer, listen, ownOrigin } from './platform/lifecycle/listen.ts'
import { createLog } from './platform/log/log.ts'
import { createOutageLog } from './platform/log/outage-log.ts'
import { openSecrets } from './platform/security/secrets.ts'
import { createSecurityLog } from './platform/log/security-log.ts'
import { builtInProvider, externalProvider } from './provider/provider.ts'
import { startTicker } from './platform/lifecycle/ticker.ts'

const CLUSTER_NAME_LENGTH = 16

/** What tests and the development world put in the place of the real thing. */
export type Overrides = {
  /** Epoch milliseconds. */
  now?: () => number
  /** From 0 (in) to 1 (out). */
  chance?: () => number
  log?: FastifyBaseLogger
  limiter?: RateLimiter
  /** So many times as often as else come its chores and its beats to other servers; goes with a `now` as much quicker. */
  pace?: number
  timeouts?: ConnectionTimeouts
  /** What the hash of a password costs. */
  hashCost?: HashCost
}

export type App = {
  /** Begins to serve. @returns the address people open */
  listen(): Promise<string>
  /** The address at which this machine reaches it, once it listens. */
  ownAddress(): string
  close(): Promise<void>
  /** On an empty server in ticket mode: where its first person makes their account (A5). */
  activationLink(): Promise<string | null>
  db: Db
  /** Resolves when no playlist is being imported. */
  importsIdle(): Promise<void>
}

/**
 * The whole server, composed and ready to listen.
 *
 * @throws StartError with one line when it cannot start
 */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const closing = createClosing()
  try {
    closing.onClose(takeDataDir(config.dataDir))
    const database = await openDatabase(config)
    closing.onClose(database.close)
    const app = await compose(config, overrides, database, closing)
    if (config.musicDir) await app.builtIn?.open()
    return app
  } catch (error) {
    // Why it cannot start is told, not what failed of ending it.
    await closing.close().catch(() => undefined)
    throw error
  }
}

async function compose(config: Config, overrides: Overrides, database: OpenDatabase, closing: Closing) {
  const { db, dialect } = database
  const { publicOrigin, registration } = config
  const { onClose } = closing
  const clock = createClusterClock()
  // The only server goes by the clock of its machine.
  const now = overrides.now ?? (database.dialect === 'sqlite' ? Date.now : clock.now)
  const log = overrides.log ?? createLog(config.logLevel)
  const logSecurity = createSecurityLog(log)
  const pace = overrides.pace ?? 1
  const tellFault = createFaultLog(log)
  const tellProviderAway = createOutageLog((error, failed) =>
    log.warn({ err: error, failed }, 'the streaming service does not answer'),
  )
  const secrets = openSecrets(config.secretKey, config.dataDir)
  const cluster = await openCluster({
    redisUrl: config.redisUrl,
    // Servers of one database have one secret; those of another may use the same Redis.
    name: secrets.derive('name of the cluster').slice(0, CLUSTER_NAME_LENGTH),
    database,
    clock,
    pace,
    log,
    unshared:
      config.spotify || config.provider
        ? null
        : 'each has a streaming service of its own; set PROVIDER_URL, so that what is linked on one is linked on all',
  })
  onClose(cluster.close)
  const { bus } = cluster
  const limiter = overrides.limiter ?? cluster.limiter
  const mounted = createMounts()
  const isAlone = dialect === 'sqlite'

  const clientSecret = secrets.derive('built-in provider')
  const builtIn: BuiltIn | null = config.spotify
    ? null
    : mountBuiltIn(config, { mounted, log, tellAway: tellProviderAway, clientSecret })
  const provider = config.spotify
    ? externalProvider(config.spotify)
    : builtInProvider(
        config.provider?.secret ?? clientSecret,
        () => config.provider?.url ?? ownOrigin(server),
      )
  const headers = securityHeaders(provider.origins)
  const fromMemory = createFromMemory()
  const server: FastifyInstance = createHttpServer({
    // What the HTTP layer says at `info` is that it listens, and that is printed for people already.
    log: config.logLevel === 'info' ? log.child({}, { level: 'warn' }) : log,
    tellFault,
    logRequests: config.logLevel === 'debug' || config.logLevel === 'trace',
    trustProxy: config.trustProxy,
    ...(overrides.timeouts && { timeouts: overrides.timeouts }),
    perimeter: createPerimeter({
      ...config,
      openToPages: OPEN_TO_PAGES,
      tellProxied: createOutageLog((sign, refused) =>
        log.warn(
          { sign, refused },
          'a proxy passes requests on, but this server is set up for its own machine alone: set PUBLIC_ORIGIN and TRUST_PROXY',
        ),
      ),
    }),
    headers,
    mounted,
    fromMemory,
  })
  if (builtIn) onClose(builtIn.close)
  onClose(() => closeServer(server))
  const metrics = serveMetrics(
    server,
    config,
    gaugesOf(cluster, () => sessions.liveConnectionCount()),
  )
  serveWebApp(server, config.webDir)
  serveApiDocs(server)
  const tokens = createTokens(db, now, bus)
  const { handle, answerUnbuilt } = createCallTable(
    server,
    (token) => tokens.recall(token) ?? tokens.verify(token),
    createRefusalLog(logSecurity),
  )

  const music = joinMusic({
    db,
    now,
    pace,
    tellFault,
    tellProviderAway,
    bus,
    handle,
    limiter,
    secrets,
    provider,
    publicOrigin,
    isAlone,
    membersOf: (ssid, userId) => sessions.membersOf(ssid, userId),
    inSession: (ssid, userId, songs) => sessions.inSession(ssid, userId, songs),
    playlistChanged: (playlistId) => sessions.playlistChanged(playlistId),
    onClose,
  })
  const press = openPosterPress()
  onClose(press.close)
  const sharing = createShare({
    key: secrets.derive('share addresses'),
    publicOrigin,
    now,
    titleOf: async (ssid) => (await findSession(db, ssid, now()))?.title ?? null,
    press,
  })
  shareRoutes(server, sharing)
  const sessions = joinSessions({
    db,
    now,
    chance: overrides.chance ?? Math.random,
    tellFault,
    bus,
    logSecurity,
    openPresence: cluster.presence,
    handle,
    authenticate: tokens.verify,
    mounted,
    resolveSong: music.resolveSong,
    share: sharing.linksOf,
    onClose,
  })
  fromMemory.begin({
    route: routes.session,
    headers,
    recallCaller: tokens.recall,
    recall: sessions.recall,
    observe: metrics.observe,
  })
  healthRoutes(handle, db, cluster.redis)
  doctorRoutes(handle, config, limiter)
  providerRoutes(handle, {
    description: provider.description,
    registration,
    resetMail: config.mail !== null,
  })
  joinPeople({
    db,
    now,
    secrets,
    server,
    handle,
    bus,
    tokens,
    limiter,
    logSecurity,
    registration,
    publicOrigin,
    mail: config.mail,
    hashCost: overrides.hashCost,
    tellFault,
    onClose,
    departure: sessions.departure,
    closedTo: sessions.closedTo,
    grants: music.grants,
  })
  answerUnbuilt()

  return {
    db,
    builtIn,
    close: closing.close,
    importsIdle: music.importsIdle,
    ownAddress: () => ownOrigin(server),
    async listen() {
      await cluster.join()
      const address = await listen(server, config)
      onClose(startTicker(sessions.chores, pace, (error) => tellFault(error, 'a chore failed')))
      await music.resumeImports()
      builtIn
        ?.open()
        .catch((error: unknown) => log.error({ err: error }, 'the built-in provider cannot be opened'))
      metrics.begin().catch((error: unknown) => log.error({ err: error }, 'the metrics cannot be loaded'))
      return address
    },
    async activationLink() {
      if (registration === 'open' || (await hasAnyUser(db))) return null
      return firstActivationLink(
        db,
        now(),
        publicOrigin ?? addressForPeople(ownOrigin(server), config.spotify !== null),
      )
    },
  }
}

/** What is counted of a server beside its calls and its process; of the link to Redis where there is one. */
function gaugesOf(cluster: Cluster, liveConnectionCount: () => number): Gauge[] {
  const live = {
    name: 'jointly_live_connections',
    help: 'Live connections to this server that are logged in',
    read: liveConnectionCount,
  }
  if (cluster.redis() === null) return [live]
  const help = 'Whether Redis is there (1), or this server goes on alone (0)'
  return [live, { name: 'jointly_redis_up', help, read: () => (cluster.redis() === 'up' ? 1 : 0) }]
}
