import { createClient } from '@redis/client'
import { errorMessage } from '../platform/error-message.ts'

/** How long one attempt to connect may take, in milliseconds. */
const CONNECT_TIMEOUT_MS = 2_000
/** A connection is closed if nothing arrives on it for this time, in milliseconds. */
const SOCKET_TIMEOUT_MS = 5_000
const FIRST_RETRY_MS = 50
const LONGEST_RETRY_MS = 2_000
/**
 * The maximum number of commands that wait for an answer. More commands fail at once, so that the queue does not grow
 * without limit while Redis is slow.
 */
const MAX_QUEUED_COMMANDS = 20_000

/**
 * Creates a client for Redis or Valkey. It reconnects automatically with growing delays. While Redis is away, every
 * command fails at once. Commands and subscriptions use the same connection (RESP3), so that answers and messages
 * arrive in the order in which Redis sent them.
 * @param onError gets the reason each time a connection breaks or cannot be opened
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
  // The error needs no other handling, because the link detects a broken connection by its missing heartbeats.
  redis.on('error', (error: unknown) => onError(errorMessage(error)))
  return redis
}

export type Redis = ReturnType<typeof createRedis>
