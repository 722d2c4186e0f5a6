import { Presence, type PresenceDeps } from '../session/presence/presence.ts'
import type { PresenceEvent } from '../session/presence/presence-event.ts'
import {
  createPresenceStore,
  ignoreFailure,
  presenceKey,
  readStoredUser,
  serversKey,
} from './presence-store.ts'
import type { RedisLink } from './redis-link.ts'
import type { Redis } from './redis.ts'

/**
 * A server whose last heartbeat is older than this many milliseconds has stopped. Its users are not loaded from
 * Redis.
 */
const SERVER_EXPIRES_AFTER_MS = 60_000

export type ClusterPresence = {
  presence: Presence
  /** Resolves when the active users of the other servers are loaded, or when loading failed. */
  loaded(): Promise<void>
}

/**
 * Creates the presence (who is active) of several servers: each server stores its active users in Redis and
 * sends their changes to the others. Reads are answered from memory, so that no read waits for Redis.
 * @param prefix of the keys in Redis
 */
export function createClusterPresence(
  link: RedisLink,
  redis: Redis,
  prefix: string,
  deps: Pick<PresenceDeps, 'now' | 'onChange'>,
): ClusterPresence {
  const store = createPresenceStore(link, redis, prefix)
  const presence = new Presence({
    ...deps,
    send(event) {
      store.add(event)
      link.sendPresence(event)
    },
  })
  const loader = createPresenceLoader(presence, redis, prefix)
  /** Resolves when every load that has started so far has ended. */
  let loading = Promise.resolve()

  /** Adds a load to `loading`. A newer load may replace the answer of an older one, so `loaded` waits for all. */
  function track(load: Promise<unknown>): void {
    loading = Promise.allSettled([loading, load]).then(() => undefined)
  }

  async function loadAll(): Promise<void> {
    ignoreFailure(redis.zRemRangeByScore(serversKey(prefix), 0, deps.now() - SERVER_EXPIRES_AFTER_MS))
    const servers = await redis.zRange(serversKey(prefix), 0, -1)
    const others = servers.filter((server) => server !== link.server)
    for (const server of others) link.expect(server)
    await Promise.all(others.map((server) => loader.load(server)))
  }

  link.listen({
    ready: () => store.writeAll(presence),
    up() {
      ignoreFailure(store.renew(presence, deps.now()))
      track(loadAll())
    },
    heartbeat: () => ignoreFailure(store.renew(presence, deps.now())),
    beforeSend: store.writeChanges,
    missed: (server) => track(loader.load(server)),
    lost: loader.removeServer,
    presence(server, update) {
      if (update.type === 'registered') track(loader.load(server))
      else loader.applyEvent(server, update)
    },
  })
  return {
    presence,
    async loaded() {
      for (let last; last !== loading; ) await (last = loading)
    },
  }
}

/**
 * Creates a loader for the active users of other servers. Events that arrive while the users of a server are loaded
 * are applied again after them, because the events are newer.
 */
function createPresenceLoader(presence: Presence, redis: Redis, prefix: string) {
  /** Events of servers whose active users are just being loaded, by the name of the server. */
  const pendingEvents = new Map<string, PresenceEvent[]>()
  return {
    async load(server: string): Promise<void> {
      const events: PresenceEvent[] = []
      pendingEvents.set(server, events)
      try {
        const users = Object.entries(await redis.hGetAll(presenceKey(prefix, server)))
        // In the meantime, a newer load of the same server may have started, or the server may be lost.
        if (pendingEvents.get(server) !== events) return
        presence.removeServer(server)
        for (const [field, at] of users) presence.applyEvent(server, readStoredUser(field, at))
        // These events are applied last, because they are newer than the loaded users.
        for (const event of events) presence.applyEvent(server, event)
      } finally {
        if (pendingEvents.get(server) === events) pendingEvents.delete(server)
      }
    },
    applyEvent(server: string, event: PresenceEvent): void {
      presence.applyEvent(server, event)
      if (event.type === 'came' || event.type === 'left') pendingEvents.get(server)?.push(event)
    },
    removeServer(server: string): void {
      pendingEvents.delete(server)
      presence.removeServer(server)
    },
  }
}
