import type { Answer, LoginAnswer, Registration } from '@jointly/contract'
import { call } from '../../shared/api/call.ts'
import { storedGuest } from '../../shared/browser/stored-guest.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { rememberedTarget, rememberTarget } from '../../shared/browser/login-target.ts'
import { signIn } from '../../shared/store/store.ts'
import { upgradeGuest } from '../../shared/store/upgrade-guest.ts'

/** Stores the person if the login was accepted. A refused login changes nothing. */
export function storeLogin(answer: Answer<LoginAnswer>): Answer<LoginAnswer> {
  if (answer.ok) signIn(answer.value)
  return answer
}

/** Logs in and stores the person. */
export const logIn = async (body: { username: string; password: string }) =>
  storeLogin(await call('login', { body }))

/**
 * Creates an account, and logs the person in. If only the login after the claim of a ticket fails, the person must use
 * the login form (A6).
 * @param ticket undefined where people register without a ticket (A5)
 * @param wasLost whether an earlier attempt got no answer. The account may exist since then, so the name or the ticket
 * is used. Then the person is logged in.
 */
export async function createAccount(
  data: Registration,
  ticket: string | undefined,
  wasLost: boolean,
): Promise<Answer<unknown>> {
  const answer = await (ticket === undefined ? register(data) : claimTicket(ticket, data))
  const isUsed = !answer.ok && answer.error.code === (ticket === undefined ? 'taken' : 'ticket')
  if (!wasLost || !isUsed) return answer
  const login = await logIn({ username: data.username, password: data.password })
  return login.ok ? login : answer
}

async function register(body: Registration): Promise<Answer<unknown>> {
  return storeLogin(await call('register', { body }))
}

async function claimTicket(code: string, data: Registration): Promise<Answer<unknown>> {
  const answer = await call('claimTicket', { params: { code }, body: { code, data } })
  if (answer.ok) await logIn({ username: data.username, password: data.password })
  return answer
}

/**
 * Converts the guest of this device to an account. After that, the screen opens that the person requested before, or
 * else the guest's session (G6).
 * @param ticket undefined where people register without a ticket (A5)
 */
export async function createAccountOfGuest(data: Registration, ticket?: string): Promise<Answer<unknown>> {
  const ssid = storedGuest()?.ssid
  const answer = await upgradeGuest({ ...data, ...(ticket !== undefined && { ticket }) })
  if (answer.ok && ssid !== undefined && rememberedTarget() === null)
    rememberTarget(`/main${screenPath.session(ssid)}`)
  return answer
}

/** Returns whether this server lets people join as guests (G5). Null if the server does not answer. */
export async function areGuestsAllowed(): Promise<boolean | null> {
  const answer = await call('provider')
  return answer.ok ? answer.value.guests : null
}

/**
 * Returns whether everyone may register on this server (`open`), or only people with a ticket (`ticket`) (A5). Null
 * if the server does not answer.
 */
export async function registrationMode(): Promise<'open' | 'ticket' | null> {
  const answer = await call('provider')
  return answer.ok ? answer.value.registration : null
}
