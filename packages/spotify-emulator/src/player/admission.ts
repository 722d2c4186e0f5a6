import type { Collection } from '../library/collection.ts'
import type { Grants } from '../store/grants.ts'
import type { ToDevice } from './messages.ts'

export type Admitted = { readonly grantId: number; readonly expiresAtMs: number }

export type Refusal = Extract<ToDevice, { type: 'refused' }>

const notPremium = 'This functionality is restricted to premium users only.'

/** Whom an access token lets play, or the refusal in the player script's words. */
export function admit(
  token: string,
  { grants, collection, now }: { readonly grants: Grants; readonly collection: Collection; now(): number },
): Admitted | Refusal {
  const refuse = (event: Refusal['event'], message: string): Refusal => ({ type: 'refused', event, message })
  const access = grants.access(token)
  if (access === undefined || access.grant === null || access.expiresAtMs <= now())
    return refuse('authentication_error', 'Authentication failed')
  if (!access.scopes.includes('streaming')) return refuse('authentication_error', 'Invalid token scopes.')
  if (collection.account(access.grant).product !== 'premium') return refuse('account_error', notPremium)
  return { grantId: access.grant.id, expiresAtMs: access.expiresAtMs }
}
