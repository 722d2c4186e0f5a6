import { createClient } from '@redis/client'
import { wordsOf } from '../platform/words-of.ts'

/** How long an attempt to connect may take, and how long a connection may be silent, in milliseconds. */
const CONNECT_WITHIN_MS = 2_000
const SILENT_FOR_MS = 5_000
const FIRST_RETRY_MS = 50
const LONGEST_RETRY_MS = 2_000
/** So many commands may wait for their answers; more are refused, so that a slow Redis costs no memory. */
const COMMANDS_WAITING = 20_000

/**
 * A connection to Redis (or Valkey) that comes back by itself, after waits that grow. While it is away every command
 * fails at once: nothing is kept for later. One connection carries commands and what is subscribed to, so that both
 * come in the order in which Redis did them (RESP3).
 *
 * @param onTrouble told why a connection broke or could not be made
 */
export function createRedis(url: string, onTrouble: (reason: string) => void = () => undefined) {
  const redis = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: COMMANDS_WAITING,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: CONNECT_WITHIN_MS,
      socketTimeout: SILENT_FOR_MS,
      reconnectStrategy: (attempts) => {
        const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts)
        return wait / 2 + (Math.random() * wait) / 2
      },
    },
  })
  // What breaks the connection is seen by the beats that do not come back; there is nothing else to do about it.
  redis.on('error', (error: unknown) => onTrouble(wordsOf(error)))
  return redis
}

export type Redis = ReturnType<typeof createRedis>
