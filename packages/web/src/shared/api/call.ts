import { createClient, ErrorBody } from '@jointly/contract'
import { noteReachable } from '../browser/online.ts'
import { storedToken } from '../browser/token.ts'

type EndListener = () => void
const endListeners = new Set<EndListener>()

/** Calls back when the server no longer knows the stored token (A1); `app` sends the person to the login. */
export function onLoginEnded(listener: EndListener): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

async function isDeadToken(response: Response, init: RequestInit | undefined): Promise<boolean> {
  if (response.status !== 401 || !new Headers(init?.headers).has('authorization')) return false
  const body = ErrorBody.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  )
  return body.success && body.data.error.code === 'unauthenticated'
}

const watchedFetch: typeof fetch = async (url, init) => {
  try {
    const response = await fetch(url, init)
    noteReachable(true)
    if (await isDeadToken(response, init)) for (const listener of endListeners) listener()
    return response
  } catch (error) {
    if (error instanceof TypeError) noteReachable(false)
    throw error
  }
}

/** The app's one client of the call table: `await call('vote', {...})` answers a value or a refusal, never throws. */
export const call = createClient({ fetch: watchedFetch, baseUrl: '', token: storedToken })
