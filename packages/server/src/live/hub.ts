import { liveClose, type ServerMessage, type You } from '@jointly/contract'
import { isRefused, type Refused } from '../refusal.ts'
import type { Bus, LiveEvent, MissedEvents } from './bus.ts'
import { createCatchUp } from './catch-up.ts'
import type { Connection } from './connection.ts'
import { createPushes } from './push.ts'

/** How long a lost connection's person stays, so that a reload is no departure, in milliseconds (S4). */
const LINGER_MS = 8_000

/** More tabs and devices than one person has; one more ends the oldest connection. */
const CONNECTIONS_PER_PERSON = 20

/** More sessions than anyone looks at on one screen. */
const SESSIONS_OPEN = 10

type GoneReason = Extract<ServerMessage, { type: 'gone' }>['reason']

/** What the live connections need of the rest of the product. */
export type LivePort = {
  /** Lets a person in over a connection, which makes them active (S2, S4). */
  enter(ssid: string, userId: string, connectionId: string): Promise<{ ssid: string } | Refused>
  /** The connection no longer stands; the person stays for `lingerMs`. */
  leave(ssid: string, userId: string, connectionId: string, lingerMs: number): Promise<void>
  /** The message with the newest shared part of a session; null where it is no more. */
  sessionMessage(ssid: string): Promise<Buffer | null>
  /** What is a person's own in a session, or why they may not see it. */
  you(ssid: string, userId: string): Promise<You | Refused>
}

/** Who listens to what over live connections, and what each is told. */
export type Hub = {
  add(connection: Connection): void
  open(connection: Connection, ssid: string): Promise<void>
  close(connection: Connection, ssid: string): Promise<void>
  /** The connection is lost. */
  remove(connection: Connection): Promise<void>
  /** The sessions that somebody listens to over a live connection here. */
  sessions(): string[]
  stop(): void
}

export function createHub(port: LivePort, bus: Bus, onError: (error: unknown) => void): Hub {
  const byPerson = new Map<string, Set<Connection>>()
  const bySession = new Map<string, Set<Connection>>()
  const pushes = createPushes((ssid) => pushSession(ssid).catch(onError))
  const unsubscribe = bus.subscribe((event) => void hear(event).catch(onError))

  const catchUp = createCatchUp({ sendYou, onError })

  async function hear(event: LiveEvent | MissedEvents): Promise<void> {
    switch (event.type) {
      case 'session':
        if (bySession.has(event.ssid)) pushes.changed(event.ssid)
        return
      case 'you':
        for (const each of listeners(event.ssid))
          if (each.userId === event.userId) await sendYou(each, event.ssid)
        return
      case 'gone':
        for (const each of listeners(event.ssid))
          if (event.userId === null || each.userId === event.userId) dismiss(each, event.ssid, event.reason)
        return
      case 'person':
        for (const each of connectionsOf(event.userId)) each.send(event.message)
        return
      case 'logout':
        for (const each of connectionsOf(event.userId))
          if (event.tokenIds.includes(each.tokenId)) each.endLogin()
        return
      case 'missed':
        for (const ssid of bySession.keys()) pushes.changed(ssid)
        catchUp.begin([...byPerson.values()].flatMap((own) => [...own]))
    }
  }

  const connectionsOf = (userId: string): Connection[] => [...(byPerson.get(userId) ?? [])]
  const listeners = (ssid: string): Connection[] => [...(bySession.get(ssid) ?? [])]

  async function pushSession(ssid: string): Promise<void> {
    const body = await port.sessionMessage(ssid)
    if (body === null) return
    for (const each of listeners(ssid)) each.sendSession(ssid, body, () => port.sessionMessage(ssid))
  }

  async function sendYou(connection: Connection, ssid: string): Promise<void> {
    const you = await port.you(ssid, connection.userId)
    if (!isRefused(you)) connection.send({ type: 'you', ssid, you })
    else dismiss(connection, ssid, reasonOf(you))
  }

  function dismiss(connection: Connection, ssid: string, reason: GoneReason): void {
    forget(connection, ssid)
    void port.leave(ssid, connection.userId, connection.id, 0).catch(onError)
    connection.send({ type: 'gone', ssid, reason })
  }

  function forget(connection: Connection, ssid: string): void {
    connection.sessions.delete(ssid)
    const listening = bySession.get(ssid)
    listening?.delete(connection)
    if (listening?.size === 0) bySession.delete(ssid)
  }

  return {
    add(connection) {
      const own = byPerson.get(connection.userId) ?? new Set()
      byPerson.set(connection.userId, own.add(connection))
      const [oldest] = own
      if (own.size > CONNECTIONS_PER_PERSON) oldest?.close(liveClose.tooMany, 'too many connections')
    },

    async open(connection, ssid) {
      if (!connection.sessions.has(ssid) && connection.sessions.size >= SESSIONS_OPEN)
        return connection.close(liveClose.tooMany, 'too many sessions')
      const entered = await port.enter(ssid, connection.userId, connection.id)
      if (isRefused(entered)) return connection.send({ type: 'gone', ssid, reason: reasonOf(entered) })
      if (!byPerson.get(connection.userId)?.has(connection))
        return port.leave(ssid, connection.userId, connection.id, LINGER_MS)
      connection.sessions.add(ssid)
      const listening = bySession.get(ssid) ?? new Set()
      bySession.set(ssid, listening.add(connection))
      const body = await port.sessionMessage(ssid)
      const you = await port.you(ssid, connection.userId)
      // Who was put out while they came in is told nothing of what goes on.
      if (isRefused(you)) return dismiss(connection, ssid, reasonOf(you))
      if (body) connection.sendSession(ssid, body, () => port.sessionMessage(ssid))
      connection.send({ type: 'you', ssid, you })
    },

    async close(connection, ssid) {
      if (!connection.sessions.has(ssid)) return
      forget(connection, ssid)
      await port.leave(ssid, connection.userId, connection.id, 0)
    },

    async remove(connection) {
      const own = byPerson.get(connection.userId)
      own?.delete(connection)
      if (own?.size === 0) byPerson.delete(connection.userId)
      for (const ssid of [...connection.sessions]) {
        forget(connection, ssid)
        await port.leave(ssid, connection.userId, connection.id, LINGER_MS)
      }
    },

    sessions: () => [...bySession.keys()],

    stop() {
      unsubscribe()
      pushes.close()
      catchUp.stop()
    },
  }
}

function reasonOf(refused: Refused): GoneReason {
  return refused.code === 'banned' || refused.code === 'policy' ? refused.code : 'not-found'
}
