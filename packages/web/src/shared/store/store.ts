import type { LoginAnswer } from '@jointly/contract'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { onLoginEnded } from '../api/login-ended.ts'
import { storedGuest } from '../browser/guest.ts'
import { markReturning } from '../browser/returning.ts'
import { rememberTarget } from '../browser/target.ts'
import { forgetToken, storeToken } from '../browser/token.ts'
import { createStateStorage } from './state-storage.ts'
import { type ClientState, emptyState } from './state.ts'

const STORAGE_KEY = 'vuex'

/**
 * The client state. Read it with a selector (`useStore((state) => state.invites)`), and change it with
 * `useStore.setState({invites})`.
 */
export const useStore = create<ClientState>()(
  persist(() => emptyState, { name: STORAGE_KEY, storage: createStateStorage() }),
)

/** Stores the person and the token. If another person was logged in before, the lists are removed. */
export function signIn({ user, active }: LoginAnswer): void {
  storeToken(active.token)
  // A guest cannot log in again, so the start page does not treat a guest as a returning person.
  if (!user.guest) markReturning()
  const before = useStore.getState().user
  // If no person was known before, the lists are kept, because they were loaded with this token.
  const isOther = before !== null && before.id !== user.id
  useStore.setState({ ...(isOther ? emptyState : {}), user, active })
}

/** Removes the token and all data that was loaded for the person. */
export function signOut(): void {
  forgetToken()
  useStore.setState(emptyState)
}

// When the login ends, the data of the person is removed. A guest sees the invitation again (G7).
onLoginEnded(() => {
  const guest = useStore.getState().user?.guest ? storedGuest() : null
  if (guest) rememberTarget(`/main/${guest.ssid}`)
  useStore.setState(emptyState)
})
