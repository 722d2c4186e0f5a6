import { Timer } from './timer.js'

const tokenRetryMs = 5000

/**
 * Asks the app for a token, and repeats the request until the app answers.
 * @param {(answer: (token: string) => void) => void} getOAuthToken
 * @returns {Promise<string>}
 */
export function requestToken(getOAuthToken) {
  return new Promise((resolve) => {
    const timer = new Timer()
    /** @param {string} token */
    const answer = (token) => {
      timer.cancel()
      resolve(token)
    }
    timer.every(tokenRetryMs, () => getOAuthToken(answer))
    getOAuthToken(answer)
  })
}
