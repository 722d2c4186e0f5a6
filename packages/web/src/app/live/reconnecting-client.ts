import { type CalibrationAct, type ClientMessage, liveClose, type ServerMessage } from '@jointly/contract'
import { createListeners } from '../../shared/browser/listeners.ts'
import {
  brokenInSleep,
  type ConnectionPorts,
  type OpenConnection,
  openConnection,
} from './open-connection.ts'
import { reconnectDelayMs } from './reconnect-delay.ts'

export type LivePorts = ConnectionPorts & {
  /** Returns the stored token. Null if nobody is logged in. */
  token(): string | null
  /** Returns a random number from 0 to 1. */
  random(): number
}

/**
 * The state of the live connection. `waiting`: the client will connect again after a pause. `refused`: the token is
 * invalid, and the client waits for the next login.
 */
export type LiveStatus = 'off' | 'connecting' | 'ready' | 'waiting' | 'refused'

export type Live = {
  start(): void
  stop(): void
  /**
   * Subscribes to a session until `close`, and again after each reconnect.
   * @param hasSound whether this client plays sound in the session (K1)
   */
  open(ssid: string, hasSound: boolean): void
  /** Reports to the server that this client started or stopped playing sound in a session (K1). */
  setSound(ssid: string, hasSound: boolean): void
  close(ssid: string): void
  /** Sends a reaction (C1). @returns false without a connection */
  react(ssid: string, emoji: number): boolean
  /** Sends an action in a calibration of a session, such as joining it (Y5). @returns false without a connection */
  calibrate(ssid: string, calibration: string, act: CalibrationAct): boolean
  /** Measures the server's time now. @returns whether an answer came within 400 milliseconds */
  measure(): Promise<boolean>
  /** If the client is waiting before its next attempt to connect, it connects now. */
  reconnectNow(): void
  /**
   * Call this after a sleep or a change of the network. It measures the server's time. If no answer comes soon, the
   * client connects again at once.
   */
  resume(): void
  status(): LiveStatus
  onStatus(listener: (status: LiveStatus) => void): () => void
  onMessage(listener: (message: ServerMessage) => void): () => void
}

/**
 * Creates a client that keeps one live connection to the server. The server uses the connection to detect who is
 * active, to send changes of sessions, and to answer measurements of its time.
 */
export function createLive(ports: LivePorts): Live {
  const messages = createListeners<[ServerMessage]>()
  const statuses = createListeners<[LiveStatus]>()
  const sessions = createSubscriptions(send)
  let status: LiveStatus = 'off'
  let connection: OpenConnection | null = null
  let cancelRetry = () => {}
  /** The number of connections in a row that failed or could not serve. The state of a session shows that one serves. */
  let failures = 0

  function setStatus(next: LiveStatus): void {
    if (next === status) return
    status = next
    statuses.notify(next)
  }

  function send(message: ClientMessage): boolean {
    if (status !== 'ready' || connection === null) return false
    connection.send(message)
    return true
  }

  function connect(): void {
    cancelRetry()
    const token = ports.token()
    if (token === null) return setStatus('off')
    setStatus('connecting')
    connection = openConnection(ports, token, { message: receive, lost: (code) => handleLoss(code, token) })
  }

  function receive(message: ServerMessage): void {
    if (message.type === 'ready') {
      setStatus('ready')
      sessions.openAll()
    }
    if (message.type === 'session') failures = 0
    messages.notify(message)
  }

  function handleLoss(code: number, token: string): void {
    connection = null
    // A server that cannot reach its database may accept a cached login, and then closes with `tryAgainLater`.
    if (status === 'ready' && code !== liveClose.tryAgainLater) failures = 0
    // If the person has logged in again in the meantime, only the old token was refused.
    if (code === liveClose.unauthenticated) return token === ports.token() ? setStatus('refused') : connect()
    setStatus('waiting')
    if (code === brokenInSleep) return connect()
    failures += code === liveClose.tooMany ? 4 : 1
    cancelRetry = ports.after(reconnectDelayMs(failures, ports.random()), connect)
  }

  return {
    start() {
      if (status === 'off' || status === 'refused') connect()
    },
    stop() {
      cancelRetry()
      failures = 0
      connection?.close()
      connection = null
      setStatus('off')
    },
    open: sessions.open,
    setSound: sessions.setSound,
    close: sessions.close,
    react: (ssid, emoji) => send({ type: 'react', ssid, emoji }),
    calibrate: (ssid, calibration, act) => send({ type: 'calibrate', ssid, calibration, act }),
    measure: () => connection?.measure() ?? Promise.resolve(false),
    reconnectNow() {
      if (status === 'waiting') connect()
    },
    resume() {
      if (status === 'waiting') connect()
      else connection?.check()
    },
    status: () => status,
    onStatus: statuses.add,
    onMessage: messages.add,
  }
}

/** Keeps the open sessions with their sound, and tells the server of each change. */
function createSubscriptions(send: (message: ClientMessage) => void) {
  const sounds = new Map<string, boolean>()
  return {
    open(ssid: string, sound: boolean): void {
      sounds.set(ssid, sound)
      send({ type: 'open', ssid, sound })
    },
    setSound(ssid: string, sound: boolean): void {
      if (!sounds.has(ssid) || sounds.get(ssid) === sound) return
      sounds.set(ssid, sound)
      send({ type: 'sound', ssid, sound })
    },
    close(ssid: string): void {
      if (sounds.delete(ssid)) send({ type: 'close', ssid })
    },
    openAll(): void {
      for (const [ssid, sound] of sounds) send({ type: 'open', ssid, sound })
    },
  }
}
