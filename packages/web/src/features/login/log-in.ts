import type { Answer, LoginAnswer, Registration } from '@jointly/contract'
import { call } from '../../shared/api/call.ts'
import { signIn } from '../../shared/store/store.ts'

/** Stores the person after an accepted login. A refused one changes nothing. */
export function storeLogin(answer: Answer<LoginAnswer>): Answer<LoginAnswer> {
  if (answer.ok) signIn(answer.value)
  return answer
}

/** Logs in and stores the person. */
export const logIn = async (body: { username: string; password: string }) =>
  storeLogin(await call('login', { body }))

/** Creates an account and stores the person. */
export const register = async (body: Registration) => storeLogin(await call('register', { body }))

/** Creates an account with a ticket (A6). The person must log in afterwards. */
export const claimTicket = (code: string, data: Registration) =>
  call('claimTicket', { params: { code }, body: { code, data } })

/** Returns whether people may join as guests here (G5). Null if the server does not answer. */
export async function areGuestsAllowed(): Promise<boolean | null> {
  const answer = await call('provider')
  return answer.ok ? answer.value.guests : null
}

/**
 * Returns whether everyone may register here (`open`), or only people with a ticket (A5). Null if the server does not
 * answer.
 */
export async function registrationMode(): Promise<'open' | 'ticket' | null> {
  const answer = await call('provider')
  return answer.ok ? answer.value.registration : null
}
