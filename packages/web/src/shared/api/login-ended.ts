import { createListeners } from '../browser/listeners.ts'
import { forgetToken } from '../browser/token.ts'

const listeners = createListeners()

/**
 * Adds a listener for a refusal of the stored token (A1). When the listener is called, the token is already
 * removed.
 */
export const onLoginEnded = listeners.add

let callsThatEndLogin = 0

/**
 * Runs a call with which the person ends this login. Meanwhile a refusal of the token is ignored, because the person
 * expects it.
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
