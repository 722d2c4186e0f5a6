import {
  createPresence,
  type Presence,
  type PresenceDeps,
  type PresenceEvent,
} from '../session/presence/presence.ts'
import type { Link } from './link.ts'
import type { Redis } from './redis.ts'

/** What a killed server leaves behind in Redis goes after so long, in milliseconds; a beat prolongs it. */
const KEPT_MS = 15_000
/** Servers whose last beat is older are not looked for any more. */
const SERVERS_KEPT_MS = 60_000
/** So many people are written at once. */
const WRITTEN_AT_ONCE = 1_000

export type ClusterPresence = {
  presence: Presence
  /** Resolves when all who are active on other servers are known, or cannot be, since the link is lost. */
  known(): Promise<void>
}

/**
 * Presence of several servers. Each keeps those active on it in Redis, as one hash that goes when the server does, and
 * tells the others who comes and goes; each answers from what it has heard. Nothing waits for Redis.
 *
 * @param prefix of the keys in Redis
 */
export function createClusterPresence(
  link: Link,
  redis: Redis,
  prefix: string,
  deps: Pick<PresenceDeps, 'now' | 'onChange'>,
): ClusterPresence {
  const servers = `${prefix}:servers`
  const keyOf = (server: string) => `${prefix}:present:${server}`
  const own = keyOf(link.server)
  /** What is to be written of each stay: when it began, or null when it ended. */
  let changes = new Map<string, string | null>()
  let loading: Promise<unknown> = Promise.resolve()
  /** Who came to servers and left since we last asked who is active there, and have no answer yet. */
  const meanwhile = new Map<string, PresenceEvent[]>()

  const presence = createPresence({
    ...deps,
    send(news) {
      if (news.type === 'came') changes.set(fieldOf(news), String(news.arrivedAt))
      else if (news.type === 'left') changes.set(fieldOf(news), null)
      link.tellNews(news)
    },
  })

  // A command that fails is of no concern: the link is lost then, and all is written anew when it stands again.
  const write = (command: Promise<unknown>): void => void command.catch(() => undefined)

  function writeChanges(): void {
    const entries = [...changes]
    changes = new Map()
    for (let start = 0; start < entries.length; start += WRITTEN_AT_ONCE) {
      const part = entries.slice(start, start + WRITTEN_AT_ONCE)
      const came = part.flatMap(([field, at]) => (at === null ? [] : [[field, at] as const]))
      const left = part.flatMap(([field, at]) => (at === null ? [field] : []))
      if (came.length > 0) write(redis.hSet(own, Object.fromEntries(came)))
      if (left.length > 0) write(redis.hDel(own, left))
    }
  }

  /** Writes all who are active here anew; the others read it with our first letter. */
  function register(): void {
    write(redis.del(own))
    changes = new Map([...presence.ownEvents()].map((stay) => [fieldOf(stay), String(stay.arrivedAt)]))
    writeChanges()
    write(redis.pExpire(own, KEPT_MS))
  }

  /** Keeps what we wrote; where it is gone, as after Redis was emptied, it is written anew. */
  function prolong(): void {
    const isKept = redis.pExpire(own, KEPT_MS)
    write(isKept.then((kept) => !kept && !presence.ownEvents().next().done && reregister()))
    write(redis.zAdd(servers, { value: link.server, score: deps.now() }))
  }

  function reregister(): void {
    register()
    link.tellNews({ type: 'registered' })
  }

  async function load(server: string): Promise<void> {
    const since: PresenceEvent[] = []
    meanwhile.set(server, since)
    try {
      const stays = Object.entries(await redis.hGetAll(keyOf(server)))
      // It was asked again.
      if (meanwhile.get(server) !== since) return
      presence.removeServer(server)
      for (const [field, at] of stays) presence.applyEvent(server, stayOf(field, at))
      // What arrives right behind the answer is heard before the answer is taken in.
      for (const news of since) presence.applyEvent(server, news)
    } finally {
      if (meanwhile.get(server) === since) meanwhile.delete(server)
    }
  }

  async function loadAll(): Promise<void> {
    write(redis.zRemRangeByScore(servers, 0, deps.now() - SERVERS_KEPT_MS))
    const names = await redis.zRange(servers, 0, -1)
    const others = names.filter((name) => name !== link.server)
    for (const name of others) link.expect(name)
    await Promise.all(others.map(load))
  }

  const loads = (server: string): void => write((loading = load(server)))
  link.listen({
    ready: register,
    up() {
      prolong()
      write((loading = loadAll()))
    },
    beat: prolong,
    sending: writeChanges,
    missed: loads,
    lost(server) {
      // An answer of what was active there, which is still on its way, says nothing any more.
      meanwhile.delete(server)
      presence.removeServer(server)
    },
    news(server, news) {
      if (news.type === 'registered') return loads(server)
      presence.applyEvent(server, news)
      if (news.type === 'came' || news.type === 'left') meanwhile.get(server)?.push(news)
    },
  })

  return {
    presence,
    known: () => loading.then(noop, noop),
  }
}

const noop = () => undefined

function fieldOf({ ssid, userId }: { ssid: string; userId: string }): string {
  return `${ssid} ${userId}`
}

function stayOf(field: string, at: string): PresenceEvent {
  const [ssid = '', userId = ''] = field.split(' ')
  return { type: 'came', ssid, userId, arrivedAt: Number(at) }
}
