import type { LoginAnswer } from '@jointly/contract'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { onLoginEnded } from '../api/login-ended.ts'
import { markReturning } from '../browser/returning.ts'
import { forgetToken, storeToken } from '../browser/token.ts'
import { createStateStorage } from './state-storage.ts'
import { type ClientState, emptyState } from './state.ts'

const STORAGE_KEY = 'vuex'

/**
 * The client state. Read it with a selector (`useStore((state) => state.invites)`), change it with
 * `useStore.setState({invites})`. `createStateStorage` decides when a change is stored in this browser.
 */
export const useStore = create<ClientState>()(
  persist(() => emptyState, { name: STORAGE_KEY, storage: createStateStorage() }),
)

/** Stores the person and the token. If it is another person, the lists are removed. */
export function signIn({ user, active }: LoginAnswer): void {
  storeToken(active.token)
  markReturning()
  const before = useStore.getState().user
  // If no person is known yet, the lists were loaded with this token.
  const isOther = before !== null && before.id !== user.id
  useStore.setState({ ...(isOther ? emptyState : {}), user, active })
}

/** Removes the token and everything that was loaded for the person. */
export function signOut(): void {
  forgetToken()
  useStore.setState(emptyState)
}

// When the login ends, the data of the person is removed.
onLoginEnded(() => useStore.setState(emptyState))
