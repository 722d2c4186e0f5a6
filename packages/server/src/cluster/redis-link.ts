import type { LiveEvent } from '../platform/event-bus.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import {
  type MessageContent,
  messageStart,
  type PresenceUpdate,
  readMessage,
  readOwnHeartbeat,
  writeMessage,
} from './cluster-message.ts'
import { LATE_AFTER_HEARTBEATS, Peers } from './peers.ts'
import type { Redis } from './redis.ts'

/** The time between two heartbeats of a server, in milliseconds. */
export const HEARTBEAT_EVERY_MS = 500

/** How long `close` waits until Redis has accepted the last message, in milliseconds. */
const CLOSE_TIMEOUT_MS = 500

/** The functions that a link calls when something happens. A listener needs only some of them. */
export type LinkListener = {
  /** Is called when Redis answers, but no heartbeat has come back yet. */
  ready?(): void
  /** Is called when the link is up. Messages from before this moment may be missing. */
  up?(): void
  /** Is called when the link is down. Messages of other servers do not arrive then. */
  down?(): void
  presence?(server: string, update: PresenceUpdate): void
  event?(event: LiveEvent): void
  /** Is called when messages of this server may be missing. */
  missed?(server: string): void
  /** Is called when the server is lost, because it has probably stopped. */
  lost?(server: string): void
  /**
   * Is called before a message is sent. Data that the listener writes to Redis is stored there before the message is
   * published.
   */
  beforeSend?(): void
  /** Is called with each heartbeat while the link is up. */
  heartbeat?(): void
}

export type LinkOptions = {
  redis: Redis
  /** The name of the channel. All servers of one database use the same. */
  channel: string
  /** The unique name of this server. */
  server: string
  heartbeatMs: number
  /**
   * Returns whether the registry lists this server. A listed server is still running and keeps its users, even
   * if no message arrives from it.
   */
  isRegistered(server: string): boolean
}

/**
 * The connection of this server to the others, over one Redis channel. Our own heartbeats come back over the
 * same channel, so that the server knows that messages arrive.
 */
export class RedisLink {
  /** The unique name of this server. */
  readonly server: string
  readonly #options: LinkOptions
  readonly #listeners: LinkListener[] = []
  readonly #peers = new Peers()
  readonly #ownStart: string
  readonly #heartbeatTimer: NodeJS.Timeout
  #isUp = false
  /** The number of the last message that this server sent. */
  #number = 0
  /** The number of the last heartbeat that this server sent. */
  #heartbeat = 0
  /** The number of the last own heartbeat that came back. */
  #receivedHeartbeat = 0
  /** The presence updates of the next message. */
  #presence: PresenceUpdate[] = []
  /** The events of the next message as JSON text, so that two equal events are in the message only once. */
  #events = new Set<string>()
  #sendTimer: NodeJS.Immediate | null = null
  /**
   * Settles when Redis has accepted or refused the last message. Redis has then also handled all earlier
   * messages.
   */
  #lastPublish: Promise<unknown> = Promise.resolve()

  constructor(options: LinkOptions) {
    const { redis, server, heartbeatMs } = options
    this.server = server
    this.#options = options
    this.#ownStart = messageStart(server)
    redis.on('ready', () => void this.#begin().catch(() => undefined))
    redis.on('reconnecting', () => this.#setDown())
    this.#heartbeatTimer = setInterval(() => this.#sendHeartbeat(), heartbeatMs).unref()
  }

  /** Returns whether messages of other servers arrive. */
  isUp(): boolean {
    return this.#isUp
  }

  /** Returns whether messages of this server arrive. */
  receivesFrom(server: string): boolean {
    return this.#isUp && this.#peers.isResponding(server)
  }

  listen(listener: LinkListener): void {
    this.#listeners.push(listener)
  }

  /**
   * Adds a server from which nothing has arrived yet. If nothing arrives and the registry does not list the server,
   * the server is lost.
   */
  expect(server: string): void {
    this.#peers.expect(server)
  }

  /**
   * Adds a presence update to the next message, which is sent after this event-loop turn. While Redis is away,
   * the update is dropped.
   */
  sendPresence(update: PresenceUpdate): void {
    this.#presence.push(update)
    this.#sendSoon()
  }

  /** Adds an event to the next message, which is sent after this event-loop turn. */
  sendEvent(event: LiveEvent): void {
    this.#events.add(JSON.stringify(event))
    this.#sendSoon()
  }

  #sendSoon(): void {
    this.#sendTimer ??= setImmediate(() => this.#send())
  }

  #send(): void {
    this.#sendTimer = null
    if (this.#options.redis.isReady) this.#notify((listener) => listener.beforeSend?.())
    const content = { presence: this.#presence, events: this.#events }
    this.#number += 1
    this.#presence = []
    this.#events = new Set()
    if (this.#options.redis.isReady) this.#publish(null, content)
  }

  /**
   * Publishes a message. A failure is ignored, because it is noticed anyway: this server gets no heartbeat
   * back, and the other servers miss the number of the message.
   */
  #publish(heartbeat: number | null, content: MessageContent): void {
    const { redis, channel } = this.#options
    const message = writeMessage(this.#ownStart, this.#number, heartbeat, content)
    this.#lastPublish = redis.publish(channel, message).catch(() => undefined)
  }

  async #begin(): Promise<void> {
    const { redis, channel } = this.#options
    await redis.subscribe(channel, (text) => this.#receive(text))
    this.#notify((listener) => listener.ready?.())
    this.#sendHeartbeat()
  }

  #sendHeartbeat(): void {
    const { redis, isRegistered } = this.#options
    if (this.#heartbeat - this.#receivedHeartbeat >= LATE_AFTER_HEARTBEATS) this.#setDown()
    for (const lost of this.#peers.countHeartbeat(isRegistered))
      this.#notify((listener) => listener.lost?.(lost))
    if (!redis.isReady) return
    this.#heartbeat += 1
    this.#publish(this.#heartbeat, { presence: [], events: [] })
    if (this.#isUp) this.#notify((listener) => listener.heartbeat?.())
  }

  #receive(text: string): void {
    if (text.startsWith(this.#ownStart)) return this.#receiveOwn(readOwnHeartbeat(text))
    const message = this.#isUp ? readMessage(text) : null
    if (!message) return
    const { server } = message
    const isComplete = this.#peers.receive(message) && !message.hasUnknownParts
    for (const update of message.presence) this.#notify((listener) => listener.presence?.(server, update))
    for (const event of message.events) this.#notify((listener) => listener.event?.(event))
    if (!isComplete) this.#notify((listener) => listener.missed?.(server))
  }

  #receiveOwn(heartbeat: number): void {
    this.#receivedHeartbeat = Math.max(this.#receivedHeartbeat, heartbeat)
    if (this.#isUp || heartbeat !== this.#heartbeat || heartbeat === 0) return
    this.#isUp = true
    // Messages that were sent while the link was down are missing.
    this.#peers.expectGaps()
    this.#notify((listener) => listener.up?.())
  }

  #setDown(): void {
    if (!this.#isUp) return
    this.#isUp = false
    this.#notify((listener) => listener.down?.())
  }

  #notify(call: (listener: LinkListener) => void): void {
    this.#listeners.forEach(call)
  }

  /** Closes the link after Redis has accepted the last message, or after half a second. */
  async close(): Promise<void> {
    clearInterval(this.#heartbeatTimer)
    if (this.#sendTimer) {
      clearImmediate(this.#sendTimer)
      this.#send()
    }
    await withTimeout(this.#lastPublish, CLOSE_TIMEOUT_MS, () => undefined)
    this.#options.redis.destroy()
  }
}
