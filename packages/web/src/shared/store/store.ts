import type { LoginAnswer } from '@jointly/contract'
import { create } from 'zustand'
import { type PersistStorage, persist } from 'zustand/middleware'
import { onLoginEnded } from '../api/login-ended.ts'
import { readStored, writeStored } from '../browser/storage.ts'
import { forgetToken, storeToken } from '../browser/token.ts'
import { type ClientState, emptyState, parseState } from './state.ts'

const STORAGE_KEY = 'vuex'

/** Keeps the state as one flat object, without the wrapper the middleware would write. */
const flatStorage: PersistStorage<ClientState> = {
  getItem: (name) => ({ state: parseState(readStored(name)) }),
  setItem: (name, { state }) => writeStored(name, JSON.stringify(state)),
  removeItem: (name) => writeStored(name, null),
}

/**
 * The client state. Read it with a selector (`useStore((state) => state.invites)`), change it with
 * `useStore.setState({invites})`; every change is persisted.
 */
export const useStore = create<ClientState>()(
  persist(() => emptyState, { name: STORAGE_KEY, storage: flatStorage }),
)

/** Stores who logged in and the token. Another person's lists do not survive into this log-in. */
export function signIn({ user, active }: LoginAnswer): void {
  storeToken(active.token)
  const before = useStore.getState().user
  // Where nobody was known the lists, if any, came with this very token.
  const isOther = before !== null && before.id !== user.id
  useStore.setState({ ...(isOther ? emptyState : {}), user, active })
}

/** Forgets the person and everything loaded for them on this device. */
export function signOut(): void {
  forgetToken()
  useStore.setState(emptyState)
}

// What was loaded for a person goes with their log-in.
onLoginEnded(() => useStore.setState(emptyState))
