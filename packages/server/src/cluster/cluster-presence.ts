import {
  createPresence,
  type Presence,
  type PresenceDeps,
  type PresenceEvent,
} from '../session/presence/presence.ts'
import type { RedisLink } from './redis-link.ts'
import type { Redis } from './redis.ts'

/** The entry of a server in Redis expires after this many milliseconds. Each heartbeat renews it. */
const EXPIRE_AFTER_MS = 15_000
/** Servers whose last heartbeat is older than this many milliseconds are not loaded. */
const SERVER_EXPIRES_AFTER_MS = 60_000
/** The number of users that one command writes. */
const BATCH_SIZE = 1_000

export type ClusterPresence = {
  presence: Presence
  /** Resolves when the active users of the other servers are loaded, or when the link is down. */
  loaded(): Promise<void>
}

/**
 * Presence of several servers. Each server stores its active users in Redis as one hash that expires with the server,
 * and sends changes to the others. Reads are answered from memory and never wait for Redis.
 *
 * @param prefix of the keys in Redis
 */
export function createClusterPresence(
  link: RedisLink,
  redis: Redis,
  prefix: string,
  deps: Pick<PresenceDeps, 'now' | 'onChange'>,
): ClusterPresence {
  const servers = `${prefix}:servers`
  const keyOf = (server: string) => `${prefix}:present:${server}`
  const own = keyOf(link.server)
  /** Changes to write, by stay: the time it began, or null if it ended. */
  let changes = new Map<string, string | null>()
  let loading: Promise<unknown> = Promise.resolve()
  /** Events of a server that arrived while its active users are being loaded. */
  const pendingEvents = new Map<string, PresenceEvent[]>()

  const presence = createPresence({
    ...deps,
    send(news) {
      if (news.type === 'came') changes.set(fieldOf(news), String(news.arrivedAt))
      else if (news.type === 'left') changes.set(fieldOf(news), null)
      link.sendPresence(news)
    },
  })

  // A failed command needs no handling: the link goes down, and everything is written again when it is up.
  const write = (command: Promise<unknown>): void => void command.catch(() => undefined)

  function writeChanges(): void {
    const entries = [...changes]
    changes = new Map()
    for (let start = 0; start < entries.length; start += BATCH_SIZE) {
      const part = entries.slice(start, start + BATCH_SIZE)
      const came = part.flatMap(([field, at]) => (at === null ? [] : [[field, at] as const]))
      const left = part.flatMap(([field, at]) => (at === null ? [field] : []))
      if (came.length > 0) write(redis.hSet(own, Object.fromEntries(came)))
      if (left.length > 0) write(redis.hDel(own, left))
    }
  }

  /** Writes all active users of this server again. The other servers load them with our next envelope. */
  function register(): void {
    write(redis.del(own))
    changes = new Map([...presence.ownEvents()].map((stay) => [fieldOf(stay), String(stay.arrivedAt)]))
    writeChanges()
    write(redis.pExpire(own, EXPIRE_AFTER_MS))
  }

  /**
   * Renews the expiry of our entry. If the entry is missing, for example because Redis was emptied, it is written
   * again.
   */
  function keepAlive(): void {
    const isKept = redis.pExpire(own, EXPIRE_AFTER_MS)
    write(isKept.then((kept) => !kept && !presence.ownEvents().next().done && reregister()))
    write(redis.zAdd(servers, { value: link.server, score: deps.now() }))
  }

  function reregister(): void {
    register()
    link.sendPresence({ type: 'registered' })
  }

  async function load(server: string): Promise<void> {
    const since: PresenceEvent[] = []
    pendingEvents.set(server, since)
    try {
      const stays = Object.entries(await redis.hGetAll(keyOf(server)))
      // A newer load of the same server is running.
      if (pendingEvents.get(server) !== since) return
      presence.removeServer(server)
      for (const [field, at] of stays) presence.applyEvent(server, parseStay(field, at))
      // Events that arrived during the load are newer than the loaded state.
      for (const news of since) presence.applyEvent(server, news)
    } finally {
      if (pendingEvents.get(server) === since) pendingEvents.delete(server)
    }
  }

  async function loadAll(): Promise<void> {
    write(redis.zRemRangeByScore(servers, 0, deps.now() - SERVER_EXPIRES_AFTER_MS))
    const names = await redis.zRange(servers, 0, -1)
    const others = names.filter((name) => name !== link.server)
    for (const name of others) link.expect(name)
    await Promise.all(others.map(load))
  }

  const startLoad = (server: string): void => write((loading = load(server)))
  link.listen({
    ready: register,
    up() {
      keepAlive()
      write((loading = loadAll()))
    },
    heartbeat: keepAlive,
    beforeSend: writeChanges,
    missed: startLoad,
    lost(server) {
      // Ignores the answer of a load that is still running.
      pendingEvents.delete(server)
      presence.removeServer(server)
    },
    presence(server, news) {
      if (news.type === 'registered') return startLoad(server)
      presence.applyEvent(server, news)
      if (news.type === 'came' || news.type === 'left') pendingEvents.get(server)?.push(news)
    },
  })

  return {
    presence,
    loaded: () => loading.then(noop, noop),
  }
}

const noop = () => undefined

function fieldOf({ ssid, userId }: { ssid: string; userId: string }): string {
  return `${ssid} ${userId}`
}

function parseStay(field: string, at: string): PresenceEvent {
  const [ssid = '', userId = ''] = field.split(' ')
  return { type: 'came', ssid, userId, arrivedAt: Number(at) }
}
