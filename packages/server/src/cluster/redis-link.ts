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

/** How long `close` waits at most until Redis has accepted the last message, in milliseconds. */
const CLOSE_TIMEOUT_MS = 500

/** Callbacks for the events of a link. All of them are optional. */
export type LinkListener = {
  /** Is called when this server is connected to Redis, but has not received one of its own heartbeats yet. */
  ready?(): void
  /** Is called when the link is up: messages of other servers arrive from now on. Earlier messages may be missing. */
  up?(): void
  /** Is called when the link is down: messages of other servers do not arrive any more. */
  down?(): void
  presence?(server: string, update: PresenceUpdate): void
  event?(event: LiveEvent): void
  /** Is called when messages of the server with this name may be missing. */
  missed?(server: string): void
  /** Is called when the server with this name is lost, which means that it has probably stopped. */
  lost?(server: string): void
  /**
   * Is called before a message is published. If the listener writes data to Redis here, the data is stored before
   * other servers get the message.
   */
  beforeSend?(): void
  /** Is called with each heartbeat while the link is up. */
  heartbeat?(): void
}

export type LinkOptions = {
  redis: Redis
  /** The name of the Redis channel. All servers of one database use the same channel. */
  channel: string
  /** The unique name of this server. */
  server: string
  heartbeatMs: number
  /**
   * Returns whether the registry lists the server with this name. A listed server is running. Its users stay active,
   * even if no messages arrive from it.
   */
  isRegistered(server: string): boolean
}

/**
 * The connection of this server to the others, through one Redis channel. This server also receives its own heartbeats
 * from the channel. While they arrive, the link is up.
 */
export class RedisLink {
  /** The unique name of this server. */
  readonly server: string
  readonly #options: LinkOptions
  readonly #listeners: LinkListener[] = []
  readonly #peers = new Peers()
  readonly #ownStart: string
  readonly #heartbeatTimer: NodeJS.Timeout
  /**
   * The listener for the channel. The Redis client keeps its listeners after a reconnect, and stores the same function
   * only once.
   */
  readonly #onText = (text: string) => this.#receive(text)
  #isUp = false
  /** The number of the last message that this server sent. */
  #number = 0
  /** The number of the last heartbeat that this server sent. */
  #heartbeat = 0
  /** The number of the last own heartbeat that this server has received from the channel. */
  #receivedHeartbeat = 0
  /** The presence updates that the next message will contain. */
  #presence: PresenceUpdate[] = []
  /** The events that the next message will contain, as JSON texts. Equal events are in the set only once. */
  #events = new Set<string>()
  #sendTimer: NodeJS.Immediate | null = null
  /**
   * Resolves when Redis has answered the last `publish`. Redis has then also handled all earlier messages.
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

  /** Returns whether messages of the given server arrive. */
  receivesFrom(server: string): boolean {
    return this.#isUp && this.#peers.isResponding(server)
  }

  listen(listener: LinkListener): void {
    this.#listeners.push(listener)
  }

  /**
   * Adds a server before its first message arrives. If no message arrives and the registry does not list the server,
   * `lost` is called.
   */
  expect(server: string): void {
    this.#peers.expect(server)
  }

  /**
   * Adds a presence update to the next message, which is sent after this turn of the event loop. While Redis is away,
   * the message is dropped.
   */
  sendPresence(update: PresenceUpdate): void {
    this.#presence.push(update)
    this.#sendSoon()
  }

  /** Adds an event to the next message, which is sent after this turn of the event loop. */
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
   * Publishes a message. A failure is ignored, because it is detected later: this server does not receive its own
   * heartbeats, and other servers find a gap in the message numbers.
   */
  #publish(heartbeat: number | null, content: MessageContent): void {
    const { redis, channel } = this.#options
    const message = writeMessage(this.#ownStart, this.#number, heartbeat, content)
    this.#lastPublish = redis.publish(channel, message).catch(() => undefined)
  }

  async #begin(): Promise<void> {
    const { redis, channel } = this.#options
    await redis.subscribe(channel, this.#onText)
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
    // Other servers may have sent messages while the link was down.
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

  /** Closes the link when Redis has accepted the last message, but after half a second at the latest. */
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
