import { type ClientMessage, liveClose, ServerMessage } from '@jointly/contract'
import { type ProbeLoop, startProbing } from './clock-probing.ts'
import { reconnectDelayMs } from './reconnect-delay.ts'
import type { ServerClock } from './server-clock.ts'

/** A server that has not greeted by then is asked anew: a net that swallows everything refuses nothing. */
const READY_WITHIN_MS = 15_000

/** An open connection, as far as this client needs one. */
export type LiveSocket = { send(text: string): void; close(): void }

export type LiveSocketEvents = { opened(): void; said(text: string): void; closed(code: number): void }

export type LivePorts = {
  connect(events: LiveSocketEvents): LiveSocket
  /** The stored token; null when nobody is signed in. */
  token(): string | null
  clock: ServerClock
  monotonicMs(): number
  chance(): number
  /** Runs something later; what it returns calls it off. */
  after(delayMs: number, run: () => void): () => void
}

/** `refused`: the token is dead, so trying again is pointless until someone signs in. */
export type LiveStatus = 'off' | 'connecting' | 'ready' | 'waiting' | 'refused'

export type Live = {
  start(): void
  stop(): void
  /** Wants a session's pushes; kept over every reconnect until `close`. */
  open(ssid: string): void
  close(ssid: string): void
  /** Asks for the server's time anew. @returns whether it was answered, within half a second */
  measure(): Promise<boolean>
  /** Connects at once instead of waiting on, for when the net is back. */
  hurry(): void
  status(): LiveStatus
  onStatus(listener: (status: LiveStatus) => void): () => void
  onMessage(listener: (message: ServerMessage) => void): () => void
}

/** The app's one live connection: it says who is there, follows sessions, and keeps the server's time known. */
export function createLive(ports: LivePorts): Live {
  const sessions = new Map<string, number>()
  const messageListeners = new Set<(message: ServerMessage) => void>()
  const statusListeners = new Set<(status: LiveStatus) => void>()
  let status: LiveStatus = 'off'
  let socket: LiveSocket | null = null
  let probing: ProbeLoop | null = null
  /** Calls off what is waited for: the server's greeting, or the next try. */
  let cancelWait = () => {}
  let failures = 0

  function become(next: LiveStatus): void {
    if (next === status) return
    status = next
    for (const listener of statusListeners) listener(next)
  }

  function say(message: ClientMessage): void {
    socket?.send(JSON.stringify(message))
  }

  function connect(): void {
    cancelWait()
    const token = ports.token()
    if (token === null) return become('off')
    become('connecting')
    // A socket that was given up may still speak: only the newest one is listened to.
    const own: { socket: LiveSocket | null } = { socket: null }
    const isCurrent = () => own.socket !== null && own.socket === socket
    own.socket = ports.connect({
      opened: () => isCurrent() && say({ type: 'hello', token }),
      said: (text) => isCurrent() && hear(text),
      closed: (code) => isCurrent() && lost(code),
    })
    socket = own.socket
    cancelWait = ports.after(READY_WITHIN_MS, giveUp)
  }

  function hear(text: string): void {
    const message = parse(text)
    if (message === null) return
    if (message.type === 'ready') {
      cancelWait()
      failures = 0
      become('ready')
      for (const ssid of sessions.keys()) say({ type: 'open', ssid })
      probing = startProbing({ ...ports, ask: (sentMs) => say({ type: 'clock', sentMs }), silent: giveUp })
    } else if (message.type === 'clock') {
      probing?.answered(message.sentMs, message.nowTime)
    }
    for (const listener of messageListeners) listener(message)
  }

  function drop(): void {
    probing?.stop()
    probing = null
    const dropped = socket
    socket = null
    dropped?.close()
  }

  function lost(code: number): void {
    cancelWait()
    drop()
    if (code === liveClose.unauthenticated) return become('refused')
    failures += code === liveClose.tooMany ? 4 : 1
    become('waiting')
    cancelWait = ports.after(reconnectDelayMs(failures, ports.chance()), connect)
  }

  // A network that swallows everything closes nothing: the missing answer, to the greeting or to a probe, is the only sign.
  const giveUp = () => lost(0)

  return {
    start() {
      if (status === 'off' || status === 'refused') connect()
    },
    stop() {
      cancelWait()
      failures = 0
      drop()
      become('off')
    },
    open(ssid) {
      const holders = sessions.get(ssid) ?? 0
      sessions.set(ssid, holders + 1)
      if (holders === 0 && status === 'ready') say({ type: 'open', ssid })
    },
    close(ssid) {
      const holders = sessions.get(ssid) ?? 0
      if (holders > 1) sessions.set(ssid, holders - 1)
      else if (sessions.delete(ssid) && status === 'ready') say({ type: 'close', ssid })
    },
    measure: () => probing?.measure() ?? Promise.resolve(false),
    hurry() {
      if (status === 'waiting') connect()
    },
    status: () => status,
    onStatus: (listener) => added(statusListeners, listener),
    onMessage: (listener) => added(messageListeners, listener),
  }
}

function added<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A message of a newer server that this app does not know is passed over. */
function parse(text: string): ServerMessage | null {
  try {
    const message = ServerMessage.safeParse(JSON.parse(text))
    return message.success ? message.data : null
  } catch {
    return null
  }
}
