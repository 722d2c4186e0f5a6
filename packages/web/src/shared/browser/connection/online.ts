import { HEALTH_PATH } from '@jointly/contract/addresses'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'
import { after } from '../timers.ts'
import { loginHeader } from '../token.ts'

/** The limit for the answer to a check, in milliseconds. Without it, more and more checks could wait for an answer. */
const CHECK_TIMEOUT_MS = 20_000

let isReachable = true
const listeners = createListeners()

/**
 * Stores whether the server answered the last call. This is needed because `navigator.onLine` only says whether the
 * device has a network.
 */
export function setReachable(now: boolean): void {
  if (now === isReachable) return
  isReachable = now
  listeners.notify()
}

/**
 * Returns whether an answer is from the server. Each of its refusals is JSON (E1). A proxy that does not reach the server
 * answers with a page, and with 502, 503, 504 or a number of its own.
 */
const isFromServer = ({ status, headers }: Response): boolean =>
  status <= 500 || /json/.test(headers.get('content-type') ?? '')

/** Asks the server whether it answers (E3). Never throws. */
export async function isServerThere(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS)
    return isFromServer(await fetch(HEALTH_PATH, { headers: loginHeader(), signal }))
  } catch {
    return false
  }
}

/**
 * Stores whether the server can be reached, after an answer (E3). If the answer is from a proxy, the server is asked first,
 * because a proxy may fail for one path only. Otherwise what failed there would be loaded again and again.
 */
export function reportAnswer(answer: Response): void {
  if (isFromServer(answer)) setReachable(true)
  else if (isReachable) void isServerThere().then((isThere) => isThere || setReachable(false))
}

const current = (): Connection => (navigator.onLine ? (isReachable ? 'online' : 'unreachable') : 'offline')

/**
 * The state of the connection. `offline` means that this device has no network, and `unreachable` that the
 * server did not answer.
 */
export type Connection = 'online' | 'offline' | 'unreachable'
/** The state of a connection that is lost. */
export type LostConnection = Exclude<Connection, 'online'>

function subscribe(changed: () => void) {
  const remove = listeners.add(changed)
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    remove()
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Returns the state of the connection. The component renders again when the state changes. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, current)

/**
 * The shortest time between two runs of `onBack` when the server did not answer, in milliseconds. If one call always fails
 * and another one always succeeds, the server seems to be lost and back with each answer. Without the pause, the app
 * would send requests without end.
 */
const PAUSE_MS = 1_000

/**
 * Calls `onBack` when the server can be reached again: at once when the device has a network again, and otherwise at
 * most once per `PAUSE_MS` (E3).
 * @param onBack must be the same function in each render; it gets the state before
 */
export function useReconnected(onBack: (lost: LostConnection) => void): void {
  const connection = useConnection()
  const lost = useRef<Connection>('online')
  const lastMs = useRef(-Infinity)
  useEffect(() => {
    if (connection !== 'online') {
      if (lost.current !== 'offline') lost.current = connection
      return
    }
    const before = lost.current
    if (before === 'online') return
    const run = () => {
      lost.current = 'online'
      lastMs.current = performance.now()
      onBack(before)
    }
    const waitMs = lastMs.current + PAUSE_MS - performance.now()
    if (before === 'unreachable' && waitMs > 0) return after(waitMs, run)
    run()
  }, [connection, onBack])
}
