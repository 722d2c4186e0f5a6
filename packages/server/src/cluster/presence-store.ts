import type { Presence } from '../session/presence/presence.ts'
import type { PresenceEvent } from '../session/presence/presence-event.ts'
import type { RedisLink } from './redis-link.ts'
import type { Redis } from './redis.ts'

/** The entry of a server in Redis expires after this many milliseconds. Each heartbeat renews it. */
const EXPIRE_AFTER_MS = 15_000
/** The number of users that one command writes. */
const BATCH_SIZE = 1_000

/**
 * Returns the key of the hash with the active users of a server. A field is a session and a user. Its value is
 * the time of arrival, which is negative if the user plays no sound (K1), because servers of earlier versions
 * read only a number.
 */
export function presenceKey(prefix: string, server: string): string {
  return `${prefix}:present:${server}`
}

/** Returns the key of the sorted set with the names of all servers, sorted by their last heartbeat. */
export function serversKey(prefix: string): string {
  return `${prefix}:servers`
}

/**
 * Stores the active users of this server in Redis, for servers that start later.
 *
 * @param prefix of the keys in Redis
 */
export function createPresenceStore(link: RedisLink, redis: Redis, prefix: string) {
  const key = presenceKey(prefix, link.server)
  /** Changes to write, by field: the new value, or null to delete the field. */
  let changes = new Map<string, string | null>()

  /** Records a change, which `writeChanges` writes to Redis later. */
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

  /** Writes all active users of this server again. */
  function writeAll(presence: Presence): void {
    ignoreFailure(redis.del(key))
    changes = new Map()
    for (const event of presence.ownEvents()) add(event)
    writeChanges()
    ignoreFailure(redis.pExpire(key, EXPIRE_AFTER_MS))
  }

  /**
   * Renews the expiry of this server's entry. If the entry is missing, for example because Redis was emptied,
   * all users are written again.
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

/** Converts one field of a server's entry, with its value, to an event. */
export function readStoredUser(field: string, value: string): PresenceEvent {
  const [ssid = '', userId = ''] = field.split(' ')
  const arrivedAt = Number(value)
  return { type: 'came', ssid, userId, arrivedAt: Math.abs(arrivedAt), isSilent: arrivedAt < 0 }
}

function fieldOf({ ssid, userId }: { ssid: string; userId: string }): string {
  return `${ssid} ${userId}`
}

/**
 * Ignores the failure of a command. After a failure the link goes down, and when the link is up again,
 * everything is written and loaded again.
 */
export function ignoreFailure(command: Promise<unknown>): void {
  command.catch(() => undefined)
}
