import { type RemovalReason, liveClose, type ServerMessage } from '@jointly/contract'
import type { EventBus, LiveEvent, LocalEvent } from '../platform/event-bus.ts'
import type { RateLimiter } from '../platform/http/rate-limit.ts'
import { inBatches } from '../platform/in-batches.ts'
import { isRefused, type Refusal } from '../platform/refusal.ts'
import { removalReasonOf } from '../session/access/removal-reason.ts'
import { LINGER_MS } from '../session/presence/presence.ts'
import type { LiveSessions } from '../session/session.ts'
import type { Connection, Subscription } from './connection.ts'
import { SESSIONS_PER_CONNECTION } from './connection-limits.ts'
import { Connections } from './connections.ts'
import { type ChatPush, createChatPush } from './push/chat-push.ts'
import { type CalibrateMessage, Calibrations } from './room-calibrations.ts'
import { createReactions, type Reactions } from './reactions.ts'
import { createResendQueue, type ResendQueue } from './push/resend-queue.ts'
import { createSessionPush, type SessionPush } from './push/session-push.ts'
import { textFrame } from './text-frame.ts'

/** `resendPersonalViews` loads this many personal views at the same time. */
const LOADED_AT_ONCE = 200

export type HubDeps = {
  bus: EventBus
  limiter: RateLimiter
  /** Returns the current time in epoch milliseconds. */
  now: () => number
  onError: (error: unknown) => void
}

/** Handles the messages of all live connections, and sends changes from the event bus to the affected clients. */
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
        return this.#endAll(connections.subscriptions(event.ssid, event.userId), event)
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
      // Nothing to send: each session of the user gets its own `session` event.
    }
  }

  #sendYouOrRetry(connection: Connection, ssid: string): void {
    this.#sendYou(connection, ssid).catch((error: unknown) => {
      this.#onError(error)
      this.#resends.add([connection])
    })
  }

  /**
   * Sends the personal view of a session (`you`) to a client that has the session open. If the user no longer
   * has access to the session, the subscription ends.
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
    if (isRefused(you)) this.#end(subscription, removalReasonOf(you))
    else connection.send({ type: 'you', ssid, you })
  }

  /** Ends a subscription and sends the reason to the client. */
  #end(subscription: Subscription, reason: RemovalReason): void {
    this.#endAll([subscription], { ssid: subscription.room.ssid, reason })
  }

  /** Ends subscriptions to a session and sends the reason to the clients. */
  #endAll(
    subscriptions: readonly Subscription[],
    { ssid, reason }: { ssid: string; reason: RemovalReason },
  ): void {
    const frame = textFrame(JSON.stringify({ type: 'gone', ssid, reason } satisfies ServerMessage))
    inBatches(subscriptions, (subscription) => {
      // A client may close the session between two batches.
      if (!this.#connections.isSubscribed(subscription)) return
      this.#unsubscribe(subscription, 0)
      subscription.connection.sendFrame(frame)
    }).catch(this.#onError)
  }

  /**
   * Removes a subscription.
   * @param lingerMs how long the user then stays active in the session, in milliseconds
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
   * Opens a session for a client: the user enters, and the client gets the state of the session. If the session is
   * already open, the client gets the state again.
   * @param hasSound whether the client plays sound (K1)
   */
  async open(connection: Connection, ssid: string, hasSound = true): Promise<void> {
    const isNew = !connection.subscriptionTo(ssid)
    if (isNew && connection.subscriptions.length >= SESSIONS_PER_CONNECTION)
      return connection.close(liveClose.tooMany, 'too many sessions')
    // The subscription begins before the user enters. Otherwise, events after the entry could be lost.
    const subscription = this.#connections.subscribe(connection, ssid)
    subscription.hasSound = hasSound
    try {
      const refused = await this.#enter(subscription)
      if (refused && this.#connections.isSubscribed(subscription)) {
        // An account is being made of the guest, or the user is being deleted (G6). So the client connects again soon.
        if (refused.code === 'rate-limited') this.#giveUp(subscription)
        else this.#end(subscription, removalReasonOf(refused))
      }
    } catch (error) {
      this.#giveUp(subscription)
      throw error
    } finally {
      // If the subscription ended while `#enter` ran, `#enter` may have made the user active after the end. This makes
      // the user inactive again.
      if (!this.#connections.isSubscribed(subscription))
        this.#unsubscribe(subscription, this.#connections.has(connection) ? 0 : LINGER_MS)
    }
  }

  /** Closes the connection of a subscription that cannot be opened now. */
  #giveUp(subscription: Subscription): void {
    this.#connections.unsubscribe(subscription)
    subscription.connection.close(liveClose.tryAgainLater, 'could not be opened')
  }

  /**
   * Lets the user of a subscription enter its session, and sends the state.
   * @returns the refusal if the user may not enter; null if the user has entered or the subscription has ended
   */
  async #enter(subscription: Subscription): Promise<Refusal | null> {
    const { connection, room } = subscription
    const { ssid } = room
    const { userId } = connection
    const entered = subscription.isOpen
      ? null
      : await this.#sessions.connect(ssid, userId, connection.id, subscription.hasSound)
    if (isRefused(entered)) return entered
    // `hasSound` may have changed while `connect` ran, so it is set again.
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

  /** Closes a session at the request of the client. */
  close(connection: Connection, ssid: string): void {
    const subscription = connection.subscriptionTo(ssid)
    if (subscription) this.#unsubscribe(subscription, 0)
  }

  /** Handles a reaction from a client (C1). */
  react(connection: Connection, ssid: string, emoji: number): void {
    this.#reactions.react(connection, ssid, emoji)
  }

  /** Handles a message about a calibration from a client (Y5). */
  calibrate(connection: Connection, message: CalibrateMessage): Promise<void> {
    return this.#calibrations.act(connection, message)
  }

  /** Removes a connection that has closed. Its user stays active for `LINGER_MS`. */
  remove(connection: Connection): void {
    this.#connections.remove(connection)
    for (const subscription of connection.subscriptions) this.#unsubscribe(subscription, LINGER_MS)
  }

  /** Returns the number of connections that are logged in. */
  connectionCount(): number {
    return this.#connections.count
  }

  /** Returns the ids of all sessions that a client of this server has open. */
  openSessions(): string[] {
    return [...this.#connections.rooms()].map(({ ssid }) => ssid)
  }

  /**
   * Sends the personal views of all open sessions again. If a user no longer has access to a session, the subscription
   * ends (S2, S5).
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
