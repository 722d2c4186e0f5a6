import './zod-jitless.ts'
import { createClient, ErrorBody, failureCode } from '@jointly/contract'
import { reportAnswer, setReachable } from '../browser/connection/online.ts'
import { storedToken } from '../browser/token.ts'
import { takeEarly } from './early-answer.ts'
import { endLogin } from './login-ended.ts'

async function isDeadToken(url: string, response: Response, init: RequestInit | undefined): Promise<boolean> {
  // If a call of a big screen gets 401, only the secret of the big screen is not valid any more. The person in the
  // same browser stays logged in (X3).
  if (response.status !== 401 || url.startsWith('/api/stage/')) return false
  // The login has ended only if the stored token was refused. An answer to an older call can arrive after the next
  // login, and then concerns the previous token.
  if (new Headers(init?.headers).get('authorization') !== `Bearer ${storedToken()}`) return false
  const body = ErrorBody.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  )
  return body.success && body.data.error.code === 'unauthenticated'
}

const fetchAndReport = async (url: string, init?: RequestInit): Promise<Response> => {
  try {
    const response = await (takeEarly(url, init) ?? fetch(url, init))
    reportAnswer(response)
    if (await isDeadToken(url, response, init)) endLogin()
    return response
  } catch (error) {
    // If the page has ended the call, this says nothing about the server.
    if (failureCode(error, init?.signal) !== 'aborted') setReachable(false)
    throw error
  }
}

/** Returns the language of the app, in which the server makes posters and shows the consent page (W3). */
const shownLanguage = (): string => document.documentElement.lang

/**
 * Makes the API calls of the app. `await call('session', {params})` returns a value or a refusal and never
 * throws.
 */
export const call = createClient({
  fetch: fetchAndReport,
  baseUrl: '',
  token: storedToken,
  language: shownLanguage,
})
