import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'

/** The PostgreSQL and Redis of the tests. */
export type Stores = {
  /** `TEST_DATABASE_URL` and `TEST_REDIS_URL`, if PostgreSQL and Redis are available. */
  readonly environment: Record<string, string>
  /** For each store that is not available, one sentence that says what to do about it. */
  readonly missing: readonly string[]
  stop(): Promise<void>
}

/** Starts a temporary PostgreSQL and Redis. A store that is already named in the environment is not started. */
export async function startStores(): Promise<Stores> {
  const stores = [
    { variable: 'TEST_DATABASE_URL', name: 'PostgreSQL', start: () => startPostgres({ isDurable: false }) },
    { variable: 'TEST_REDIS_URL', name: 'Redis or Valkey', start: startRedis },
  ]
  const environment: Record<string, string> = {}
  const missing: string[] = []
  const stops: (() => Promise<void>)[] = []
  for (const { variable, name, start } of stores) {
    const given = process.env[variable]
    const started = given ? null : await start()
    const url = given ?? started?.url
    if (url) environment[variable] = url
    else missing.push(`no ${name} found; install one or set ${variable}`)
    if (started) stops.push(started.stop)
  }
  return { environment, missing, stop: async () => void (await Promise.all(stops.map((stop) => stop()))) }
}
