import { cameEvent, type PresenceEvent } from './presence-event.ts'
import {
  isSilent,
  type LocalPresence,
  newLocalPresence,
  newSessionPresence,
  type SessionPresence,
  setConnectionSound,
} from './local-presence.ts'

/** A poll keeps a user active this long, in milliseconds (S4). */
export const POLL_STAY_MS = 30_000

/**
 * How long a user stays active after their connection was lost, in milliseconds. So the user stays in the session
 * during a reload of the page (S4).
 */
export const LINGER_MS = 8_000

export type PresenceDeps = {
  /** Returns the time of this server in epoch milliseconds. */
  now: () => number
  /**
   * Is called with each session whose active users changed. `isOurs` is true if this server must react, because
   * the change happened here or on a server that has stopped.
   */
  onChange(ssid: string, isOurs: boolean): void
  /** Sends an event to the other servers. */
  send?(event: PresenceEvent): void
}

/** Creates the presence (who is active), for this server alone or shared with other servers. */
export type OpenPresence = (deps: Pick<PresenceDeps, 'now' | 'onChange'>) => Presence

/** The name under which this server stores its own users in `users`. */
const THIS_SERVER = ''

/**
 * Stores who is active in which session (S4), on this server and on others, in memory. `send` and `applyEvent`
 * exchange events with the other servers.
 */
export class Presence {
  readonly #deps: PresenceDeps
  readonly #sessions = new Map<string, SessionPresence>()
  #lastArrival = 0

  constructor(deps: PresenceDeps) {
    this.#deps = deps
  }

  /**
   * Keeps a user active for 30 seconds.
   * @param hasSound whether the user plays sound (K1); undefined if the call contains no such field
   * @returns whether the user was not active before
   */
  poll(ssid: string, userId: string, hasSound?: boolean): boolean {
    return this.#arrive(ssid, userId, (presence) => this.#renew(presence, hasSound))
  }

  /**
   * Keeps an active user active for 30 seconds.
   * @returns false, without a change, if the user is not active on this server
   */
  renew(ssid: string, userId: string, hasSound: boolean): boolean {
    const session = this.#current(ssid)
    const presence = session?.localUsers.get(userId)
    if (!session || !presence) return false
    const wasSilent = isSilent(presence)
    this.#renew(presence, hasSound)
    if (isSilent(presence) !== wasSilent) this.#updateSound(ssid, session, userId)
    return true
  }

  /**
   * Adds a live connection of a user.
   * @param hasSound whether the user plays sound with the client of this connection (K1)
   * @returns whether the user was not active before
   */
  connect(ssid: string, userId: string, connectionId: string, hasSound = true): boolean {
    return this.#arrive(ssid, userId, (presence) => {
      presence.connections = [...presence.connections, connectionId]
      setConnectionSound(presence, connectionId, hasSound)
    })
  }

  /** Sets whether the user plays sound with the client of a live connection (K1). */
  setSound(ssid: string, userId: string, connectionId: string, hasSound: boolean): void {
    const session = this.#current(ssid)
    const presence = session?.localUsers.get(userId)
    if (!session || !presence?.connections.includes(connectionId)) return
    setConnectionSound(presence, connectionId, hasSound)
    this.#updateSound(ssid, session, userId)
  }

  /**
   * Removes a live connection. The user stays active for `lingerMs`, so that a user who reloads the page does
   * not leave the session.
   */
  disconnect(ssid: string, userId: string, connectionId: string, lingerMs: number): void {
    const session = this.#sessions.get(ssid)
    const presence = session?.localUsers.get(userId)
    if (!session || !presence?.connections.includes(connectionId)) return
    presence.isSilentPoll = isSilent(presence)
    presence.connections = presence.connections.filter((id) => id !== connectionId)
    setConnectionSound(presence, connectionId, true)
    if (presence.connections.length > 0) return this.#updateSound(ssid, session, userId)
    presence.until = this.#deps.now() + lingerMs
    session.noEndBefore = Math.min(session.noEndBefore, presence.until)
    if (lingerMs <= 0) this.#leave(ssid, session, userId)
  }

  /** Ends the 30 seconds of a poll. The user stays active if they have a live connection. */
  endPoll(ssid: string, userId: string): void {
    const session = this.#sessions.get(ssid)
    if (session?.localUsers.get(userId)?.connections.length === 0) this.#leave(ssid, session, userId)
  }

  /** Makes a user inactive on all servers, even if they have live connections (S5). */
  remove(ssid: string, userId: string): void {
    this.#removeUser(ssid, userId, true)
    this.#deps.send?.({ type: 'removed', ssid, userId })
  }

  /** Removes everyone from a deleted session, on all servers. */
  forget(ssid: string): void {
    this.#removeSession(ssid)
    this.#deps.send?.({ type: 'forgotten', ssid })
  }

  /** Returns the number of active users. */
  count(ssid: string): number {
    return this.#current(ssid)?.users.count ?? 0
  }

  has(ssid: string, userId: string): boolean {
    return this.#current(ssid)?.users.has(userId) ?? false
  }

  /** Counts the listeners: the active users who play sound, and the users in `others` who are active (K1). */
  countListeners(ssid: string, others: readonly string[]): number {
    const users = this.#current(ssid)?.users
    if (!users) return 0
    const more = others.filter((userId) => users.has(userId) && !users.isListener(userId))
    return users.countListeners() + more.length
  }

  /** Returns the ids of the active users who arrived first, at most `limit`. */
  first(ssid: string, limit: number): string[] {
    return this.#current(ssid)?.users.first(limit) ?? []
  }

  /**
   * Returns all active users in the order of their arrival. Use `first` if some of them are enough, because the
   * list of a large session is long.
   */
  active(ssid: string): string[] {
    return this.first(ssid, Infinity)
  }

  /** Lists the sessions in which a user is active. */
  sessionsOf(userId: string): string[] {
    return [...this.#sessions.keys()].filter((ssid) => this.has(ssid, userId))
  }

  /** Lists the sessions with active users on this server. */
  sessionsHere(): string[] {
    return [...this.#sessions].flatMap(([ssid, { localUsers }]) => (localUsers.size > 0 ? [ssid] : []))
  }

  /** Makes users inactive whose 30 seconds since the last poll have passed. Call this about once per second. */
  sweep(): void {
    for (const ssid of this.#sessions.keys()) this.#current(ssid)
  }

  /** Applies an event of another server. */
  applyEvent(server: string, event: PresenceEvent): void {
    const { ssid } = event
    if (event.type === 'forgotten') this.#removeSession(ssid)
    else if (event.type === 'removed') this.#removeUser(ssid, event.userId, false)
    else if (event.type === 'came') {
      const { users } = this.#getOrCreate(ssid)
      const wasListener = users.isListener(event.userId)
      const isNew = users.add(event.userId, server, event.arrivedAt)
      users.setSound(event.userId, server, event.isSilent !== true)
      if (isNew || users.isListener(event.userId) !== wasListener) this.#deps.onChange(ssid, false)
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

  /** Returns an event for each active user of this server. */
  *ownEvents(): Generator<Extract<PresenceEvent, { type: 'came' }>> {
    for (const [ssid, { users, localUsers }] of this.#sessions)
      for (const [userId, presence] of localUsers)
        yield cameEvent(ssid, userId, users.arrivedAt(userId) ?? 0, isSilent(presence))
  }

  /**
   * Removes the users whose 30 seconds since the last poll have passed, and returns the session. Undefined if no user
   * was active in it. If the clock was set back, the 30 seconds begin again.
   */
  #current(ssid: string): SessionPresence | undefined {
    const now = this.#deps.now()
    const latest = now + POLL_STAY_MS
    const session = this.#sessions.get(ssid)
    if (!session || (now < session.noEndBefore && session.noEndBefore <= latest)) return session
    session.noEndBefore = latest
    for (const [userId, presence] of session.localUsers) {
      if (presence.connections.length > 0) continue
      presence.until = Math.min(presence.until, latest)
      if (presence.until <= now) this.#leave(ssid, session, userId)
      else session.noEndBefore = Math.min(session.noEndBefore, presence.until)
    }
    return this.#sessions.get(ssid)
  }

  #getOrCreate(ssid: string): SessionPresence {
    const session = this.#sessions.get(ssid) ?? newSessionPresence()
    this.#sessions.set(ssid, session)
    return session
  }

  #arrive(ssid: string, userId: string, renew: (presence: LocalPresence) => void): boolean {
    const session = this.#current(ssid) ?? this.#getOrCreate(ssid)
    const existing = session.localUsers.get(userId)
    const presence = existing ?? newLocalPresence()
    renew(presence)
    if (presence.connections.length === 0) session.noEndBefore = Math.min(session.noEndBefore, presence.until)
    if (existing) {
      this.#updateSound(ssid, session, userId)
      return false
    }
    session.localUsers.set(userId, presence)
    const { users } = session
    const arrivedAt = users.arrivedAt(userId) ?? this.#nextArrival()
    this.#deps.send?.(cameEvent(ssid, userId, arrivedAt, isSilent(presence)))
    const wasListener = users.isListener(userId)
    const isNew = users.add(userId, THIS_SERVER, arrivedAt)
    users.setSound(userId, THIS_SERVER, !isSilent(presence))
    if (isNew || users.isListener(userId) !== wasListener) this.#deps.onChange(ssid, true)
    return isNew
  }

  #renew(presence: LocalPresence, hasSound: boolean | undefined): void {
    presence.until = this.#deps.now() + POLL_STAY_MS
    if (hasSound !== undefined) presence.isSilentPoll = !hasSound
  }

  /** Notifies this server and the others if a user of this server started or stopped playing sound. */
  #updateSound(ssid: string, { users, localUsers }: SessionPresence, userId: string): void {
    const presence = localUsers.get(userId)
    if (!presence || users.isSilentOn(userId, THIS_SERVER) === isSilent(presence)) return
    this.#deps.send?.(cameEvent(ssid, userId, users.arrivedAt(userId) ?? 0, isSilent(presence)))
    const wasListener = users.isListener(userId)
    users.setSound(userId, THIS_SERVER, !isSilent(presence))
    if (users.isListener(userId) !== wasListener) this.#deps.onChange(ssid, true)
  }

  /** Returns the time of an arrival in microseconds. Users who arrive in one millisecond keep their order. */
  #nextArrival(): number {
    this.#lastArrival = Math.max(this.#lastArrival + 1, this.#deps.now() * 1_000)
    return this.#lastArrival
  }

  #leave(ssid: string, session: SessionPresence, userId: string): void {
    session.localUsers.delete(userId)
    this.#deps.send?.({ type: 'left', ssid, userId })
    if (session.users.removeFrom(userId, THIS_SERVER)) this.#afterDeparture(ssid, session, true)
  }

  #removeUser(ssid: string, userId: string, isOurs: boolean): void {
    const session = this.#sessions.get(ssid)
    if (session?.localUsers.delete(userId)) this.#deps.send?.({ type: 'left', ssid, userId })
    if (session?.users.remove(userId)) this.#afterDeparture(ssid, session, isOurs)
  }

  /**
   * Removes a session, and sends a `left` event for each of its users on this server. Without these events, another
   * server could still have them as active.
   */
  #removeSession(ssid: string): void {
    const userIds = this.#sessions.get(ssid)?.localUsers.keys() ?? []
    for (const userId of userIds) this.#deps.send?.({ type: 'left', ssid, userId })
    this.#sessions.delete(ssid)
  }

  #afterDeparture(ssid: string, session: SessionPresence, isOurs: boolean): void {
    if (session.users.count === 0) this.#sessions.delete(ssid)
    this.#deps.onChange(ssid, isOurs)
  }
}
