import { Crowd } from './crowd.ts'

/** A poll keeps a person active this long (S4). */
export const POLL_STAY_MS = 30_000

/**
 * Who is active in which session (S4). Nothing here waits: where servers stand side by side, what the others know
 * arrives by itself, and each answers from what it has heard.
 */
export interface Presence {
  /** A poll came. @returns whether the person arrived by it */
  poll(ssid: string, userId: string): boolean
  /** A poll came of someone who is to be active here already. @returns false where they are not; then nothing changes */
  renew(ssid: string, userId: string): boolean
  /** A live connection stands from now on. @returns whether the person arrived by it */
  connect(ssid: string, userId: string, connectionId: string): boolean
  /** A live connection no longer stands; the person stays active for `lingerMs`, so that a reload is no departure. */
  disconnect(ssid: string, userId: string, connectionId: string, lingerMs: number): void
  /** The person is not active any more, whatever connections stand (S5). */
  remove(ssid: string, userId: string): void
  /** The session is no more. */
  forget(ssid: string): void
  /** How many are active. */
  count(ssid: string): number
  has(ssid: string, userId: string): boolean
  /** Those active who came first, in that order, at most so many. */
  first(ssid: string, limit: number): string[]
  /** All who are active, in the order in which they came: a list as long as the room is large. */
  active(ssid: string): string[]
  /** The sessions in which somebody is active on this server. */
  sessionsHere(): string[]
  /** Ends the presence of those whose time has passed; to be called about every second. */
  sweep(): void
}

/** What one server tells the others of those who are active on it. */
export type PresenceNews =
  | { readonly type: 'came'; readonly ssid: string; readonly userId: string; readonly arrivedAt: number }
  | { readonly type: 'left'; readonly ssid: string; readonly userId: string }
  /** To be active on no server any more. */
  | { readonly type: 'removed'; readonly ssid: string; readonly userId: string }
  | { readonly type: 'forgotten'; readonly ssid: string }

/** Presence as one server keeps it: those active on it, and what it has heard of the others. */
export type ServerPresence = Presence & {
  /** Takes in the news of another server. */
  hear(server: string, news: PresenceNews): void
  /** Nobody is active on that server any more. */
  lose(server: string): void
  /** Those active on this server, as they are told to others. */
  own(): Generator<Extract<PresenceNews, { type: 'came' }>>
}

export type PresenceDeps = {
  /** Server epoch milliseconds. */
  now: () => number
  /**
   * Told of each session in which someone came or went, and whether it is ours to see to what follows from it: it
   * happened on this server, or on one that is not there any more.
   */
  onChange(ssid: string, isOurs: boolean): void
  /** Tells the other servers. */
  tell?(news: PresenceNews): void
}

/** Opens presence, in whichever way servers share it. */
export type OpenPresence = (deps: Pick<PresenceDeps, 'now' | 'onChange'>) => Presence

type Stay = { until: number; connections: readonly string[] }
type Room = {
  readonly crowd: Crowd
  readonly stays: Map<string, Stay>
  /** No stay ends before this. */
  quietUntil: number
}

const HERE = ''

/** Presence within one process, ready to be joined with that of others. */
export function createPresence({ now, onChange, tell }: PresenceDeps): ServerPresence {
  const rooms = new Map<string, Room>()
  let lastArrival = 0

  function roomOf(ssid: string): Room {
    const known = rooms.get(ssid)
    if (known) return known
    const room = { crowd: new Crowd(), stays: new Map<string, Stay>(), quietUntil: Infinity }
    rooms.set(ssid, room)
    return room
  }

  /** In microseconds, so that those of one millisecond keep their order. */
  function nextArrival(): number {
    lastArrival = Math.max(lastArrival + 1, now() * 1_000)
    return lastArrival
  }

  function arrive(ssid: string, userId: string, renew: (stay: Stay) => void): boolean {
    const room = settled(ssid) ?? roomOf(ssid)
    const known = room.stays.get(userId)
    const stay = known ?? { until: 0, connections: [] }
    renew(stay)
    if (stay.connections.length === 0) room.quietUntil = Math.min(room.quietUntil, stay.until)
    if (known) return false
    room.stays.set(userId, stay)
    const arrivedAt = room.crowd.arrivedAt(userId) ?? nextArrival()
    tell?.({ type: 'came', ssid, userId, arrivedAt })
    if (!room.crowd.add(userId, HERE, arrivedAt)) return false
    onChange(ssid, true)
    return true
  }

  function depart(ssid: string, room: Room, userId: string): void {
    room.stays.delete(userId)
    tell?.({ type: 'left', ssid, userId })
    if (room.crowd.drop(userId, HERE)) changed(ssid, room, true)
  }

  function changed(ssid: string, room: Room, isOurs: boolean): void {
    if (room.crowd.count === 0) rooms.delete(ssid)
    onChange(ssid, isOurs)
  }

  /** A room without those whose time has passed. */
  function settled(ssid: string): Room | undefined {
    const room = rooms.get(ssid)
    if (!room || now() < room.quietUntil) return room
    room.quietUntil = Infinity
    for (const [userId, { connections, until }] of room.stays) {
      if (connections.length > 0) continue
      if (until <= now()) depart(ssid, room, userId)
      else room.quietUntil = Math.min(room.quietUntil, until)
    }
    return rooms.get(ssid)
  }

  function putOut(ssid: string, userId: string, isOurs: boolean): void {
    const room = rooms.get(ssid)
    if (room?.stays.delete(userId)) tell?.({ type: 'left', ssid, userId })
    if (room?.crowd.remove(userId)) changed(ssid, room, isOurs)
  }

  /** Each stay here is told to have ended: else it would be found among ours by who asks for them later. */
  function dropRoom(ssid: string): void {
    for (const userId of rooms.get(ssid)?.stays.keys() ?? []) tell?.({ type: 'left', ssid, userId })
    rooms.delete(ssid)
  }

  return {
    poll: (ssid, userId) =>
      arrive(ssid, userId, (stay) => {
        stay.until = Math.max(stay.until, now() + POLL_STAY_MS)
      }),

    renew(ssid, userId) {
      const stay = settled(ssid)?.stays.get(userId)
      if (!stay) return false
      stay.until = Math.max(stay.until, now() + POLL_STAY_MS)
      return true
    },

    connect: (ssid, userId, connectionId) =>
      arrive(ssid, userId, (stay) => {
        stay.connections = [...stay.connections, connectionId]
      }),

    disconnect(ssid, userId, connectionId, lingerMs) {
      const room = rooms.get(ssid)
      const stay = room?.stays.get(userId)
      if (!room || !stay?.connections.includes(connectionId)) return
      stay.connections = stay.connections.filter((id) => id !== connectionId)
      if (stay.connections.length > 0) return
      stay.until = now() + lingerMs
      room.quietUntil = Math.min(room.quietUntil, stay.until)
      if (lingerMs <= 0) depart(ssid, room, userId)
    },

    remove(ssid, userId) {
      putOut(ssid, userId, true)
      tell?.({ type: 'removed', ssid, userId })
    },

    forget(ssid) {
      dropRoom(ssid)
      tell?.({ type: 'forgotten', ssid })
    },

    count: (ssid) => settled(ssid)?.crowd.count ?? 0,
    has: (ssid, userId) => settled(ssid)?.crowd.has(userId) ?? false,
    first: (ssid, limit) => settled(ssid)?.crowd.first(limit) ?? [],
    active: (ssid) => settled(ssid)?.crowd.first(Infinity) ?? [],

    sessionsHere: () => [...rooms].flatMap(([ssid, { stays }]) => (stays.size > 0 ? [ssid] : [])),

    sweep() {
      for (const ssid of rooms.keys()) settled(ssid)
    },

    hear(server, news) {
      const { ssid } = news
      if (news.type === 'forgotten') dropRoom(ssid)
      else if (news.type === 'removed') putOut(ssid, news.userId, false)
      else if (news.type === 'came') {
        if (roomOf(ssid).crowd.add(news.userId, server, news.arrivedAt)) onChange(ssid, false)
      } else {
        const room = rooms.get(ssid)
        if (room?.crowd.drop(news.userId, server)) changed(ssid, room, false)
      }
    },

    lose(server) {
      for (const [ssid, room] of rooms) if (room.crowd.dropServer(server)) changed(ssid, room, true)
    },

    *own() {
      for (const [ssid, { crowd, stays }] of rooms)
        for (const userId of stays.keys())
          yield { type: 'came', ssid, userId, arrivedAt: crowd.arrivedAt(userId) ?? 0 }
    },
  }
}
