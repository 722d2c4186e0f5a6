import { createClient } from '@redis/client'
import { errorMessage } from '../platform/error-message.ts'

/** Limits for one attempt to connect and for silence on a connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 2_000
const SOCKET_TIMEOUT_MS = 5_000
const FIRST_RETRY_MS = 50
const LONGEST_RETRY_MS = 2_000
/** The number of commands that may wait for an answer. Further commands fail, so that a slow Redis uses no memory. */
const MAX_QUEUED_COMMANDS = 20_000

/**
 * Creates a connection to Redis (or Valkey) that reconnects by itself with growing delays. While it is away, every
 * command fails at once and nothing is queued. One connection carries commands and subscriptions, so that both arrive
 * in the order in which Redis executed them (RESP3).
 *
 * @param onError gets the reason when a connection broke or could not be made
 */
export function createRedis(url: string, onError: (reason: string) => void = () => undefined) {
  const redis = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_QUEUED_COMMANDS,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      reconnectStrategy: (attempts) => {
        const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts)
        return wait / 2 + (Math.random() * wait) / 2
      },
    },
  })
  // Heartbeats that do not come back show a broken connection, so nothing else is done here.
  redis.on('error', (error: unknown) => onError(errorMessage(error)))
  return redis
}

export type Redis = ReturnType<typeof createRedis>
