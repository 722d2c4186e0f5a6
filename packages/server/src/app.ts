import { LIVE_PATH, routes } from '@jointly/contract'
import type { FastifyInstance } from 'fastify'
import { type Shutdown, createShutdown } from './platform/lifecycle/shutdown.ts'
import type { Cluster } from './cluster/cluster.ts'
import type { Config } from './config.ts'
import { lockDataDir } from './platform/lifecycle/data-dir.ts'
import { type OpenDatabase, openDatabase } from './platform/db/open.ts'
import type { Db } from './platform/db/tables.ts'
import { doctorRoutes } from './features/doctor/routes.ts'
import { healthRoutes } from './features/health/routes.ts'
import { providerRoutes } from './features/provider/routes.ts'
import { inviteRoutes } from './features/invite/routes.ts'
import { createLiveServer } from './realtime/live-server.ts'
import { createSessionContext } from './session/context.ts'
import { sessionRoutes } from './session/routes.ts'
import { createSessions } from './session/session.ts'
import { forgetUnusedSongs } from './songs/songs.ts'
import { createPosterRenderer } from './features/share/poster/poster-renderer.ts'
import { shareRoutes } from './features/share/routes.ts'
import { createShare } from './features/share/service.ts'
import { firstActivationLink } from './features/ticket/service.ts'
import { createTokens } from './features/user/login/tokens.ts'
import { hasAnyUser } from './people/users.ts'
import { createCallTable } from './platform/http/handle.ts'
import { type Gauge, serveMetrics } from './platform/http/metrics.ts'
import { createRefusalLog } from './platform/http/refusal-log.ts'
import { joinMusic } from './join-music.ts'
import { joinPeople } from './join-people.ts'
import { addressForPeople, listen, ownOrigin } from './platform/lifecycle/listen.ts'
import type { Secrets } from './platform/security/secrets.ts'
import { type ScheduledJob, startTicker } from './platform/lifecycle/ticker.ts'
import { openPlatform } from './open-platform.ts'
import { openWebServer } from './open-web-server.ts'
import type { Overrides } from './overrides.ts'

const HOUR_MS = 3_600_000

export type App = {
  /** Starts to serve. @returns the address that users open */
  listen(): Promise<string>
  /** The address at which this machine reaches the server. Call it after `listen`. */
  ownAddress(): string
  close(): Promise<void>
  /** The link for the first account of an empty server in ticket mode (A5); null for other servers. */
  activationLink(): Promise<string | null>
  db: Db
  /** Resolves when no playlist is being imported. */
  importsIdle(): Promise<void>
}

/**
 * Creates the whole server, ready to listen.
 *
 * @throws StartError with one line when it cannot start
 */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const closing = createShutdown()
  try {
    closing.onClose(lockDataDir(config.dataDir))
    const database = await openDatabase(config)
    closing.onClose(database.close)
    const app = await compose(config, overrides, database, closing)
    if (config.musicDir) await app.builtIn?.open()
    return app
  } catch (error) {
    // The error of the start matters, not a later error of the clean-up.
    await closing.close().catch(() => undefined)
    throw error
  }
}

async function compose(config: Config, overrides: Overrides, database: OpenDatabase, closing: Shutdown) {
  const { db } = database
  const { registration, publicOrigin } = config
  const { onClose } = closing
  const platform = await openPlatform(config, overrides, database, closing)
  const { log, logSecurity, logFault, secrets, cluster, limiter, now } = platform
  const web = openWebServer({ config, overrides, closing, platform })
  const { server, mounted, provider } = web
  const tokens = createTokens(db, now, cluster.bus)
  const { handle, answerUnbuilt } = createCallTable(
    server,
    (token) => tokens.getCached(token) ?? tokens.verify(token),
    createRefusalLog(logSecurity),
  )

  const random = overrides.random ?? Math.random
  const context = createSessionContext(
    { db, now, random, bus: cluster.bus, logSecurity, logFault },
    cluster.presence,
  )
  const music = joinMusic({
    sessions: context,
    pace: overrides.pace ?? 1,
    tellProviderAway: platform.logProviderAway,
    handle,
    limiter,
    secrets,
    provider,
    publicOrigin,
    isAlone: database.dialect === 'sqlite',
    onClose,
  })
  const sharing = openSharing(server, { db, now, secrets, publicOrigin, onClose })
  const sessions = createSessions(context, music.findSong)
  sessionRoutes(handle, context, sessions, sharing.linksOf)
  inviteRoutes(handle, context)
  const live = createLiveServer(sessions, {
    bus: cluster.bus,
    now,
    authenticate: tokens.verify,
    logFault,
  })
  mounted.mount(LIVE_PATH, { upgrade: live.upgrade })
  onClose(live.close)
  const metrics = serveMetrics(server, config, gaugesOf(cluster, live.connectionCount))
  web.fastPath.start({
    route: routes.session,
    headers: web.headers.api,
    getCachedCaller: tokens.getCached,
    getCachedAnswer: sessions.view.pollCached,
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
    bus: cluster.bus,
    tokens,
    limiter,
    logSecurity,
    registration,
    publicOrigin,
    mail: config.mail,
    hashCost: overrides.hashCost,
    tellFault: logFault,
    onClose,
    sessions: context,
    grants: music.grants,
  })
  answerUnbuilt()

  const jobs = [...sessions.jobs, ...live.jobs, unusedSongsJob(db, now)]
  return {
    db,
    builtIn: web.builtIn,
    close: closing.close,
    importsIdle: music.importsIdle,
    ownAddress: () => ownOrigin(server),
    async listen() {
      await cluster.join()
      const address = await listen(server, config)
      onClose(startTicker(jobs, overrides.pace ?? 1, (error) => logFault(error, 'a job failed')))
      await music.resumeImports()
      web.builtIn
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

type SharingOptions = {
  db: Db
  now: () => number
  secrets: Secrets
  publicOrigin: string | null
  onClose: Shutdown['onClose']
}

/** Links, QR codes and posters of sessions. */
function openSharing(server: FastifyInstance, { db, now, secrets, publicOrigin, onClose }: SharingOptions) {
  const posters = createPosterRenderer()
  onClose(posters.close)
  const sharing = createShare({ db, key: secrets.derive('share addresses'), publicOrigin, now, posters })
  shareRoutes(server, sharing)
  return sharing
}

/** Deletes songs that nothing uses any more (T2). */
function unusedSongsJob(db: Db, now: () => number): ScheduledJob {
  return { everyMs: HOUR_MS, run: () => forgetUnusedSongs(db, now()) }
}

/** Gauges beside those of calls and the process. The gauge of Redis exists only if Redis is configured. */
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
