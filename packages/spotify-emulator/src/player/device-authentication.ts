import type { Collection } from '../library/collection.ts'
import type { Grants } from '../store/grants.ts'
import type { ToDevice } from './device-messages.ts'

export type DeviceRefusal = Extract<ToDevice, { type: 'refused' }>

type Options = { readonly grants: Grants; readonly collection: Collection; now(): number }

const refuse = (event: DeviceRefusal['event'], message: string): DeviceRefusal => ({
  type: 'refused',
  event,
  message,
})

/**
 * Checks an access token and returns the id of its grant (one consent). If the token does not allow playing,
 * returns the refusal for the player script.
 */
export function authenticateDevice(
  token: string,
  { grants, collection, now }: Options,
): number | DeviceRefusal {
  const access = grants.access(token)
  if (access === undefined || access.grant === null || access.expiresAtMs <= now())
    return refuse('authentication_error', 'Authentication failed')
  if (!access.scopes.includes('streaming')) return refuse('authentication_error', 'Invalid token scopes.')
  if (collection.account(access.grant).product !== 'premium')
    return refuse('account_error', 'This functionality is restricted to premium users only.')
  return access.grant.id
}
