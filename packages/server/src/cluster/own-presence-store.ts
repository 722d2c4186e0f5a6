import type { Presence, PresenceEvent } from '../session/presence/presence.ts'
import type { RedisLink } from './redis-link.ts'
import type { Redis } from './redis.ts'

/** The entry of a server in Redis expires after this many milliseconds. Each heartbeat renews it. */
const EXPIRE_AFTER_MS = 15_000
/** The number of users that one command writes. */
const BATCH_SIZE = 1_000

/** Where servers store their active users in Redis. */
export type PresenceKeys = {
  /** A sorted set of the names of all servers, by their last heartbeat. */
  servers: string
  /** A hash with a field for each user and session, and the time of arrival as its value. */
  usersOf(server: string): string
}

/** Stores the active users of this server in Redis, for servers that start later. */
export class OwnPresenceStore {
  readonly #link: RedisLink
  readonly #redis: Redis
  readonly #keys: PresenceKeys
  readonly #key: string
  /** Changes to write, by field: the new value, or null to delete the field. */
  #changes = new Map<string, string | null>()

  constructor(link: RedisLink, redis: Redis, keys: PresenceKeys) {
    this.#link = link
    this.#redis = redis
    this.#keys = keys
    this.#key = keys.usersOf(link.server)
  }

  /** Notes a change. `writeChanges` writes it. */
  add(event: PresenceEvent): void {
    if (event.type === 'came') this.#changes.set(fieldOf(event), String(event.arrivedAt))
    else if (event.type === 'left') this.#changes.set(fieldOf(event), null)
  }

  writeChanges(): void {
    const changes = [...this.#changes]
    this.#changes = new Map()
    for (let start = 0; start < changes.length; start += BATCH_SIZE) {
      const batch = changes.slice(start, start + BATCH_SIZE)
      const came = batch.flatMap(([field, at]) => (at === null ? [] : [[field, at] as const]))
      const left = batch.flatMap(([field, at]) => (at === null ? [field] : []))
      if (came.length > 0) ignoreFailure(this.#redis.hSet(this.#key, Object.fromEntries(came)))
      if (left.length > 0) ignoreFailure(this.#redis.hDel(this.#key, left))
    }
  }

  /** Writes all active users of this server again. */
  writeAll(presence: Presence): void {
    ignoreFailure(this.#redis.del(this.#key))
    this.#changes = new Map()
    for (const event of presence.ownEvents()) this.add(event)
    this.writeChanges()
    ignoreFailure(this.#redis.pExpire(this.#key, EXPIRE_AFTER_MS))
  }

  /** Renews the expiry of the entry. Writes it again if it is missing, for example because Redis was emptied. */
  renew(presence: Presence, now: number): void {
    const renewed = this.#redis.pExpire(this.#key, EXPIRE_AFTER_MS)
    ignoreFailure(
      renewed.then((exists) => {
        if (exists || presence.ownEvents().next().done) return
        this.writeAll(presence)
        this.#link.sendPresence({ type: 'registered' })
      }),
    )
    ignoreFailure(this.#redis.zAdd(this.#keys.servers, { value: this.#link.server, score: now }))
  }
}

/** Reads a field and its value. */
export function readStoredUser(field: string, arrivedAt: string): PresenceEvent {
  const [ssid = '', userId = ''] = field.split(' ')
  return { type: 'came', ssid, userId, arrivedAt: Number(arrivedAt) }
}

function fieldOf({ ssid, userId }: { ssid: string; userId: string }): string {
  return `${ssid} ${userId}`
}

/** After a failed command the link goes down. When it is up again, everything is written and loaded again. */
export function ignoreFailure(command: Promise<unknown>): void {
  command.catch(() => undefined)
}
