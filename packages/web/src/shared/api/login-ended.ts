import { createListeners } from '../browser/listeners.ts'
import { forgetToken } from '../browser/token.ts'

const listeners = createListeners()

/**
 * Adds a listener for a refusal of the stored token (A1). When the listener is called, the token is already
 * removed.
 */
export const onLoginEnded = listeners.add

/** Removes the refused token and calls the listeners. */
export function endLogin(): void {
  forgetToken()
  listeners.notify()
}
