import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'

/** The PostgreSQL and Redis of the tests. */
export type Stores = {
  /** `TEST_DATABASE_URL` and `TEST_REDIS_URL`, if PostgreSQL and Redis are available. */
  readonly environment: Record<string, string>
  /** For each store that is not available, one sentence that says what to do about it. */
  readonly missing: readonly string[]
}

type Store = {
  /** The variable in the environment with the address. */
  readonly variable: string
  readonly name: string
  start(): Promise<{ readonly url: string; stop(): Promise<void> } | null>
}

const testStores: readonly Store[] = [
  { variable: 'TEST_DATABASE_URL', name: 'PostgreSQL', start: () => startPostgres({ isDurable: false }) },
  { variable: 'TEST_REDIS_URL', name: 'Redis or Valkey', start: startRedis },
]

/**
 * Runs `use` with a temporary PostgreSQL and Redis, and stops them afterwards, also after an error. A store that is
 * already named in the environment is not started.
 */
export async function withStores<Result>(
  use: (stores: Stores) => Promise<Result>,
  stores = testStores,
): Promise<Result> {
  const environment: Record<string, string> = {}
  const missing: string[] = []
  const stops: (() => Promise<void>)[] = []
  try {
    for (const { variable, name, start } of stores) {
      const given = process.env[variable]
      const started = given ? null : await start()
      // An empty variable counts as missing.
      const url = given || started?.url
      if (url) environment[variable] = url
      else missing.push(`no ${name} found; install one or set ${variable}`)
      if (started) stops.push(started.stop)
    }
    return await use({ environment, missing })
  } finally {
    // A store that still runs would keep this process.
    await Promise.all(stops.map((stop) => stop()))
  }
}
