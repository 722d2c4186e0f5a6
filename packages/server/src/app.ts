import { LIVE_PATH, routes } from '@jointly/contract'
import type { FastifyInstance } from 'fastify'
import { type Shutdown, createShutdown } from './platform/lifecycle/shutdown.ts'
import type { Cluster } from './cluster/cluster.ts'
import type { LinkedAccounts } from './accounts/linked-accounts.ts'
import { chatRoutes } from './features/chat/routes.ts'
import { oldLinesJob } from './features/chat/service.ts'
import { absentGuestsJob } from './features/guest/absent-guests.ts'
import { guestRoutes } from './features/guest/routes.ts'
import type { GuestContext } from './features/guest/service.ts'
import { friendRoutes } from './features/friend/routes.ts'
import { oldSavedPlaylistsJob } from './features/history/routes.ts'
import { passkeyRoutes } from './features/passkey/routes.ts'
import { resumeImports } from './features/playlist/import-store.ts'
import { createResetMail } from './features/reset/by-mail.ts'
import { resetRoutes } from './features/reset/routes.ts'
import { ticketPages } from './features/ticket/page-service.ts'
import { CLAIMS_PER_ADDRESS } from './features/ticket/ticket-limits.ts'
import { ticketRoutes } from './features/ticket/routes.ts'
import { isClaimable, ticketId, useTicket } from './features/ticket/store.ts'
import { deleteChecked } from './features/user/delete-user.ts'
import type { UserContext } from './features/user/service.ts'
import { addStages } from './features/stage/add-stages.ts'
import { createFirstAccount } from './features/user/first-account.ts'
import { userRoutes } from './features/user/routes.ts'
import { createLoginContext } from './people/login/context.ts'
import type { Config } from './config.ts'
import { lockDataDir } from './platform/lifecycle/data-dir.ts'
import { expiredRowsJob } from './platform/db/expired-rows.ts'
import { type OpenDatabase, openDatabase } from './platform/db/open.ts'
import type { Db } from './platform/db/tables.ts'
import { doctorRoutes } from './features/doctor/routes.ts'
import { healthRoutes } from './features/health/routes.ts'
import { providerRoutes } from './features/provider/routes.ts'
import { invitationRoutes, shortLinks } from './features/link-invitation/routes.ts'
import { pictureRoutes } from './features/picture/routes.ts'
import { inviteRoutes } from './features/home-and-invites/routes.ts'
import { createLiveServer } from './realtime/live-server.ts'
import { createSessionContext, type SessionContext } from './session/context.ts'
import { sessionRoutes } from './session/routes.ts'
import { giveMissingCodes } from './session/access/new-session-code.ts'
import { createSessions } from './session/session.ts'
import { unusedSongsJob } from './songs/songs.ts'
import { createPosterRenderer } from './features/share/poster/poster-renderer.ts'
import { shareRoutes } from './features/share/routes.ts'
import { createShare } from './features/share/service.ts'
import { firstActivationLink } from './features/ticket/service.ts'
import { createRouter } from './platform/http/router.ts'
import { createLinkOrigin } from './platform/http/link-origin.ts'
import { type Gauge, serveMetrics } from './platform/http/metrics.ts'
import { createRefusalLog } from './platform/http/refusal-log.ts'
import { addressForPeople, homeOriginOf, listen, ownOrigin } from './platform/lifecycle/listen.ts'
import { startTicker } from './platform/lifecycle/ticker.ts'
import { openPlatform } from './open-platform.ts'
import { openWebServer } from './open-web-server.ts'
import type { Overrides } from './overrides.ts'
import { type AppParts, addMusic } from './add-music.ts'

export type App = {
  /** Opens the port, so that clients can connect. @returns the address that users open */
  listen(): Promise<string>
  /** Returns the address of the server for programs on this machine. Call it after `listen`. */
  ownAddress(): string
  close(): Promise<void>
  /** Returns the address for others in the home network (J8). Null without `--lan`. Call it after `listen`. */
  homeOrigin(): string | null
  /**
   * Returns the link that creates the first account of an empty server in ticket mode (A5). Null for other
   * servers.
   */
  activationLink(): Promise<string | null>
  db: Db
  /** Resolves when no playlist is being imported. */
  importsIdle(): Promise<void>
}

/**
 * Creates the whole server, ready to listen.
 * @throws StartError with a message of one line when the server cannot start
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
    // An error of the clean-up is ignored, because the caller needs the error of the start.
    await closing.close().catch(() => undefined)
    throw error
  }
}

async function compose(config: Config, overrides: Overrides, database: OpenDatabase, closing: Shutdown) {
  const { db } = database
  const { publicOrigin } = config
  const platform = await openPlatform(config, overrides, database, closing)
  const { log, logSecurity, logFault, secrets, cluster, limiter, now } = platform
  const { bus } = cluster
  const web = openWebServer({ config, overrides, closing, platform })
  const { server, mounted, provider } = web
  const login = createLoginContext(
    { db, now, limiter, logSecurity },
    { bus, secrets, hashCost: overrides.hashCost, guests: config.guests },
  )
  const { tokens } = login
  const handle = createRouter(
    server,
    (token) => tokens.getCached(token) ?? tokens.verify(token),
    createRefusalLog(logSecurity),
  )
  const random = overrides.random ?? Math.random
  const context = createSessionContext({ db, now, random, bus, logSecurity, logFault }, cluster.presence)

  const homeOrigin = () => homeOriginOf(server, config)
  const linkOrigin = createLinkOrigin(publicOrigin, homeOrigin)
  const parts: AppParts = {
    ...{ config, overrides, platform, provider, login },
    ...{ context, handle, linkOrigin, closing },
  }
  const { accounts, importer, songs, linkAccount, oauth } = addMusic(parts)
  const sharing = addSharing(parts, server)
  const sessions = createSessions(context, songs.resolve, () => performance.now() * (overrides.pace ?? 1))
  sessionRoutes(handle, { context, sessions, shareLinks: sharing.linksOf, limiter })
  addInvitations(parts, server)
  const stages = addStages(handle, { context, sessions, provider, oauth, accounts, limiter, secrets })
  // The token of a live connection belongs to a user or to a big screen (X3).
  const authenticate = async (token: string) =>
    (await tokens.verify(token)) ?? (await stages.authenticate(token))
  // `sessions` has subscribed to the event bus before, so it clears its caches before the live server reads them.
  const live = createLiveServer(stages.sessions, { bus, limiter, now, authenticate, logFault })
  mounted.mount(LIVE_PATH, { upgrade: live.upgrade })
  closing.onStopServing(live.close)
  const metrics = serveMetrics(server, config, gaugesOf(cluster, live.connectionCount))
  web.fastPath.start({
    route: routes.session,
    headers: web.headers.api,
    getCachedCaller: tokens.getCached,
    getCachedAnswer: sessions.view.pollCached,
    observe: metrics.observe,
  })
  addServerState(parts)
  const ownAddress = () => addressForPeople(ownOrigin(server), config.spotify !== null)
  const makeLink = () => firstActivationLink(db, now(), linkOrigin(ownAddress()))
  const firstAccount = createFirstAccount(config, overrides, { db, logFault, makeLink })
  const guests = addGuests(parts, addUsers(parts, server, { accounts, firstAccount }), linkAccount)
  const jobs = [...sessions.jobs, ...live.jobs, ...stages.jobs, ...cleanUpJobs(context, guests, accounts)]
  return {
    db,
    builtIn: web.builtIn,
    close: closing.close,
    importsIdle: importer.idle,
    ownAddress: () => ownOrigin(server),
    homeOrigin,
    async listen() {
      await giveMissingCodes(db)
      await cluster.join()
      const address = await listen(server, config)
      closing.onStopWork(startTicker(jobs, overrides.pace ?? 1, (error) => logFault(error, 'a job failed')))
      // Restarts unfinished imports. With SQLite there is only one server, so no other server is running them.
      if (database.dialect === 'sqlite') await resumeImports(db)
      importer.runNow()
      web.builtIn?.begin()
      await firstAccount.offerLink()
      metrics.begin().catch((error: unknown) => log.error({ err: error }, 'the metrics cannot be loaded'))
      return address
    },
    activationLink: firstAccount.linkAtStart,
  }
}

/**
 * Returns the gauges (numbers for the metrics) about servers and live connections. The gauge of Redis exists
 * only if Redis is configured.
 */
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

/** Returns the jobs that delete old and unused data in the database and at the provider. */
function cleanUpJobs(context: SessionContext, guests: GuestContext, accounts: LinkedAccounts) {
  const { db, now } = context
  return [
    expiredRowsJob(db, now),
    unusedSongsJob(db, now),
    absentGuestsJob(guests),
    oldLinesJob(context),
    oldSavedPlaylistsJob({ db, now }),
    accounts.revocations.job,
  ]
}

/** Adds the routes about the server itself: its health, the doctor's findings, and its provider. */
function addServerState({ config, platform, provider, context, handle, linkOrigin }: AppParts): void {
  healthRoutes(handle, context.db, platform.cluster.redis)
  doctorRoutes(handle, config, platform.limiter)
  providerRoutes(handle, {
    description: provider.description,
    registration: config.registration,
    resetMail: config.mail !== null,
    guests: config.guests,
    directLink: provider.canLinkDirectly,
    linkOrigin,
  })
}

/** Adds the routes of users, friends, passkeys, tickets and password resets. */
function addUsers(
  parts: AppParts,
  server: FastifyInstance,
  { accounts, firstAccount }: Pick<UserContext, 'accounts' | 'firstAccount'>,
): UserContext {
  const { config, login, context, handle, linkOrigin, closing } = parts
  const users = { ...login, accounts, firstAccount, sessions: context }
  friendRoutes(handle, { ...login, bus: context.bus })
  ticketPages(server, { ...login, linkOrigin })
  userRoutes(handle, users, config.registration)
  pictureRoutes(server, handle, { sessions: context, limiter: login.limiter })
  passkeyRoutes(handle, { ...login, publicOrigin: config.publicOrigin })
  ticketRoutes(handle, { ...login, linkOrigin })
  const mail = createResetMail({ ...login, logFault: context.logFault }, config)
  if (mail) closing.onStopWork(mail.close)
  resetRoutes(handle, { ...login, linkOrigin, accounts }, mail)
  return users
}

function addGuests(
  { config, login, context, handle, provider }: AppParts,
  users: UserContext,
  linkAccount: GuestContext['linkAccount'],
): GuestContext {
  const shared = { ...login, sessions: context }
  const guests: GuestContext = {
    ...{ ...shared, guests: config.guests, linkAccount },
    deleteUser: (userId, network, check) => deleteChecked(users, userId, network, check),
  }
  guestRoutes(handle, guests, {
    ...{ ...shared, registration: config.registration, accounts: users.accounts },
    canLinkDirectly: provider.canLinkDirectly,
    tickets: { claims: CLAIMS_PER_ADDRESS, isClaimable, use: useTicket, idOf: ticketId },
  })
  return guests
}

/** Adds the routes of the chat, of invites of friends, and of invitations of open sessions with their short links. */
function addInvitations(
  { config, platform, context, handle, linkOrigin }: AppParts,
  server: FastifyInstance,
): void {
  chatRoutes(handle, { sessions: context, limiter: platform.limiter })
  inviteRoutes(handle, context)
  const deps = { sessions: context, limiter: platform.limiter, guests: config.guests }
  invitationRoutes(handle, deps)
  shortLinks(server, { ...deps, linkOrigin, ownOrigin: () => ownOrigin(server) })
}

/** Adds the links, QR codes and posters with which people share a session. */
function addSharing({ platform, context, linkOrigin, closing }: AppParts, server: FastifyInstance) {
  const posters = createPosterRenderer()
  closing.onClose(posters.close)
  const key = platform.secrets.derive('share addresses')
  const { db, now } = context
  const sharing = createShare({ db, key, linkOrigin, now, posters })
  shareRoutes(server, sharing)
  return sharing
}
