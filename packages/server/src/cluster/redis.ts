import { createClient } from '@redis/client'
import { errorMessage } from '../platform/error-message.ts'

/** How long one attempt to connect may take, in milliseconds. */
const CONNECT_TIMEOUT_MS = 2_000
/** A connection on which nothing arrives for this many milliseconds is closed. */
const SOCKET_TIMEOUT_MS = 5_000
const FIRST_RETRY_MS = 50
const LONGEST_RETRY_MS = 2_000
/**
 * The number of commands that may wait for an answer. Further commands fail, so that the queue of this server
 * stays small when Redis is slow.
 */
const MAX_QUEUED_COMMANDS = 20_000

/**
 * Creates a connection to Redis (or Valkey) that reconnects by itself with growing delays; while Redis is away,
 * every command fails at once. Commands and subscriptions share one connection (RESP3), so that both arrive in
 * the order in which Redis executed them.
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
  // The error is only passed on as a text. It is not handled here, because missing heartbeats already show a broken
  // connection.
  redis.on('error', (error: unknown) => onError(errorMessage(error)))
  return redis
}

export type Redis = ReturnType<typeof createRedis>
