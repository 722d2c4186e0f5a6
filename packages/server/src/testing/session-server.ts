import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { createFaultLog } from '../fault-log.ts'
import { friendRoutes } from '../features/friend/routes.ts'
import { createCallTable } from '../http/handle.ts'
import { createMounts } from '../http/mount.ts'
import { createMemoryRateLimiter } from '../http/rate-limit.ts'
import { contentSecurityPolicy, permissionsPolicy } from '../http/security-headers.ts'
import { createHttpServer } from '../http/server.ts'
import { joinSessions, type SessionCore } from '../join-sessions.ts'
import { songById } from '../library/songs.ts'
import { listen, ownOrigin } from '../listen.ts'
import { createPresence } from '../live/presence.ts'
import { refuse } from '../refusal.ts'

/** What servers that stand side by side have in common. */
export type Surroundings = Pick<SessionCore, 'db' | 'now' | 'bus' | 'authenticate'>

/** A server with sessions and friends alone, without log-in and provider: songs are known if they are in the database. */
export async function openSessionServer(surroundings: Surroundings) {
  const provider = { sdk: null, api: null, images: [] }
  const mounted = createMounts()
  const log = pino({ level: 'error' })
  const tellFault = createFaultLog(log)
  const server = createHttpServer({
    log,
    tellFault,
    logRequests: false,
    trustProxy: null,
    contentSecurityPolicy: contentSecurityPolicy(provider),
    permissionsPolicy: permissionsPolicy(provider),
    isOwnHost: () => true,
    mounted,
  })
  const closing: (() => Promise<void> | void)[] = []
  const { handle } = createCallTable(server, surroundings.authenticate)
  friendRoutes(handle, { ...surroundings, limiter: createMemoryRateLimiter() })
  const { chores } = joinSessions({
    ...surroundings,
    openPresence: createPresence,
    chance: () => 0,
    tellFault,
    handle,
    mounted,
    share: (ssid, origin) => {
      const link = `${origin}/#/main/${ssid}`
      return { link, qr: link, qrPng: link, pdf: link, pdfLetter: link }
    },
    resolveSong: async (id) => (await songById(surroundings.db, id)) ?? refuse('not-found'),
    onClose: (step) => void closing.push(step),
  })
  await listen(server, readConfig({ PORT: '0' }))
  return {
    origin: ownOrigin(server),
    /** Does what the server's ticker does. */
    async runChores(): Promise<void> {
      for (const chore of chores) await chore.run()
    },
    async close(): Promise<void> {
      for (const step of closing.reverse()) await step()
      await server.close()
    },
  }
}
