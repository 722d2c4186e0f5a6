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
 * After this time without a heartbeat, a server counts as stopped, in milliseconds. It is then removed from the list
 * in Redis, and its users are not loaded.
 */
const SERVER_EXPIRES_AFTER_MS = 60_000

export type ClusterPresence = {
  presence: Presence
  /** Resolves when the active users of the other servers are loaded, or when loading failed. */
  loaded(): Promise<void>
}

/**
 * Creates the presence (which users are active) for several servers. Each server stores its active users in Redis and
 * sends changes to the others. Each server has all active users in memory, so that no read waits for Redis.
 * @param prefix the start of all keys in Redis
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
  /** Resolves when all loads that were started are finished. */
  let loading = Promise.resolve()

  /** Adds a load to `loading`. A load can be replaced by a newer one, so `loaded` must wait for all of them. */
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
 * Creates a loader for the active users of other servers. Events can arrive while the users of a server are loading.
 * Because these events are newer than the loaded users, they are applied again after the load.
 */
function createPresenceLoader(presence: Presence, redis: Redis, prefix: string) {
  /** The events that have arrived since a load began. The key is the name of the server whose users are loading. */
  const pendingEvents = new Map<string, PresenceEvent[]>()
  return {
    async load(server: string): Promise<void> {
      const events: PresenceEvent[] = []
      pendingEvents.set(server, events)
      try {
        const users = Object.entries(await redis.hGetAll(presenceKey(prefix, server)))
        // The users are outdated if a newer load for `server` has begun meanwhile, or if `server` was removed.
        if (pendingEvents.get(server) !== events) return
        presence.removeServer(server)
        for (const [field, at] of users) presence.applyEvent(server, readStoredUser(field, at))
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
