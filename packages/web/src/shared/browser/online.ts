import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

let isReachable = true
const listeners = createListeners()

/**
 * Stores whether the last call reached the server. This is needed because `navigator.onLine` only says whether the
 * device has a network.
 */
export function setReachable(now: boolean): void {
  if (now === isReachable) return
  isReachable = now
  listeners.notify()
}

const current = (): Connection => (navigator.onLine ? (isReachable ? 'online' : 'unreachable') : 'offline')

/**
 * The state of the connection. `offline` means that this device has no network, and `unreachable` that the
 * server did not answer.
 */
export type Connection = 'online' | 'offline' | 'unreachable'

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

/** Calls `onBack` when the server can be reached again. @param onBack must be the same function in each render */
export function useReconnected(onBack: () => void): void {
  const connected = useConnection() === 'online'
  const wasConnected = useRef(connected)
  useEffect(() => {
    if (connected && !wasConnected.current) onBack()
    wasConnected.current = connected
  }, [connected, onBack])
}
