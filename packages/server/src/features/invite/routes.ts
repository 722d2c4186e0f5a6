import type { Handle } from '../../platform/http/handle.ts'
import { homeList, type InviteDeps, invite } from './service.ts'

/** The home list, and inviting (I1, I2). */
export function inviteRoutes(handle: Handle, deps: InviteDeps): void {
  handle('invites', ({ caller }) => homeList(deps, caller.userId))
  handle('invite', ({ caller, body }) =>
    invite(deps, { ssid: body.ssid, inviterId: caller.userId, invitedId: body.invitedID }),
  )
}
