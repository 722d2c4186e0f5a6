import { isManaging, type Role } from './roles.ts'

/** Who may enter a session (S2). */
export type Policy = 'strict' | 'invite' | 'link' | 'free'

/** What decides whether a person may enter. `invitedBy` holds the current roles of the people who invited them. */
export interface Visitor {
  readonly policy: Policy
  readonly role: Role
  readonly isBanned: boolean
  readonly invitedBy: readonly Role[]
  readonly wasInside: boolean
}

/** The result: enter, or the reason why not. `hidden`: the session answers as if it did not exist. */
export type Admission = 'enter' | 'banned' | 'policy' | 'hidden'

/**
 * Whether a person may open a session (S2, S5).
 *
 * @returns `enter`; `banned` for a banned person; `policy` for a person who was invited or inside before but may not
 * enter now; `hidden` for everyone else
 */
export function admit(visitor: Visitor): Admission {
  if (visitor.role === 'owner') return 'enter'
  if (visitor.isBanned) return 'banned'
  if (visitor.role !== 'guest') return 'enter'
  if (policyAdmits(visitor.policy, visitor.invitedBy)) return 'enter'
  return visitor.wasInside || visitor.invitedBy.length > 0 ? 'policy' : 'hidden'
}

/** Whether a policy lets in everyone who has the link, without an invitation (S2). */
export function isOpenByLink(policy: Policy): boolean {
  return policy === 'free' || policy === 'link'
}

/** Whether a person inside may invite others (I1). In a strict session only the owner and managers may (S2). */
export function mayInvite(policy: Policy, role: Role): boolean {
  return policy !== 'strict' || isManaging(role)
}

/** The policy of a new session (S3). */
export function defaultPolicy(isPrivate: boolean): Policy {
  return isPrivate ? 'invite' : 'link'
}

function policyAdmits(policy: Policy, invitedBy: readonly Role[]): boolean {
  if (isOpenByLink(policy)) return true
  return policy === 'invite' ? invitedBy.length > 0 : invitedBy.some(isManaging)
}
