import { routes } from '@jointly/contract'
import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { createFaultLog } from '../platform/log/fault-log.ts'
import { friendRoutes } from '../features/friend/routes.ts'
import { createFromMemory } from '../platform/http/from-memory.ts'
import { type Caller, createCallTable } from '../platform/http/handle.ts'
import { createMounts } from '../platform/http/mount.ts'
import { createMemoryRateLimiter } from '../platform/http/rate-limit.ts'
import { securityHeaders } from '../platform/http/security-headers.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { joinSessions, type SessionCore } from '../join-sessions.ts'
import { songById } from '../songs/songs.ts'
import { listen, ownOrigin } from '../platform/lifecycle/listen.ts'
import { createPresence } from '../session/presence/presence.ts'
import { refuse } from '../platform/refusal.ts'

/** What servers that stand side by side have in common. */
export type Surroundings = Pick<SessionCore, 'db' | 'now' | 'bus'> & {
  recallCaller(token: string): Caller | null
}

/** A server with sessions and friends alone, without log-in and provider: songs are known if they are in the database. */
export async function openSessionServer(surroundings: Surroundings) {
  const headers = securityHeaders({ sdk: null, connect: [], media: [], images: [] })
  const fromMemory = createFromMemory()
  const mounted = createMounts()
  const log = pino({ level: 'error' })
  const tellFault = createFaultLog(log)
  const server = createHttpServer({
    log,
    tellFault,
    logRequests: false,
    trustProxy: null,
    headers,
    perimeter: () => null,
    mounted,
    fromMemory,
  })
  const closing: (() => Promise<void> | void)[] = []
  const { handle } = createCallTable(server, surroundings.recallCaller)
  friendRoutes(handle, { ...surroundings, limiter: createMemoryRateLimiter() })
  const { chores, recall } = joinSessions({
    ...surroundings,
    authenticate: async (token) => surroundings.recallCaller(token),
    openPresence: createPresence,
    chance: () => 0,
    logSecurity: () => undefined,
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
  const { recallCaller } = surroundings
  let fromMemoryCount = 0
  const observe = () => void (fromMemoryCount += 1)
  fromMemory.begin({ route: routes.session, headers, recallCaller, recall, observe })
  await listen(server, readConfig({ PORT: '0' }))
  return {
    origin: ownOrigin(server),
    /** How many calls were answered from memory. */
    answeredFromMemory: () => fromMemoryCount,
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
