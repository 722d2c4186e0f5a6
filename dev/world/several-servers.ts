import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../setup/postgres.ts'
import { startRedis } from '../setup/redis.ts'
import { freePort } from './free-port.ts'
import { type RoundRobin, startRoundRobin } from './round-robin.ts'
import { startWorld, type World } from './world.ts'

const providerMain = fileURLToPath(new URL('../../packages/spotify-emulator/src/main.ts', import.meta.url))

/** Servers side by side on one PostgreSQL, one Redis and one provider, behind a proxy that sends nobody twice to one. */
export type SeveralServers = World & Pick<RoundRobin, 'liveConnections'>

/** @returns null where there is no PostgreSQL or no Redis */
export async function startSeveralServers(count: number): Promise<SeveralServers | null> {
  const postgres = await startPostgres({ isDurable: false })
  const redis = await startRedis()
  if (!postgres || !redis) {
    await Promise.all([postgres?.stop(), redis?.stop()])
    return null
  }
  const proxy = await startRoundRobin()
  const provider = await startProvider(proxy.origin)
  const settings = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SECRET_KEY: secret(),
    PROVIDER_URL: provider.url,
    PROVIDER_SECRET: provider.secret,
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

/** The built-in provider as a process of its own, which all servers pass on to. */
async function startProvider(origin: string) {
  const [port, own] = [await freePort(), secret()]
  const reach = ['--port', String(port), '--origin', origin, '--passed-on']
  const args = [providerMain, ...reach, '--client', `jointly:${own}`, '--login-as']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const endWithUs = () => child.kill()
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  await once(child.stdout, 'data')
  return {
    url: `http://127.0.0.1:${port}`,
    secret: own,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}
