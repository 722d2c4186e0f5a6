import type { PersistStorage } from 'zustand/middleware'
import { readStored, writeStored } from '../browser/storage.ts'
import { type ClientState, parseState } from './state.ts'
import { after } from '../browser/timers.ts'

/** The shortest time between two writes, in milliseconds. */
const WRITE_INTERVAL_MS = 1000

/** The fields, besides the login and the person, whose changes are written to the browser's storage. */
const lastingFields = ['invites', 'accounts', 'account_props', 'playlists', 'friends'] as const

/**
 * Stores the client state in this browser: a change of the login or the person at once, other changes at most once per second. A change
 * of the open session or its votes alone is not written, because these change with every push of the server.
 * @param write stores a text under a key of this browser
 */
export function createStateStorage(write = writeStored): PersistStorage<ClientState> {
  let stored: ClientState | null = null
  let waiting: { name: string; state: ClientState } | null = null
  let cancelWrite: (() => void) | undefined

  function writeNow(): void {
    cancelWrite?.()
    cancelWrite = undefined
    if (waiting === null) return
    write(waiting.name, JSON.stringify(waiting.state))
    stored = waiting.state
    waiting = null
  }

  window.addEventListener('pagehide', writeNow)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && writeNow())

  return {
    getItem(name) {
      stored = parseState(readStored(name))
      return { state: stored }
    },
    setItem(name, { state }) {
      waiting = { name, state }
      if (stored?.active !== state.active || stored?.user !== state.user) writeNow()
      else if (changesMoreThanSession(stored, state)) cancelWrite ??= after(WRITE_INTERVAL_MS, writeNow)
    },
    removeItem: (name) => write(name, null),
  }
}

function changesMoreThanSession(before: ClientState, after: ClientState): boolean {
  return lastingFields.some((name) => before[name] !== after[name])
}
