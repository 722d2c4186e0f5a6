import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Overrides } from '../overrides.ts'
import { type DatabaseFactory, databases } from './databases.ts'
import { type Person, startTestServer, type TestServer } from './test-server.ts'

const postgres = databases.find(({ name }) => name === 'PostgreSQL')
const redisUrl = process.env.TEST_REDIS_URL

/** Whether tests with several servers can run. They need `TEST_DATABASE_URL` and `TEST_REDIS_URL`. */
export const canCluster = postgres !== undefined && redisUrl !== undefined

/** The URL of the Redis for tests. Empty if there is none. */
export const testRedisUrl = redisUrl ?? ''

/**
 * Starts several real servers on one database.
 *
 * @param redisUrls one Redis URL for each server
 * @param more environment variables for all servers
 */
export async function startServers(
  redisUrls: readonly string[],
  overrides: Overrides = {},
  more: Record<string, string> = {},
) {
  if (!postgres) throw new Error('no PostgreSQL')
  const shared = await postgres.place()
  const settings = { SECRET_KEY: `${randomUUID()}, known to all servers`, ...more }
  const beside: DatabaseFactory = {
    ...postgres,
    async place() {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'jointly-test-'))
      return { ...shared, dataDir, remove: async () => rmSync(dataDir, { recursive: true }) }
    },
  }
  const start = (url: string) => startTestServer(beside, overrides, { ...settings, REDIS_URL: url })
  const servers: TestServer[] = []
  for (const url of redisUrls) servers.push(await start(url))

  return {
    servers,
    /** Starts one more server. @param url its Redis URL */
    async join(url: string): Promise<TestServer> {
      const server = await start(url)
      servers.push(server)
      return server
    },
    /** Stops a server. */
    async leave(server: TestServer): Promise<void> {
      servers.splice(servers.indexOf(server), 1)
      await server.close()
    },
    async close(): Promise<void> {
      for (const server of servers) await server.close()
      await shared.remove()
    },
  }
}

export type Servers = Awaited<ReturnType<typeof startServers>>

/** Returns a function that makes calls of a person to the given server. */
export function over(server: TestServer, { token }: Person): Person['call'] {
  return server.clientOf(token)
}

const UNTIL_LIMIT_MS = 180_000

/**
 * Waits until a condition is true.
 * @throws Error after three minutes; a test has a timeout of four minutes, so it fails with this error and not by timeout
 */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  const deadlineMs = performance.now() + UNTIL_LIMIT_MS
  while (!(await holds())) {
    if (performance.now() > deadlineMs) throw new Error(`did not hold within 180 s: ${String(holds)}`)
    await setTimeout(5)
  }
}
