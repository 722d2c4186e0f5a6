/** A request that a script sent before the code that uses the answer was loaded. */
type EarlyRequest = { url: string; token: string; sentMs: number; response: Promise<Response> }

declare global {
  interface Window {
    /**
     * Set by the script of the prepared page, and read by the app. It is on the window, because the two scripts share
     * no module.
     */
    earlyRequest?: EarlyRequest | undefined
  }
}

/** An answer older than this many milliseconds is not used. The call is made again instead. */
const VALID_MS = 10_000

const isFor = (early: EarlyRequest, url: string, token: string) =>
  early.url === url && early.token === token && performance.now() - early.sentMs < VALID_MS

/**
 * Sends a GET call of the API before the app makes it, so that the app gets the answer earlier. Sends nothing if the
 * same call was sent a moment ago.
 * @returns a copy of the answer
 */
export function fetchEarly(url: string, token: string): Promise<Response> {
  const before = window.earlyRequest
  const response =
    before && isFor(before, url, token)
      ? before.response
      : fetch(url, { headers: { authorization: `Bearer ${token}` } })
  // The answer is copied before the app reads it, because it can be read only once. A failure is handled where the
  // answer is used.
  const copy = response.then((answer) => answer.clone())
  copy.catch(() => undefined)
  if (response !== before?.response) window.earlyRequest = { url, token, sentMs: performance.now(), response }
  return copy
}

/**
 * Returns the answer that `fetchEarly` has already requested for this call with the same token; null if there is
 * none. The stored answer is removed, so that it is used only once.
 */
export function takeEarly(url: string, init: RequestInit | undefined): Promise<Response> | null {
  const early = window.earlyRequest
  if (early === undefined || early.url !== url || (init?.method ?? 'GET') !== 'GET') return null
  window.earlyRequest = undefined
  const authorization = new Headers(init?.headers).get('authorization')
  return isFor(early, url, early.token) && authorization === `Bearer ${early.token}` ? early.response : null
}
