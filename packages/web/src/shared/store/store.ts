import type { LoginAnswer } from '@jointly/contract'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { onLoginEnded } from '../api/login-ended.ts'
import { forgetToken, storeToken } from '../browser/token.ts'
import { createStateStorage } from './state-storage.ts'
import { type ClientState, emptyState } from './state.ts'

const STORAGE_KEY = 'vuex'

/**
 * The client state. Read it with a selector (`useStore((state) => state.invites)`), change it with
 * `useStore.setState({invites})`. `createStateStorage` says when a change is written to this browser.
 */
export const useStore = create<ClientState>()(
  persist(() => emptyState, { name: STORAGE_KEY, storage: createStateStorage() }),
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
