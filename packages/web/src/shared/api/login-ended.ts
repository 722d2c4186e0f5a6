import { createListeners } from '../browser/listeners.ts'
import { forgetToken } from '../browser/token.ts'

const listeners = createListeners()

/** Calls back when the server refuses the stored token (A1). The token is already removed then. */
export const onLoginEnded = listeners.add

/** Removes the dead token and notifies the listeners. */
export function endLogin(): void {
  forgetToken()
  listeners.notify()
}
