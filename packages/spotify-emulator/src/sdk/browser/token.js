const againMs = 5000

/**
 * Asks the app for a token, again and again until it answers.
 * @param {(answer: (token: string) => void) => void} getOAuthToken
 * @returns {Promise<string>}
 */
export function askForToken(getOAuthToken) {
  return new Promise((resolve) => {
    const again = setInterval(() => getOAuthToken(answer), againMs)
    /** @param {string} token */
    const answer = (token) => {
      clearInterval(again)
      resolve(token)
    }
    getOAuthToken(answer)
  })
}
