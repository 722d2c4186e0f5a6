import { useEffect, useRef, useSyncExternalStore } from 'react'

let reachable = true
const listeners = new Set<() => void>()
const tell = () => listeners.forEach((listener) => listener())

/** Notes whether the last call reached the server: `navigator.onLine` knows nothing of a server that is away. */
export function noteReachable(now: boolean): void {
  if (now === reachable) return
  reachable = now
  tell()
}

const current = (): Connection => (navigator.onLine ? (reachable ? 'online' : 'unreachable') : 'offline')

/** `offline`: this device has no net. `unreachable`: it has, but the server did not answer. */
export type Connection = 'online' | 'offline' | 'unreachable'

function subscribe(changed: () => void) {
  listeners.add(changed)
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** How the app stands to the server now; re-renders when that changes. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, current)

/** Runs when the server is back after it was away. @param onBack stable between renders */
export function useReconnected(onBack: () => void): void {
  const connected = useConnection() === 'online'
  const wasConnected = useRef(connected)
  useEffect(() => {
    if (connected && !wasConnected.current) onBack()
    wasConnected.current = connected
  }, [connected, onBack])
}
