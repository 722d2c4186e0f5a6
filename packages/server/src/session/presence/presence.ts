import { ActiveUsers } from './active-users.ts'

/** A poll keeps a person active this long (S4). */
export const POLL_STAY_MS = 30_000

/**
 * Who is active in which session (S4). All answers come from memory at once. Other servers send their changes as
 * presence events.
 */
export interface Presence {
  /** Keeps a user active for 30 seconds. @returns whether the user was not active before */
  poll(ssid: string, userId: string): boolean
  /** Keeps a user active who is already active on this server. @returns false, without a change, if they are not */
  renew(ssid: string, userId: string): boolean
  /** Adds a live connection. @returns whether the user was not active before */
  connect(ssid: string, userId: string, connectionId: string): boolean
  /** Removes a live connection. The user stays active for `lingerMs`, so that a reload does not remove them. */
  disconnect(ssid: string, userId: string, connectionId: string, lingerMs: number): void
  /** Makes a user inactive, whatever connections they have (S5). */
  remove(ssid: string, userId: string): void
  /** Removes everyone from a deleted session. */
  forget(ssid: string): void
  /** How many users are active. */
  count(ssid: string): number
  has(ssid: string, userId: string): boolean
  /** The first active users by arrival, at most `limit`. */
  first(ssid: string, limit: number): string[]
  /** All active users by arrival. In a large session the list is long. */
  active(ssid: string): string[]
  /** The sessions with active users on this server. */
  sessionsHere(): string[]
  /** Removes users whose time has passed. Call it about once per second. */
  sweep(): void
}

/** A change of the active users of one server, as other servers get it. */
export type PresenceEvent =
  | { readonly type: 'came'; readonly ssid: string; readonly userId: string; readonly arrivedAt: number }
  | { readonly type: 'left'; readonly ssid: string; readonly userId: string }
  /** The user must not be active on any server. */
  | { readonly type: 'removed'; readonly ssid: string; readonly userId: string }
  | { readonly type: 'forgotten'; readonly ssid: string }

/** Presence as one server stores it: its own active users, and those of other servers as far as it knows. */
export type ServerPresence = Presence & {
  /** Applies an event of another server. */
  applyEvent(server: string, event: PresenceEvent): void
  /** Removes all active users of another server. */
  removeServer(server: string): void
  /** The active users of this server, as events. */
  ownEvents(): Generator<Extract<PresenceEvent, { type: 'came' }>>
}

export type PresenceDeps = {
  /** Server epoch milliseconds. */
  now: () => number
  /**
   * Called with each session whose active users changed. `isOurs` is true if this server handles the consequences: the
   * change happened here, or on a server that has stopped.
   */
  onChange(ssid: string, isOurs: boolean): void
  /** Sends an event to the other servers. */
  send?(event: PresenceEvent): void
}

/** Creates presence, shared with other servers if there are any. */
export type OpenPresence = (deps: Pick<PresenceDeps, 'now' | 'onChange'>) => Presence

type Stay = { until: number; connections: readonly string[] }
type Room = {
  readonly users: ActiveUsers
  readonly stays: Map<string, Stay>
  /** No stay ends before this moment. */
  noEndBefore: number
}

/** The name of this server in its own memory. */
const HERE = ''

/** Presence in the memory of one process. `send` and `applyEvent` connect it with other servers. */
export function createPresence({ now, onChange, send }: PresenceDeps): ServerPresence {
  const rooms = new Map<string, Room>()
  let lastArrival = 0

  function roomOf(ssid: string): Room {
    const known = rooms.get(ssid)
    if (known) return known
    const room = { users: new ActiveUsers(), stays: new Map<string, Stay>(), noEndBefore: Infinity }
    rooms.set(ssid, room)
    return room
  }

  /** In microseconds, so that users who arrive within one millisecond keep their order. */
  function nextArrival(): number {
    lastArrival = Math.max(lastArrival + 1, now() * 1_000)
    return lastArrival
  }

  function arrive(ssid: string, userId: string, renew: (stay: Stay) => void): boolean {
    const room = currentRoom(ssid) ?? roomOf(ssid)
    const known = room.stays.get(userId)
    const stay = known ?? { until: 0, connections: [] }
    renew(stay)
    if (stay.connections.length === 0) room.noEndBefore = Math.min(room.noEndBefore, stay.until)
    if (known) return false
    room.stays.set(userId, stay)
    const arrivedAt = room.users.arrivedAt(userId) ?? nextArrival()
    send?.({ type: 'came', ssid, userId, arrivedAt })
    if (!room.users.add(userId, HERE, arrivedAt)) return false
    onChange(ssid, true)
    return true
  }

  function leave(ssid: string, room: Room, userId: string): void {
    room.stays.delete(userId)
    send?.({ type: 'left', ssid, userId })
    if (room.users.removeFrom(userId, HERE)) changed(ssid, room, true)
  }

  function changed(ssid: string, room: Room, isOurs: boolean): void {
    if (room.users.count === 0) rooms.delete(ssid)
    onChange(ssid, isOurs)
  }

  /** A room, after users whose time has passed were removed. */
  function currentRoom(ssid: string): Room | undefined {
    const room = rooms.get(ssid)
    if (!room || now() < room.noEndBefore) return room
    room.noEndBefore = Infinity
    for (const [userId, { connections, until }] of room.stays) {
      if (connections.length > 0) continue
      if (until <= now()) leave(ssid, room, userId)
      else room.noEndBefore = Math.min(room.noEndBefore, until)
    }
    return rooms.get(ssid)
  }

  function removeUser(ssid: string, userId: string, isOurs: boolean): void {
    const room = rooms.get(ssid)
    if (room?.stays.delete(userId)) send?.({ type: 'left', ssid, userId })
    if (room?.users.remove(userId)) changed(ssid, room, isOurs)
  }

  /** Also reports the end of each stay here. Otherwise other servers would still find them among ours. */
  function removeRoom(ssid: string): void {
    for (const userId of rooms.get(ssid)?.stays.keys() ?? []) send?.({ type: 'left', ssid, userId })
    rooms.delete(ssid)
  }

  return {
    poll: (ssid, userId) =>
      arrive(ssid, userId, (stay) => {
        stay.until = Math.max(stay.until, now() + POLL_STAY_MS)
      }),

    renew(ssid, userId) {
      const stay = currentRoom(ssid)?.stays.get(userId)
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
      room.noEndBefore = Math.min(room.noEndBefore, stay.until)
      if (lingerMs <= 0) leave(ssid, room, userId)
    },

    remove(ssid, userId) {
      removeUser(ssid, userId, true)
      send?.({ type: 'removed', ssid, userId })
    },

    forget(ssid) {
      removeRoom(ssid)
      send?.({ type: 'forgotten', ssid })
    },

    count: (ssid) => currentRoom(ssid)?.users.count ?? 0,
    has: (ssid, userId) => currentRoom(ssid)?.users.has(userId) ?? false,
    first: (ssid, limit) => currentRoom(ssid)?.users.first(limit) ?? [],
    active: (ssid) => currentRoom(ssid)?.users.first(Infinity) ?? [],

    sessionsHere: () => [...rooms].flatMap(([ssid, { stays }]) => (stays.size > 0 ? [ssid] : [])),

    sweep() {
      for (const ssid of rooms.keys()) currentRoom(ssid)
    },

    applyEvent(server, event) {
      const { ssid } = event
      if (event.type === 'forgotten') removeRoom(ssid)
      else if (event.type === 'removed') removeUser(ssid, event.userId, false)
      else if (event.type === 'came') {
        if (roomOf(ssid).users.add(event.userId, server, event.arrivedAt)) onChange(ssid, false)
      } else {
        const room = rooms.get(ssid)
        if (room?.users.removeFrom(event.userId, server)) changed(ssid, room, false)
      }
    },

    removeServer(server) {
      for (const [ssid, room] of rooms) if (room.users.removeServer(server)) changed(ssid, room, true)
    },

    *ownEvents() {
      for (const [ssid, { users, stays }] of rooms)
        for (const userId of stays.keys())
          yield { type: 'came', ssid, userId, arrivedAt: users.arrivedAt(userId) ?? 0 }
    },
  }
}
