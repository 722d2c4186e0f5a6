import type { Presence } from '../session/presence/presence.ts'
import type { PresenceEvent } from '../session/presence/presence-event.ts'
import type { RedisLink } from './redis-link.ts'
import type { Redis } from './redis.ts'

/** The active users of a server in Redis expire after this time in milliseconds, unless a heartbeat renews them. */
const EXPIRE_AFTER_MS = 15_000
/** The maximum number of users that one Redis command writes. */
const BATCH_SIZE = 1_000

/**
 * Returns the key of the Redis hash with the active users of a server. The name of a field has the ids of a session and
 * a user. Its value is the time of arrival in epoch milliseconds. The value is negative if the user plays no sound
 * (K1). There is no separate field for this, because servers of earlier versions can read only a number.
 */
export function presenceKey(prefix: string, server: string): string {
  return `${prefix}:present:${server}`
}

/** Returns the key of the Redis sorted set with the names of all servers. The score is their last heartbeat. */
export function serversKey(prefix: string): string {
  return `${prefix}:servers`
}

/**
 * Stores the active users of this server in Redis. Servers that start later, or have missed messages, read them there.
 *
 * @param prefix the start of all keys in Redis
 */
export function createPresenceStore(link: RedisLink, redis: Redis, prefix: string) {
  const key = presenceKey(prefix, link.server)
  /** The changes that are not written yet. The key is a field of the hash; the value null deletes the field. */
  let changes = new Map<string, string | null>()

  /** Adds a change, which `writeChanges` writes to Redis later. */
  function add(event: PresenceEvent): void {
    if (event.type === 'came')
      changes.set(fieldOf(event), String(event.isSilent ? -event.arrivedAt : event.arrivedAt))
    else if (event.type === 'left') changes.set(fieldOf(event), null)
  }

  function writeChanges(): void {
    const entries = [...changes]
    changes = new Map()
    for (let start = 0; start < entries.length; start += BATCH_SIZE) {
      const batch = entries.slice(start, start + BATCH_SIZE)
      const came = batch.flatMap(([field, at]) => (at === null ? [] : [[field, at] as const]))
      const removed = batch.flatMap(([field, at]) => (at === null ? [field] : []))
      if (came.length > 0) ignoreFailure(redis.hSet(key, Object.fromEntries(came)))
      if (removed.length > 0) ignoreFailure(redis.hDel(key, removed))
    }
  }

  /** Replaces what Redis has about this server by its active users now. */
  function writeAll(presence: Presence): void {
    ignoreFailure(redis.del(key))
    changes = new Map()
    for (const event of presence.ownEvents()) add(event)
    writeChanges()
    ignoreFailure(redis.pExpire(key, EXPIRE_AFTER_MS))
  }

  /**
   * Renews the time after which the users of this server expire. If they are missing, for example because Redis has
   * lost its data, all users are written again.
   * @param now the time in epoch milliseconds
   */
  async function renew(presence: Presence, now: number): Promise<void> {
    ignoreFailure(redis.zAdd(serversKey(prefix), { value: link.server, score: now }))
    const exists = await redis.pExpire(key, EXPIRE_AFTER_MS)
    if (exists || presence.ownEvents().next().done) return
    writeAll(presence)
    link.sendPresence({ type: 'registered' })
  }

  return { add, writeChanges, writeAll, renew }
}

/** Converts a field and its value from the hash of `presenceKey` to an event. */
export function readStoredUser(field: string, value: string): PresenceEvent {
  const [ssid = '', userId = ''] = field.split(' ')
  const arrivedAt = Number(value)
  return { type: 'came', ssid, userId, arrivedAt: Math.abs(arrivedAt), isSilent: arrivedAt < 0 }
}

function fieldOf({ ssid, userId }: { ssid: string; userId: string }): string {
  return `${ssid} ${userId}`
}

/**
 * Ignores the failure of a Redis command. After a failure the link goes down. When it is up again, all data is written
 * and loaded again.
 */
export function ignoreFailure(command: Promise<unknown>): void {
  command.catch(() => undefined)
}
