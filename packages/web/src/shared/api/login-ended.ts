import { createListeners } from '../browser/listeners.ts'
import { forgetToken } from '../browser/token.ts'

const listeners = createListeners()

/** Adds a listener for a refusal of the stored token (A1). The token is already removed when it is called. */
export const onLoginEnded = listeners.add

/** Removes the refused token and calls the listeners. */
export function endLogin(): void {
  forgetToken()
  listeners.notify()
}
