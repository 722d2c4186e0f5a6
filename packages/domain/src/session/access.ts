import { isManaging, type Role } from './role-permissions.ts'

/**
 * Who may enter a session (S2): every user (`free`), everyone with the link (`link`), people whom a member invited
 * (`invite`), or only people whom the owner or a manager invited (`strict`).
 */
export type Policy = 'strict' | 'invite' | 'link' | 'free'

/**
 * The facts that decide whether a person may enter. `invitedBy` contains the current roles of the people who
 * invited the person.
 */
export interface Visitor {
  readonly policy: Policy
  readonly role: Role
  readonly isBanned: boolean
  readonly invitedBy: readonly Role[]
  readonly wasInside: boolean
  /** False for a guest (G1). */
  readonly hasAccount: boolean
  /** Whether the session lets guests in (G5). */
  readonly guests: boolean
}

/**
 * Whether a person may enter, or why not. `no-guests` means that the session is open, but does not let guests in.
 * `hidden` means that the server answers as if the session did not exist.
 */
export type Admission = 'enter' | 'banned' | 'no-guests' | 'policy' | 'hidden'

/**
 * Decides whether a person may enter a session (S2, S5, G5).
 *
 * @returns `enter`; `banned` for a banned person; `no-guests` for a guest whom an open session does not let in;
 * `policy` for a person who was invited or a member before but may not enter now; `hidden` for everyone else
 */
export function admit(visitor: Visitor): Admission {
  if (visitor.role === 'owner') return 'enter'
  if (visitor.isBanned) return 'banned'
  if (visitor.role !== 'guest') return 'enter'
  if (mayVisit(visitor)) return 'enter'
  if (isOpenByLink(visitor.policy)) return 'no-guests'
  return visitor.wasInside || visitor.invitedBy.length > 0 ? 'policy' : 'hidden'
}

/** Returns whether a policy lets everyone with the link enter, without an invitation (S2). */
export function isOpenByLink(policy: Policy): boolean {
  return policy === 'free' || policy === 'link'
}

/** One example of the inviters of a person for each kind that a policy distinguishes: nobody, a member, an owner. */
const KINDS_OF_INVITERS: readonly (readonly Role[])[] = [[], ['guest'], ['owner']]

/**
 * Returns whether a policy refuses some people whom another policy admits (S2). A change to a stricter policy can remove
 * people from the session.
 */
export function isStricter(policy: Policy, than: Policy): boolean {
  return KINDS_OF_INVITERS.some(
    (invitedBy) => policyAdmits(than, invitedBy) && !policyAdmits(policy, invitedBy),
  )
}

/**
 * Returns whether a member may invite others (I1). In a strict session only the owner and managers may (S2).
 */
export function mayInvite(policy: Policy, role: Role): boolean {
  return policy !== 'strict' || isManaging(role)
}

/** Returns the policy of a new session (S3). */
export function defaultPolicy(isPrivate: boolean): Policy {
  return isPrivate ? 'invite' : 'link'
}

function mayVisit({ policy, invitedBy, hasAccount, guests }: Visitor): boolean {
  return policyAdmits(policy, invitedBy) && (hasAccount || guests)
}

function policyAdmits(policy: Policy, invitedBy: readonly Role[]): boolean {
  if (isOpenByLink(policy)) return true
  return policy === 'invite' ? invitedBy.length > 0 : invitedBy.some(isManaging)
}
