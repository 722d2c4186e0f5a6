import { randomBytes } from 'node:crypto'
import { startPostgres } from '../setup/postgres.ts'
import { startRedis } from '../setup/redis.ts'
import { freePort } from './free-port.ts'
import { startProviderProcess } from './provider-process.ts'
import { type RoundRobin, startRoundRobin } from './round-robin.ts'
import { startWorld, type World } from './world.ts'

/**
 * Several servers with one PostgreSQL, one Redis and one provider. A proxy in front of them never sends two requests
 * in a row to the same server.
 */
export type SeveralServers = World & Pick<RoundRobin, 'liveConnections'>

/**
 * Starts several servers.
 * @returns null where there is no PostgreSQL or no Redis
 */
export async function startSeveralServers(count: number): Promise<SeveralServers | null> {
  const postgres = await startPostgres({ isDurable: false })
  const redis = await startRedis()
  if (!postgres || !redis) {
    await Promise.all([postgres?.stop(), redis?.stop()])
    return null
  }
  const proxy = await startRoundRobin()
  const providerSecret = secret()
  const reach = ['--origin', proxy.origin, '--passed-on', '--login-as']
  const provider = await startProviderProcess('--client', `jointly:${providerSecret}`, ...reach)
  const settings = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SECRET_KEY: secret(),
    PROVIDER_URL: provider.url,
    PROVIDER_SECRET: providerSecret,
    PUBLIC_ORIGIN: proxy.origin,
    TRUST_PROXY: 'loopback',
    REGISTRATION: 'open',
  }
  const worlds: World[] = []
  for (let server = 0; server < count; server += 1) {
    const port = await freePort()
    worlds.push(await startWorld({ ...settings, PORT: String(port) }))
    proxy.servers.push(`http://127.0.0.1:${port}`)
  }
  return {
    origin: proxy.origin,
    liveConnections: proxy.liveConnections,
    async close() {
      await proxy.close()
      for (const world of worlds) await world.close()
      await provider.stop()
      await Promise.all([postgres.stop(), redis.stop()])
    },
  }
}

const secret = () => randomBytes(24).toString('base64url')
