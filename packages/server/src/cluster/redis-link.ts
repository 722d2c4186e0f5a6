import type { LiveEvent } from '../platform/event-bus.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import type { Redis } from './redis.ts'
import { type PresenceMessage, readEnvelope } from './envelope.ts'

/** The time between two heartbeats of a server, in milliseconds. */
export const HEARTBEAT_EVERY_MS = 500
/** The link is down when this many of our own heartbeats did not come back. */
const LOST_AFTER_HEARTBEATS = 3
/**
 * A server is gone after this many heartbeats of silence, unless the registry lists it. That is ten seconds: enough
 * time for its clients to reconnect elsewhere.
 */
const GONE_AFTER_HEARTBEATS = 20

/** How long `close` waits until Redis has accepted the last envelope, in milliseconds. */
const CLOSE_TIMEOUT_MS = 500

/** The start of an envelope, with server, number and heartbeat, in characters. */
const HEADER_LENGTH = 120

/** Callbacks of a link. */
export type LinkListener = {
  /** Redis answers, but no heartbeat has come back yet. */
  ready?(): void
  /** The link is up. Envelopes sent before this moment may be missing. */
  up?(): void
  /** The link is down. Envelopes of other servers do not arrive. */
  down?(): void
  presence?(server: string, message: PresenceMessage): void
  event?(event: LiveEvent): void
  /** Envelopes of this server may be missing. */
  missed?(server: string): void
  /** The server is gone. */
  lost?(server: string): void
  /** Is called before the envelope of this event-loop turn is sent. */
  beforeSend?(): void
  /** Is called with each heartbeat while the link is up. */
  heartbeat?(): void
}

export type LinkOptions = {
  redis: Redis
  /** The same for all servers of one database. */
  channel: string
  /** The unique name of this server. */
  server: string
  heartbeatMs: number
  /**
   * Whether the registry lists this server. A listed server that is silent is still running, and its users are still
   * there.
   */
  isRegistered(server: string): boolean
}

/** The connection of this server to the others, over one Redis channel. */
export type RedisLink = {
  /** The unique name of this server. */
  readonly server: string
  /** Whether envelopes of other servers arrive. */
  isUp(): boolean
  /** Sends a presence message with the envelope of this event-loop turn. While the link is down, nothing is sent. */
  sendPresence(message: PresenceMessage): void
  sendEvent(event: LiveEvent): void
  /** Whether envelopes of this server arrive. */
  receivesFrom(server: string): boolean
  /**
   * Watches a server from which nothing has arrived yet. It is lost if it stays silent and the registry does not list
   * it.
   */
  expect(server: string): void
  listen(listener: LinkListener): void
  /** Closes the link after Redis has accepted the last envelope, or after half a second. */
  close(): Promise<void>
}

/**
 * Connects this server with the others. Its own heartbeats come back over the same channel, which proves that
 * envelopes arrive. The numbers of other servers' envelopes show whether one is missing.
 */
export function createRedisLink({
  redis,
  channel,
  server,
  heartbeatMs,
  isRegistered,
}: LinkOptions): RedisLink {
  const listeners: LinkListener[] = []
  const others = new Map<string, { number: number; silentFor: number }>()
  let isUp = false
  let number = 0
  let heartbeat = 0
  let receivedHeartbeat = 0
  let presence: PresenceMessage[] = []
  /** Events as JSON. An event that is published twice in one turn is sent once. */
  let events = new Set<string>()
  let sendTimer: NodeJS.Immediate | null = null
  /** Settles when Redis has accepted or refused the last envelope, and so all earlier ones. */
  let lastPublish: Promise<unknown> = Promise.resolve()

  const notify = (call: (listener: LinkListener) => void): void => listeners.forEach(call)
  // A failed publish needs no handling: our heartbeats do not come back, and other servers notice the missing number.
  const publish = (envelope: string): void => {
    lastPublish = redis.publish(channel, envelope).catch(() => undefined)
  }
  const ownStart = `{"server":${JSON.stringify(server)},`
  const createEnvelope = (heartbeatField: string, presenceText: string, eventsText: string): string =>
    `${ownStart}"number":${number}${heartbeatField},"news":${presenceText},"events":[${eventsText}]}`

  function scheduleSend(): void {
    sendTimer ??= setImmediate(send)
  }

  function send(): void {
    sendTimer = null
    if (redis.isReady) notify((listener) => listener.beforeSend?.())
    number += 1
    if (redis.isReady) publish(createEnvelope('', JSON.stringify(presence), [...events].join(',')))
    presence = []
    events = new Set()
  }

  function receive(text: string): void {
    if (text.startsWith(ownStart))
      return receiveOwn(Number(/"beat":(\d+)/.exec(text.slice(0, HEADER_LENGTH))?.[1] ?? 0))
    const received = isUp ? readEnvelope(text) : null
    if (!received) return
    // A heartbeat repeats the number of the envelope before it. The first envelope of a server always counts as a
    // gap.
    const isNext =
      received.number === (others.get(received.server)?.number ?? 0) + (received.isHeartbeat ? 0 : 1)
    others.set(received.server, { number: received.number, silentFor: 0 })
    for (const message of received.presence)
      notify((listener) => listener.presence?.(received.server, message))
    for (const event of received.events) notify((listener) => listener.event?.(event))
    if (!isNext || received.hasUnknownParts) notify((listener) => listener.missed?.(received.server))
  }

  function receiveOwn(receivedNumber: number): void {
    receivedHeartbeat = Math.max(receivedHeartbeat, receivedNumber)
    if (isUp || receivedNumber !== heartbeat || heartbeat === 0) return
    isUp = true
    // Envelopes sent meanwhile are lost, so the next one of each server must count as a gap.
    for (const name of others.keys()) expect(name)
    notify((listener) => listener.up?.())
  }

  function expect(name: string): void {
    others.set(name, { number: Number.NaN, silentFor: others.get(name)?.silentFor ?? 0 })
  }

  function setDown(): void {
    if (!isUp) return
    isUp = false
    notify((listener) => listener.down?.())
  }

  function sendHeartbeat(): void {
    if (heartbeat - receivedHeartbeat >= LOST_AFTER_HEARTBEATS) setDown()
    for (const [name, other] of others) {
      other.silentFor += 1
      if (other.silentFor < GONE_AFTER_HEARTBEATS || isRegistered(name)) continue
      others.delete(name)
      notify((listener) => listener.lost?.(name))
    }
    if (!redis.isReady) return
    heartbeat += 1
    publish(createEnvelope(`,"beat":${heartbeat}`, '[]', ''))
    if (isUp) notify((listener) => listener.heartbeat?.())
  }

  async function begin(): Promise<void> {
    await redis.subscribe(channel, receive)
    notify((listener) => listener.ready?.())
    sendHeartbeat()
  }

  redis.on('ready', () => void begin().catch(() => undefined))
  redis.on('reconnecting', setDown)
  const timer = setInterval(sendHeartbeat, heartbeatMs).unref()

  return {
    server,
    isUp: () => isUp,
    sendPresence(message) {
      presence.push(message)
      scheduleSend()
    },
    sendEvent(event) {
      events.add(JSON.stringify(event))
      scheduleSend()
    },
    receivesFrom: (name) =>
      isUp && (others.get(name)?.silentFor ?? LOST_AFTER_HEARTBEATS) < LOST_AFTER_HEARTBEATS,
    expect(name) {
      if (!others.has(name)) expect(name)
    },
    listen: (listener) => void listeners.push(listener),
    async close() {
      clearInterval(timer)
      if (sendTimer) {
        clearImmediate(sendTimer)
        send()
      }
      await withTimeout(lastPublish, CLOSE_TIMEOUT_MS, () => undefined)
      redis.destroy()
    },
  }
}
