import { createClient } from '@redis/client'
import { errorMessage } from '../../platform/error-message.ts'
import { ok, type Outcome, problem, skipped, warning } from './finding.ts'
import { checkTexts } from './texts/check-texts.ts'
import { redisTexts } from './texts/redis-texts.ts'

/** How long connecting and each answer may take, in milliseconds. Otherwise the command would not end. */
const ANSWER_WITHIN_MS = 3_000
const OLDEST_REDIS: readonly [number, number] = [6, 2]
const CHANNEL = 'jointly:doctor'

/** Checks that Redis or Valkey can be reached, is new enough, has a password, and accepts a message. */
export async function checkRedis(
  redisUrl: string | null,
  databaseUrl: string | null,
): Promise<Outcome | Outcome[]> {
  if (redisUrl === null) return skipped(databaseUrl === null ? redisTexts.notNeeded : redisTexts.notSet)
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
  return createClient({
    url,
    socket: {
      connectTimeout: ANSWER_WITHIN_MS,
      socketTimeout: ANSWER_WITHIN_MS,
      reconnectStrategy: false,
    },
  })
}

async function findings(client: ReturnType<typeof clientOf>, redisUrl: string): Promise<Outcome[]> {
  const info = await client.info('server')
  const version = /^redis_version:(\d+)\.(\d+)/m.exec(info)
  const [major, minor] = [Number(version?.[1]), Number(version?.[2])]
  const found: Outcome[] = []
  if (major < OLDEST_REDIS[0] || (major === OLDEST_REDIS[0] && minor < OLDEST_REDIS[1]))
    found.push(problem(redisTexts.old(`${major}.${minor}`), redisTexts.upgrade(OLDEST_REDIS.join('.'))))
  await client.publish(CHANNEL, 'test')
  if (new URL(redisUrl).password === '')
    found.push(warning(redisTexts.withoutPassword, redisTexts.requirePassword))
  return found.length > 0 ? found : [ok(redisTexts.good(`${major}.${minor}`))]
}

function unreachable(reason: string): Outcome {
  if (/WRONGPASS|invalid username-password/i.test(reason))
    return problem(redisTexts.passwordRefused, redisTexts.correctPassword)
  if (/NOAUTH/.test(reason)) return problem(redisTexts.passwordMissing, redisTexts.addPassword)
  if (/NOPERM/.test(reason)) return problem(redisTexts.notPermitted(reason), redisTexts.permit)
  return problem(checkTexts.unreachable('Redis', reason), redisTexts.start)
}
