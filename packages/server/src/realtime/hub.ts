import { type GoneReason, liveClose } from '@jointly/contract'
import type { EventBus, LiveEvent, LocalEvent } from '../platform/event-bus.ts'
import type { RateLimiter } from '../platform/http/rate-limit.ts'
import { isRefused, type Refused } from '../platform/refusal.ts'
import { goneReasonOf } from '../session/access/gone-reason.ts'
import type { LiveSessions } from '../session/session.ts'
import type { Connection } from './connection.ts'
import { Connections } from './connections.ts'
import { type ChatPush, createChatPush } from './push/chat-push.ts'
import { type CalibrateMessage, Calibrations } from './calibrations.ts'
import { createReactions, type Reactions } from './reactions.ts'
import { createResendQueue, type ResendQueue } from './push/resend-queue.ts'
import { createSessionPush, type SessionPush } from './push/session-push.ts'
import type { Subscription } from './subscription.ts'

/**
 * How long a user stays active after their connection was lost, in milliseconds. So a user who reloads the page
 * does not leave the session (S4).
 */
const LINGER_MS = 8_000

const SESSIONS_PER_CONNECTION = 10

/** `resendPersonalViews` loads this many personal views at the same time. */
const LOADED_AT_ONCE = 200

export type HubDeps = {
  bus: EventBus
  limiter: RateLimiter
  /** Returns the time in epoch milliseconds. */
  now: () => number
  onError: (error: unknown) => void
}

/** Sends what happens on the server over the live connections of the affected clients. */
export class Hub {
  readonly #sessions: LiveSessions
  readonly #onError: (error: unknown) => void
  readonly #connections = new Connections()
  readonly #pushes: SessionPush
  readonly #resends: ResendQueue
  readonly #chats: ChatPush
  readonly #reactions: Reactions
  readonly #calibrations: Calibrations
  readonly #unsubscribeFromBus: () => void

  constructor(sessions: LiveSessions, { bus, limiter, now, onError }: HubDeps) {
    this.#sessions = sessions
    this.#onError = onError
    this.#pushes = createSessionPush(sessions, this.#connections, onError)
    this.#resends = createResendQueue({
      sendYou: (connection, ssid) => this.#sendYou(connection, ssid),
      onError,
    })
    this.#chats = createChatPush(this.#connections)
    this.#reactions = createReactions({
      connections: this.#connections,
      ...{ bus, limiter, now, onError },
    })
    this.#calibrations = new Calibrations({
      connections: this.#connections,
      ...{ bus, now },
      personalView: sessions.personalView,
    })
    this.#unsubscribeFromBus = bus.subscribe((event) => this.#onEvent(event))
  }

  #onEvent(event: LiveEvent | LocalEvent): void {
    const connections = this.#connections
    switch (event.type) {
      case 'session':
        return this.#pushes.sessionChanged(event.ssid)
      case 'people':
        return this.#pushes.peopleChanged(event.ssid)
      case 'you':
        for (const each of connections.ofUser(event.userId)) this.#sendYouOrRetry(each, event.ssid)
        return
      case 'gone':
        for (const each of connections.subscriptions(event.ssid, event.userId)) this.#end(each, event.reason)
        // The chat lines of a banned person disappear for everyone else (C9).
        if (event.reason === 'banned' && event.userId !== null)
          this.#chats.send({ type: 'chat', ssid: event.ssid, hidden: event.userId })
        return
      case 'chat':
        return this.#chats.send(event.message)
      case 'reactions':
        return this.#reactions.receive(event.ssid, event.counts)
      case 'calibration':
        return this.#calibrations.receive(event)
      case 'person':
        for (const each of connections.ofUser(event.userId)) each.send(event.message)
        return
      case 'logout':
        for (const each of connections.ofUser(event.userId))
          if (event.tokenIds.includes(each.tokenId)) each.endLogin()
        return
      case 'missed':
        for (const { ssid } of connections.rooms()) this.#pushes.sessionChanged(ssid)
        this.#chats.sendStale()
        this.#resends.add(connections.all())
        this.#calibrations.endOfOthers()
        return
      case 'user':
      // The user's sessions are not updated here, because each of them gets its own `session` event.
    }
  }

  #sendYouOrRetry(connection: Connection, ssid: string): void {
    this.#sendYou(connection, ssid).catch((error: unknown) => {
      this.#onError(error)
      this.#resends.add([connection])
    })
  }

  /**
   * Sends the user's personal view if the client has the session open. If the user was removed from the
   * session, the subscription ends.
   */
  async #sendYou(connection: Connection, ssid: string): Promise<void> {
    const subscription = connection.subscriptionTo(ssid)
    if (!subscription) return
    if (!subscription.isOpen) {
      subscription.hasSkippedYou = true
      return
    }
    const you = await this.#sessions.personalView(ssid, connection.userId)
    if (!this.#connections.isSubscribed(subscription)) return
    if (isRefused(you)) this.#end(subscription, goneReasonOf(you))
    else connection.send({ type: 'you', ssid, you })
  }

  /** Ends a subscription that the client did not close itself. */
  #end(subscription: Subscription, reason: GoneReason): void {
    const { connection, room } = subscription
    this.#unsubscribe(subscription, 0)
    connection.send({ type: 'gone', ssid: room.ssid, reason })
  }

  /**
   * Removes a subscription.
   * @param lingerMs how long the user stays active without the subscription
   */
  #unsubscribe(subscription: Subscription, lingerMs: number): void {
    const { connection, room } = subscription
    this.#calibrations.leave(connection, room.ssid)
    this.#connections.unsubscribe(subscription)
    if (!this.#connections.room(room.ssid)) {
      this.#pushes.cancel(room.ssid)
      this.#reactions.forget(room.ssid)
    }
    this.#sessions.disconnect(room.ssid, connection.userId, connection.id, lingerMs)
  }

  /** Adds a connection that has logged in. If the user has too many connections, the oldest one is closed. */
  add(connection: Connection): void {
    for (const surplus of this.#connections.add(connection))
      surplus.close(liveClose.tooMany, 'too many connections')
  }

  /**
   * Lets the user enter a session and sends the state of the session. If the client has the session open
   * already, the state is sent again.
   * @param hasSound whether the client plays sound (K1)
   */
  async open(connection: Connection, ssid: string, hasSound = true): Promise<void> {
    const isNew = !connection.subscriptionTo(ssid)
    if (isNew && connection.subscriptions.length >= SESSIONS_PER_CONNECTION)
      return connection.close(liveClose.tooMany, 'too many sessions')
    // The subscription begins before the user enters, so that no event is missed in between.
    const subscription = this.#connections.subscribe(connection, ssid)
    subscription.hasSound = hasSound
    try {
      const refused = await this.#enter(subscription)
      if (refused && this.#connections.isSubscribed(subscription))
        this.#end(subscription, goneReasonOf(refused))
    } catch (error) {
      this.#connections.unsubscribe(subscription)
      connection.close(liveClose.tryAgainLater, 'could not be opened')
      throw error
    } finally {
      // The subscription may have ended before `#enter` made the user active. Then the user would stay active
      // without an end.
      if (!this.#connections.isSubscribed(subscription))
        this.#unsubscribe(subscription, this.#connections.has(connection) ? 0 : LINGER_MS)
    }
  }

  /**
   * Lets the user of a subscription enter.
   * @returns the refusal if the user may not enter; null if the user has entered or the subscription has ended
   */
  async #enter(subscription: Subscription): Promise<Refused | null> {
    const { connection, room } = subscription
    const { ssid } = room
    const { userId } = connection
    const entered = subscription.isOpen
      ? null
      : await this.#sessions.connect(ssid, userId, connection.id, subscription.hasSound)
    if (isRefused(entered)) return entered
    // The client may have started or stopped its sound while the user entered.
    this.#sessions.setSound(ssid, userId, connection.id, subscription.hasSound)
    const [state, you] = await Promise.all([
      room.state ?? this.#sessions.state(ssid),
      this.#sessions.personalView(ssid, userId),
    ])
    if (isRefused(you)) return you
    if (!this.#connections.isSubscribed(subscription)) return null
    if (state && !room.state) room.setState(state, false)
    subscription.isOpen = true
    connection.sendState(subscription)
    connection.send({ type: 'you', ssid, you })
    if (subscription.hasSkippedYou) await this.#sendYou(connection, ssid)
    return null
  }

  /** Stores that the client started or stopped playing sound in an open session (K1). */
  setSound(connection: Connection, ssid: string, hasSound: boolean): void {
    const subscription = connection.subscriptionTo(ssid)
    if (!subscription) return
    subscription.hasSound = hasSound
    this.#sessions.setSound(ssid, connection.userId, connection.id, hasSound)
  }

  /** Closes a session because the client asked for that. */
  close(connection: Connection, ssid: string): void {
    const subscription = connection.subscriptionTo(ssid)
    if (subscription) this.#unsubscribe(subscription, 0)
  }

  /** Adds a reaction of the client to a session that it has open (C1). */
  react(connection: Connection, ssid: string, emoji: number): void {
    this.#reactions.react(connection, ssid, emoji)
  }

  /** Handles a message of the client about a calibration in a session that it has open (Y5). */
  calibrate(connection: Connection, message: CalibrateMessage): Promise<void> {
    return this.#calibrations.act(connection, message)
  }

  /** Removes a connection that is lost. */
  remove(connection: Connection): void {
    this.#connections.remove(connection)
    for (const subscription of connection.subscriptions) this.#unsubscribe(subscription, LINGER_MS)
  }

  /** Returns the number of connections that are logged in. */
  connectionCount(): number {
    return this.#connections.count
  }

  /** Lists the sessions that a client of this server has open. */
  openSessions(): string[] {
    return [...this.#connections.rooms()].map(({ ssid }) => ssid)
  }

  /**
   * Sends all personal views again. Subscriptions of users who were removed from their session end (S2, S5).
   */
  async resendPersonalViews(): Promise<void> {
    const subscriptions = [...this.#connections.rooms()].flatMap((room) => [...room.subscriptions])
    for (let start = 0; start < subscriptions.length; start += LOADED_AT_ONCE)
      await Promise.all(
        subscriptions
          .slice(start, start + LOADED_AT_ONCE)
          .map(({ connection, room }) => this.#sendYou(connection, room.ssid).catch(this.#onError)),
      )
  }

  stop(): void {
    this.#unsubscribeFromBus()
    this.#pushes.close()
    this.#resends.stop()
    this.#reactions.close()
  }
}
