import './zod-jitless.ts'
import { createClient, ErrorBody } from '@jointly/contract'
import { noteReachable } from '../browser/online.ts'
import { storedToken } from '../browser/token.ts'
import { endLogin } from './login-ended.ts'

async function isDeadToken(response: Response, init: RequestInit | undefined): Promise<boolean> {
  if (response.status !== 401) return false
  // An answer to a call of before may arrive after the next log-in: only the token that is stored now can be dead.
  if (new Headers(init?.headers).get('authorization') !== `Bearer ${storedToken()}`) return false
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
    if (await isDeadToken(response, init)) endLogin()
    return response
  } catch (error) {
    if (error instanceof TypeError) noteReachable(false)
    throw error
  }
}

/** The app's one client of the call table: `await call('session', {params})` answers a value or a refusal, never throws. */
export const call = createClient({ fetch: watchedFetch, baseUrl: '', token: storedToken })
