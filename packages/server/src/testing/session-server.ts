import { LIVE_PATH, routes } from '@jointly/contract'
import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { createFaultLog } from '../platform/log/fault-log.ts'
import { chatRoutes } from '../features/chat/routes.ts'
import { oldLinesJob } from '../features/chat/service.ts'
import { friendRoutes } from '../features/friend/routes.ts'
import { createFastPath } from '../platform/http/fast-path.ts'
import { type Caller, createRouter } from '../platform/http/router.ts'
import { createMountedServices } from '../platform/http/mounted-services.ts'
import { createRateLimiter, inMemory } from '../platform/http/rate-limit.ts'
import { securityHeaders } from '../platform/http/security-headers.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { inviteRoutes } from '../features/home-and-invites/routes.ts'
import { createLiveServer } from '../realtime/live-server.ts'
import { createSessionContext, type SessionContext } from '../session/context.ts'
import { sessionRoutes, type ShareLinks } from '../session/routes.ts'
import { createSessions } from '../session/session.ts'
import { forgetUnusedSongs, songById } from '../songs/songs.ts'
import { listen, ownOrigin } from '../platform/lifecycle/listen.ts'
import { Presence } from '../session/presence/presence.ts'
import { refuse } from '../platform/refusal.ts'

/** The database, clock, event bus and logins that several test servers share. */
export type Surroundings = Pick<SessionContext, 'db' | 'now' | 'bus'> & {
  /** Returns the time in milliseconds by a clock that is never set. */
  monotonicMs(): number
  getCachedCaller(token: string): Caller | null
}

/**
 * Starts a server with only sessions and friends. It has no login and no provider, so the test inserts users and songs
 * into the database.
 */
export async function openSessionServer(surroundings: Surroundings) {
  const headers = securityHeaders({ sdk: null, connect: [], media: [], images: [] })
  const fastPath = createFastPath()
  const mounted = createMountedServices()
  const log = pino({ level: 'error' })
  const logFault = createFaultLog(log)
  const server = createHttpServer({
    log,
    logFault,
    logRequests: false,
    trustProxy: null,
    headers,
    perimeter: () => null,
    mounted,
    fastPath,
  })
  const handle = createRouter(server, surroundings.getCachedCaller)
  const { db, now, bus, getCachedCaller } = surroundings
  // The windows are long, because a busy machine may need longer than ten seconds for a flood.
  const limiter = createRateLimiter((allowance) => inMemory({ ...allowance, windowMs: 3_600_000 }))
  friendRoutes(handle, { ...surroundings, limiter })
  const context = createSessionContext(
    { db, now, bus, random: () => 0, logSecurity: () => undefined, logFault },
    (deps) => new Presence(deps),
  )
  const sessions = createSessions(
    context,
    async (id) => (await songById(db, id)) ?? refuse('not-found'),
    surroundings.monotonicMs,
  )
  const shareLinks: ShareLinks = ({ ssid }, { origin }) => {
    const link = `${origin}/#/main/${ssid}`
    return { link, qr: link, qrPng: link, pdf: link, pdfLetter: link }
  }
  sessionRoutes(handle, { context, sessions, shareLinks, limiter })
  inviteRoutes(handle, context)
  chatRoutes(handle, { sessions: context, limiter })
  const live = createLiveServer(sessions, {
    bus,
    limiter,
    now,
    authenticate: async (token) => getCachedCaller(token),
    logFault,
  })
  mounted.mount(LIVE_PATH, { upgrade: live.upgrade })
  const jobs = [...sessions.jobs, ...live.jobs, oldLinesJob(context)]
  let fastPathCount = 0
  const observe = () => void (fastPathCount += 1)
  const getCachedAnswer = sessions.view.pollCached
  fastPath.start({ route: routes.session, headers: headers.api, getCachedCaller, getCachedAnswer, observe })
  await listen(server, readConfig({ PORT: '0' }))
  return {
    origin: ownOrigin(server),
    /** Returns how many requests the fast path has answered. */
    answeredFromMemory: () => fastPathCount,
    /** Runs all jobs of the server once. */
    async runJobs(): Promise<void> {
      for (const job of jobs) await job.run()
      await forgetUnusedSongs(db, now())
    },
    async close(): Promise<void> {
      await live.close()
      await server.close()
    },
  }
}
