import type { LoginAnswer } from '@jointly/contract'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { onLoginEnded } from '../api/login-ended.ts'
import { forgetGuest, storedGuest } from '../browser/stored-guest.ts'
import { markReturning } from '../browser/returning-person.ts'
import { STATE_KEY } from '../browser/stored-username.ts'
import { rememberTarget } from '../browser/login-target.ts'
import { forgetToken, storedToken, storeToken } from '../browser/token.ts'
import { forgetUnsentText, forgetUnsentTextOfOthers } from './unsent-text.ts'
import { createStateStorage } from './state-storage.ts'
import { type ClientState, emptyState, parseState } from './state.ts'

/**
 * The client state. Read it with a selector (`useStore((state) => state.invites)`), and change it with
 * `useStore.setState({invites})`.
 */
export const useStore = create<ClientState>()(
  persist(() => emptyState, { name: STATE_KEY, storage: createStateStorage() }),
)

removeForeignText()

/**
 * Returns whether the person of the state is the one whose token this browser stores. Another tab may have stored another
 * login.
 */
export function isLoggedInHere({ user, active }: ClientState): boolean {
  return user !== null && active?.token === storedToken()
}

/**
 * Removes the chat text that this tab stores for a person whose login is not stored any more. Another tab may have
 * changed the login while this tab showed a public page (C12).
 */
function removeForeignText(): void {
  const { user } = useStore.getState()
  if (storedToken() === null) forgetUnsentText()
  else if (user !== null) forgetUnsentTextOfOthers(user.id)
}

/**
 * Stores the person and the token after a login. If another person was logged in before, their data are removed. A
 * person with an account replaces the guest of this device (G7).
 */
export function signIn({ user, active }: LoginAnswer): void {
  storeToken(active.token)
  if (!user.guest) {
    // A guest cannot log in again, so a guest does not count as a returning person.
    markReturning()
    if (storedGuest() !== null) forgetGuest()
  }
  const before = useStore.getState().user
  // If no person was known before, the lists stay, because they were fetched with the same token.
  const isOther = before !== null && before.id !== user.id
  forgetUnsentTextOfOthers(user.id)
  useStore.setState({ ...(isOther ? emptyState : {}), user, active })
}

/** Logs out on this device: removes the token and all data that were loaded for the person. */
export function signOut(): void {
  forgetToken()
  forgetUnsentText()
  useStore.setState(emptyState)
}

// When the server has ended the login, the data of the person are removed. A guest then sees the invitation again
// (G7).
onLoginEnded(() => {
  const guest = useStore.getState().user?.guest ? storedGuest() : null
  if (guest) rememberTarget(`/main/${guest.ssid}`)
  forgetUnsentText()
  useStore.setState(emptyState)
})

// If the guest of this tab became an account in another tab, this tab shows the account too. Otherwise it would store
// the guest again (G6).
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== STATE_KEY) return
  const { user, active } = useStore.getState()
  if (!user?.guest) return
  const other = parseState(newValue)
  const isUpgrade = other.user?.id === user.id && !other.user.guest
  if (isUpgrade && other.active?.token === active?.token) useStore.setState({ user: other.user })
})
