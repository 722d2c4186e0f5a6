import type { Answer, GuestUpgrade, User } from '@jointly/contract'
import { call } from '../api/call.ts'
import { forgetGuest } from '../browser/stored-guest.ts'
import { markReturning } from '../browser/returning-person.ts'
import { refreshLogin } from './load-lists.ts'
import { useStore } from './store.ts'

/**
 * Turns the guest who is logged in into a person with an account, and stores the account. The login and the open
 * session stay (G6).
 */
export async function upgradeGuest(body: GuestUpgrade): Promise<Answer<User>> {
  const answer = await sendUpgrade(body)
  if (answer.ok) {
    forgetGuest()
    markReturning()
    useStore.setState({ user: answer.value })
  }
  return answer
}

/**
 * Sends the upgrade. If the server says that the person has an account already, only the answer to an earlier attempt
 * was lost, so this is a success.
 */
async function sendUpgrade(body: GuestUpgrade): Promise<Answer<User>> {
  const answer = await call('upgradeGuest', { body })
  if (answer.ok || answer.error.code !== 'forbidden') return answer
  const login = await refreshLogin()
  return login.ok && !login.value.user.guest ? { ok: true, value: login.value.user } : answer
}
