import { ActiveUsers } from './active-users.ts'

/** A poll keeps a user active this long, in milliseconds (S4). */
export const POLL_STAY_MS = 30_000

/** A change of the active users of one server, as it is sent to the other servers. */
export type PresenceEvent =
  | { readonly type: 'came'; readonly ssid: string; readonly userId: string; readonly arrivedAt: number }
  | { readonly type: 'left'; readonly ssid: string; readonly userId: string }
  /** The user must not be active on any server. */
  | { readonly type: 'removed'; readonly ssid: string; readonly userId: string }
  /** The session was deleted. */
  | { readonly type: 'forgotten'; readonly ssid: string }

export type PresenceDeps = {
  /** Epoch milliseconds of the server. */
  now: () => number
  /**
   * Is called with each session whose active users changed. `isOurs` is true if this server handles the consequences:
   * the change happened here, or on a server that has stopped.
   */
  onChange(ssid: string, isOurs: boolean): void
  /** Sends an event to the other servers. */
  send?(event: PresenceEvent): void
}

/** Creates presence, shared with other servers if there are any. */
export type OpenPresence = (deps: Pick<PresenceDeps, 'now' | 'onChange'>) => Presence

/**
 * The activity of a user on this server. The user is active while there are live connections, and until
 * `until` in epoch milliseconds.
 */
type Stay = { until: number; connections: readonly string[] }

type SessionPresence = {
  /** The active users on all servers. */
  readonly users: ActiveUsers
  /** The activities on this server, by user. */
  readonly stays: Map<string, Stay>
  /** No activity ends before this moment, so most checks can be skipped. */
  noEndBefore: number
}

/** The name of this server in its own memory. */
const THIS_SERVER = ''

/**
 * Knows who is active in which session (S4), on this server and on others. All answers come from memory at
 * once. `send` and `applyEvent` exchange events with the other servers.
 */
export class Presence {
  readonly #deps: PresenceDeps
  readonly #sessions = new Map<string, SessionPresence>()
  #lastArrival = 0

  constructor(deps: PresenceDeps) {
    this.#deps = deps
  }

  /** Keeps a user active for 30 seconds. @returns whether the user was not active before */
  poll(ssid: string, userId: string): boolean {
    return this.#arrive(ssid, userId, (stay) => this.#renewStay(stay))
  }

  /** Keeps a user active who is already active on this server. @returns false, without a change, if they are not */
  renew(ssid: string, userId: string): boolean {
    const stay = this.#current(ssid)?.stays.get(userId)
    if (stay) this.#renewStay(stay)
    return stay !== undefined
  }

  /** Adds a live connection. @returns whether the user was not active before */
  connect(ssid: string, userId: string, connectionId: string): boolean {
    return this.#arrive(ssid, userId, (stay) => {
      stay.connections = [...stay.connections, connectionId]
    })
  }

  /** Removes a live connection. The user stays active for `lingerMs`, so that a reload does not remove them. */
  disconnect(ssid: string, userId: string, connectionId: string, lingerMs: number): void {
    const session = this.#sessions.get(ssid)
    const stay = session?.stays.get(userId)
    if (!session || !stay?.connections.includes(connectionId)) return
    stay.connections = stay.connections.filter((id) => id !== connectionId)
    if (stay.connections.length > 0) return
    stay.until = this.#deps.now() + lingerMs
    session.noEndBefore = Math.min(session.noEndBefore, stay.until)
    if (lingerMs <= 0) this.#leave(ssid, session, userId)
  }

  /** Makes a user inactive on all servers, whatever connections they have (S5). */
  remove(ssid: string, userId: string): void {
    this.#removeUser(ssid, userId, true)
    this.#deps.send?.({ type: 'removed', ssid, userId })
  }

  /** Removes everyone from a deleted session, on all servers. */
  forget(ssid: string): void {
    this.#removeSession(ssid)
    this.#deps.send?.({ type: 'forgotten', ssid })
  }

  /** The number of active users. */
  count(ssid: string): number {
    return this.#current(ssid)?.users.count ?? 0
  }

  has(ssid: string, userId: string): boolean {
    return this.#current(ssid)?.users.has(userId) ?? false
  }

  /** The first active users by arrival, at most `limit`. */
  first(ssid: string, limit: number): string[] {
    return this.#current(ssid)?.users.first(limit) ?? []
  }

  /** All active users by arrival. In a large session the list is long. */
  active(ssid: string): string[] {
    return this.first(ssid, Infinity)
  }

  /** The sessions with active users on this server. */
  sessionsHere(): string[] {
    return [...this.#sessions].flatMap(([ssid, { stays }]) => (stays.size > 0 ? [ssid] : []))
  }

  /** Removes users whose stay has ended. Call it about once per second. */
  sweep(): void {
    for (const ssid of this.#sessions.keys()) this.#current(ssid)
  }

  /** Applies an event of another server. */
  applyEvent(server: string, event: PresenceEvent): void {
    const { ssid } = event
    if (event.type === 'forgotten') this.#removeSession(ssid)
    else if (event.type === 'removed') this.#removeUser(ssid, event.userId, false)
    else if (event.type === 'came') {
      const isNew = this.#getOrCreate(ssid).users.add(event.userId, server, event.arrivedAt)
      if (isNew) this.#deps.onChange(ssid, false)
    } else {
      const session = this.#sessions.get(ssid)
      if (session?.users.removeFrom(event.userId, server)) this.#afterDeparture(ssid, session, false)
    }
  }

  /** Removes all active users of another server. */
  removeServer(server: string): void {
    for (const [ssid, session] of this.#sessions)
      if (session.users.removeServer(server)) this.#afterDeparture(ssid, session, true)
  }

  /** The active users of this server, as events. */
  *ownEvents(): Generator<Extract<PresenceEvent, { type: 'came' }>> {
    for (const [ssid, { users, stays }] of this.#sessions)
      for (const userId of stays.keys())
        yield { type: 'came', ssid, userId, arrivedAt: users.arrivedAt(userId) ?? 0 }
  }

  /** A session after the users whose stay has ended were removed. */
  #current(ssid: string): SessionPresence | undefined {
    const { now } = this.#deps
    const session = this.#sessions.get(ssid)
    if (!session || now() < session.noEndBefore) return session
    session.noEndBefore = Infinity
    for (const [userId, { connections, until }] of session.stays) {
      if (connections.length > 0) continue
      if (until <= now()) this.#leave(ssid, session, userId)
      else session.noEndBefore = Math.min(session.noEndBefore, until)
    }
    return this.#sessions.get(ssid)
  }

  #getOrCreate(ssid: string): SessionPresence {
    const existing = this.#sessions.get(ssid)
    if (existing) return existing
    const session = { users: new ActiveUsers(), stays: new Map<string, Stay>(), noEndBefore: Infinity }
    this.#sessions.set(ssid, session)
    return session
  }

  #arrive(ssid: string, userId: string, renew: (stay: Stay) => void): boolean {
    const session = this.#current(ssid) ?? this.#getOrCreate(ssid)
    const existing = session.stays.get(userId)
    const stay = existing ?? { until: 0, connections: [] }
    renew(stay)
    if (stay.connections.length === 0) session.noEndBefore = Math.min(session.noEndBefore, stay.until)
    if (existing) return false
    session.stays.set(userId, stay)
    const arrivedAt = session.users.arrivedAt(userId) ?? this.#nextArrival()
    this.#deps.send?.({ type: 'came', ssid, userId, arrivedAt })
    if (!session.users.add(userId, THIS_SERVER, arrivedAt)) return false
    this.#deps.onChange(ssid, true)
    return true
  }

  #renewStay(stay: Stay): void {
    stay.until = Math.max(stay.until, this.#deps.now() + POLL_STAY_MS)
  }

  /** In microseconds, so that users who arrive within one millisecond keep their order. */
  #nextArrival(): number {
    this.#lastArrival = Math.max(this.#lastArrival + 1, this.#deps.now() * 1_000)
    return this.#lastArrival
  }

  #leave(ssid: string, session: SessionPresence, userId: string): void {
    session.stays.delete(userId)
    this.#deps.send?.({ type: 'left', ssid, userId })
    if (session.users.removeFrom(userId, THIS_SERVER)) this.#afterDeparture(ssid, session, true)
  }

  #removeUser(ssid: string, userId: string, isOurs: boolean): void {
    const session = this.#sessions.get(ssid)
    if (session?.stays.delete(userId)) this.#deps.send?.({ type: 'left', ssid, userId })
    if (session?.users.remove(userId)) this.#afterDeparture(ssid, session, isOurs)
  }

  /**
   * Sends the end of each activity on this server. Otherwise a server that loads our users later would find
   * them.
   */
  #removeSession(ssid: string): void {
    const userIds = this.#sessions.get(ssid)?.stays.keys() ?? []
    for (const userId of userIds) this.#deps.send?.({ type: 'left', ssid, userId })
    this.#sessions.delete(ssid)
  }

  #afterDeparture(ssid: string, session: SessionPresence, isOurs: boolean): void {
    if (session.users.count === 0) this.#sessions.delete(ssid)
    this.#deps.onChange(ssid, isOurs)
  }
}
