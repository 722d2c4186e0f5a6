import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { takeDataDir } from './data-dir.ts'
import { openDatabase } from './db/open.ts'
import type { Db } from './db/tables.ts'
import { healthRoutes } from './features/health/routes.ts'
import { createPasswords } from './features/user/passwords.ts'
import { userRoutes } from './features/user/routes.ts'
import { createTokens, type Tokens } from './features/user/tokens.ts'
import { createCallTable, type Handle } from './http/handle.ts'
import { createMounts, type MountedServices } from './http/mount.ts'
import { createMemoryRateLimiter, type RateLimiter } from './http/rate-limit.ts'
import { contentSecurityPolicy, permissionsPolicy } from './http/security-headers.ts'
import { createHttpServer } from './http/server.ts'
import { listen } from './listen.ts'
import { createLog } from './log.ts'

/** What tests and the development world put in the place of the real thing. */
export type Overrides = {
  /** Epoch milliseconds. */
  now?: () => number
  /** From 0 (in) to 1 (out). */
  chance?: () => number
  log?: FastifyBaseLogger
  limiter?: RateLimiter
}

/** What every feature may use; `app` hands each the part that it needs. */
export type Core = {
  config: Config
  db: Db
  now: () => number
  chance: () => number
  log: FastifyBaseLogger
  handle: Handle
  limiter: RateLimiter
  tokens: Tokens
  mounted: MountedServices
  /** Runs when the server stops, last registered first. */
  onClose(close: () => Promise<void> | void): void
}

export type App = {
  /** Begins to serve. @returns the address people open */
  listen(): Promise<string>
  close(): Promise<void>
  db: Db
}

/**
 * The whole server, composed and ready to listen.
 *
 * @throws StartError with one line when it cannot start
 */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const closing: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const onClose = (step: () => Promise<void> | void) => void closing.push(step)
    onClose(takeDataDir(config.dataDir))
    const { db, dialect, close: closeDb } = await openDatabase(config)
    onClose(closeDb)
    const now = overrides.now ?? Date.now
    const log = overrides.log ?? createLog(config.logLevel)
    const mounted = createMounts()
    const provider = { sdk: null, api: null, images: [] }
    const server = createHttpServer({
      log,
      logRequests: config.logLevel === 'debug' || config.logLevel === 'trace',
      trustProxy: config.trustProxy,
      contentSecurityPolicy: contentSecurityPolicy(provider),
      permissionsPolicy: permissionsPolicy(provider),
      mounted,
    })
    onClose(() => server.close())
    const tokens = createTokens(db, now, dialect === 'sqlite')
    const callTable = createCallTable(server, tokens.verify)
    const core: Core = {
      config,
      db,
      now,
      chance: overrides.chance ?? Math.random,
      log,
      handle: callTable.handle,
      limiter: overrides.limiter ?? createMemoryRateLimiter(now),
      tokens,
      mounted,
      onClose,
    }
    registerFeatures(core)
    callTable.answerUnbuilt()
    return { listen: () => listen(server, config), close, db }
  } catch (error) {
    await close()
    throw error
  }
}

function registerFeatures(core: Core): void {
  const { db, now, tokens, limiter, config, handle } = core
  const passwords = createPasswords()
  healthRoutes(handle, db)
  userRoutes(handle, { db, now, passwords, tokens, limiter, registration: config.registration })
}
