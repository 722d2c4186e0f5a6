import { createListeners } from '../browser/listeners.ts'
import { forgetToken } from '../browser/token.ts'

const listeners = createListeners()

/**
 * Adds a listener that is called after the server refused the stored token (A1). The token is already removed then.
 * @returns a function that removes the listener
 */
export const onLoginEnded = listeners.add

let callsThatEndLogin = 0

/**
 * Runs a call that ends this login. While the call runs, `endLogin` does nothing, because the person ends the login
 * on purpose and needs no message about it.
 */
export async function whileEndingLogin<T>(run: () => Promise<T>): Promise<T> {
  callsThatEndLogin += 1
  try {
    return await run()
  } finally {
    callsThatEndLogin -= 1
  }
}

/** Removes the refused token and calls the listeners. */
export function endLogin(): void {
  if (callsThatEndLogin > 0) return
  forgetToken()
  listeners.notify()
}
