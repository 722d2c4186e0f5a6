import type { Handle } from '../../platform/http/router.ts'
import type { SessionContext } from '../../session/context.ts'
import { homeList, invite } from './service.ts'

/** Registers the routes for the home list and for invites (I1, I2). */
export function inviteRoutes(handle: Handle, context: SessionContext): void {
  handle('invites', ({ caller }) => homeList(context, caller))
  handle('invite', ({ caller, body }) =>
    invite(context, { ssid: body.ssid, inviterId: caller.userId, invitedId: body.invitedID }),
  )
}
