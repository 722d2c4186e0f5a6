/** A request that was sent before the code that needs its answer was loaded. */
type EarlyRequest = { url: string; token: string; sentMs: number; response: Promise<Response> }

declare global {
  interface Window {
    /** The script of the prepared page sends the request, and the app uses the answer. So it is on the window. */
    earlyRequest?: EarlyRequest | undefined
  }
}

/** An answer is valid for this time. An older one is fetched again. */
const VALID_MS = 10_000

const isFor = (early: EarlyRequest, url: string, token: string) =>
  early.url === url && early.token === token && performance.now() - early.sentMs < VALID_MS

/**
 * Sends a GET call of the API now, so that its answer is here when the app asks for it. Nothing is sent if the
 * same call is already on its way.
 * @returns a copy of the answer
 */
export function fetchEarly(url: string, token: string): Promise<Response> {
  const before = window.earlyRequest
  const response =
    before && isFor(before, url, token)
      ? before.response
      : fetch(url, { headers: { authorization: `Bearer ${token}` } })
  // The copy is made before the app can read the answer. The error is handled where the answer is used.
  const copy = response.then((answer) => answer.clone())
  copy.catch(() => undefined)
  if (response !== before?.response) window.earlyRequest = { url, token, sentMs: performance.now(), response }
  return copy
}

/** Returns the answer to the same call with the same token, and forgets it. Null if there is none. */
export function takeEarly(url: string, init: RequestInit | undefined): Promise<Response> | null {
  const early = window.earlyRequest
  if (early === undefined || early.url !== url || (init?.method ?? 'GET') !== 'GET') return null
  window.earlyRequest = undefined
  const authorization = new Headers(init?.headers).get('authorization')
  return isFor(early, url, early.token) && authorization === `Bearer ${early.token}` ? early.response : null
}
