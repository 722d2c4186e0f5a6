import type { Handle } from '../../platform/http/handle.ts'
import { findInvitation, type InvitationDeps } from './service.ts'

/** Registers the call that shows an open session before a person enters (J2). */
export function invitationRoutes(handle: Handle, deps: InvitationDeps): void {
  handle('invitation', ({ query, clientNetwork }) => findInvitation(deps, query, clientNetwork))
}
