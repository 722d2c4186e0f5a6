import { createClient } from '@redis/client'
import { errorMessage } from '../../platform/error-message.ts'
import { ok, type Outcome, problem, skipped, warning } from './finding.ts'

const CONNECT_WITHIN_MS = 3_000
const OLDEST_REDIS: readonly [number, number] = [6, 2]
const CHANNEL = 'jointly:doctor'

/** Checks that Redis or Valkey can be reached, is new enough, has a password, and accepts a message. */
export async function checkRedis(
  redisUrl: string | null,
  databaseUrl: string | null,
): Promise<Outcome | Outcome[]> {
  if (redisUrl === null)
    return skipped(
      databaseUrl === null
        ? 'One server needs no Redis.'
        : 'REDIS_URL is not set: right for one server. Several servers of one database need it.',
    )
  const client = clientOf(redisUrl)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await findings(client, redisUrl)
  } catch (error) {
    return unreachable(errorMessage(error))
  } finally {
    client.destroy()
  }
}

function clientOf(url: string) {
  return createClient({ url, socket: { connectTimeout: CONNECT_WITHIN_MS, reconnectStrategy: false } })
}

async function findings(client: ReturnType<typeof clientOf>, redisUrl: string): Promise<Outcome[]> {
  const info = await client.info('server')
  const version = /^redis_version:(\d+)\.(\d+)/m.exec(info)
  const [major, minor] = [Number(version?.[1]), Number(version?.[2])]
  const found: Outcome[] = []
  if (major < OLDEST_REDIS[0] || (major === OLDEST_REDIS[0] && minor < OLDEST_REDIS[1]))
    found.push(
      problem(
        `Redis ${major}.${minor} is too old.`,
        `Upgrade it to ${OLDEST_REDIS.join('.')} or later, or use Valkey.`,
      ),
    )
  await client.publish(CHANNEL, 'test')
  if (new URL(redisUrl).password === '')
    found.push(
      warning(
        'Redis asks for no password: everyone who can reach it can pretend to be one of the servers.',
        'Set requirepass in Redis, and put the password into REDIS_URL: redis://:<password>@host',
      ),
    )
  return found.length > 0 ? found : [ok(`Redis ${major}.${minor} answers and passes messages on.`)]
}

function unreachable(reason: string): Outcome {
  if (/WRONGPASS|invalid username-password/i.test(reason))
    return problem('Redis refuses the password of REDIS_URL.', 'Correct the password in REDIS_URL.')
  if (/NOAUTH/.test(reason))
    return problem('Redis asks for a password.', 'Put it into REDIS_URL: redis://:<password>@host')
  if (/NOPERM/.test(reason))
    return problem(
      `The Redis user may not do what the servers need: ${reason}`,
      'Allow it the channels and keys that begin with jointly, and the commands of pub/sub and scripting.',
    )
  return problem(
    `Redis cannot be reached: ${reason}`,
    'Start Redis, or correct REDIS_URL. Until then each server counts its own listeners alone.',
  )
}
