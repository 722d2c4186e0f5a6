import type { Answer, GuestUpgrade, User } from '@jointly/contract'
import { call } from '../api/call.ts'
import { forgetGuest } from '../browser/stored-guest.ts'
import { markReturning } from '../browser/returning-person.ts'
import { useStore } from './store.ts'

/**
 * Turns the guest who is logged in into a person with an account, and stores the account. The login and the open
 * session stay (G6).
 */
export async function upgradeGuest(body: GuestUpgrade): Promise<Answer<User>> {
  const answer = await call('upgradeGuest', { body })
  if (answer.ok) {
    forgetGuest()
    markReturning()
    useStore.setState({ user: answer.value })
  }
  return answer
}
