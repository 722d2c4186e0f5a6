import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  admit,
  isOpenByLink,
  isStricter,
  mayInvite,
  type Policy,
  defaultPolicy,
  type Visitor,
} from './access.ts'
import type { Role } from './role-permissions.ts'

const policies: Policy[] = ['strict', 'invite', 'link', 'free']
const roles: Role[] = ['owner', 'manager', 'operator', 'relate', 'guest']
const anyVisitor: fc.Arbitrary<Visitor> = fc.record({
  policy: fc.constantFrom(...policies),
  role: fc.constantFrom(...roles),
  isBanned: fc.boolean(),
  invitedBy: fc.array(fc.constantFrom(...roles), { maxLength: 3 }),
  wasInside: fc.boolean(),
  hasAccount: fc.boolean(),
  guests: fc.boolean(),
})

function guest(over: Partial<Visitor> = {}): Visitor {
  return {
    ...{ policy: 'link', role: 'guest', isBanned: false, invitedBy: [], wasInside: false },
    ...{ hasAccount: true, guests: true, ...over },
  }
}

describe('admission', () => {
  it('S2 the policies free and link admit everyone who is logged in', () => {
    expect(admit(guest({ policy: 'free' }))).toBe('enter')
    expect(admit(guest({ policy: 'link' }))).toBe('enter')
  })

  it('S2 a policy is open by link exactly if it admits strangers', () => {
    const letsStrangersIn = policies.filter((policy) => admit(guest({ policy })) === 'enter')
    expect(policies.filter(isOpenByLink)).toEqual(letsStrangersIn)
  })

  it('S2 S5 the owner always enters', () => {
    expect(admit(guest({ policy: 'strict', role: 'owner', isBanned: true }))).toBe('enter')
  })

  it('S2 invite admits people who were invited by anyone in the session', () => {
    expect(admit(guest({ policy: 'invite', invitedBy: ['guest'] }))).toBe('enter')
    expect(admit(guest({ policy: 'invite' }))).toBe('hidden')
  })

  it('S2 strict admits people who were invited by the owner or a manager', () => {
    expect(admit(guest({ policy: 'strict', invitedBy: ['guest', 'manager'] }))).toBe('enter')
    expect(admit(guest({ policy: 'strict', invitedBy: ['owner'] }))).toBe('enter')
    expect(admit(guest({ policy: 'strict', invitedBy: ['operator', 'guest'] }))).toBe('policy')
  })

  it('S2 a former member who is not admitted gets the reason, a stranger does not', () => {
    expect(admit(guest({ policy: 'invite', wasInside: true }))).toBe('policy')
    expect(admit(guest({ policy: 'strict', wasInside: true }))).toBe('policy')
    expect(admit(guest({ policy: 'strict' }))).toBe('hidden')
  })

  it('S2 owner and moderators are always admitted', () => {
    fc.assert(
      fc.property(anyVisitor, (visitor) => {
        fc.pre(visitor.role !== 'guest' && !visitor.isBanned)
        expect(admit(visitor)).toBe('enter')
      }),
    )
  })

  it('G5 a person without an account enters only an open session that lets guests in', () => {
    const withoutAccount = (over: Partial<Visitor>) => admit(guest({ hasAccount: false, ...over }))
    const entered = policies.filter((policy) => withoutAccount({ policy }) === 'enter')
    expect(entered).toEqual(['link', 'free'])
    for (const policy of policies) {
      const isOpen = isOpenByLink(policy)
      expect(withoutAccount({ policy, guests: false })).toBe(isOpen ? 'no-guests' : 'hidden')
      expect(withoutAccount({ policy, guests: false, wasInside: true })).toBe(isOpen ? 'no-guests' : 'policy')
      expect(withoutAccount({ policy, guests: false, isBanned: true })).toBe('banned')
      expect(admit(guest({ policy, guests: false }))).toBe(admit(guest({ policy })))
    }
  })

  it('S5 a banned person is refused with every policy', () => {
    fc.assert(
      fc.property(anyVisitor, (visitor) => {
        fc.pre(visitor.role !== 'owner')
        expect(admit({ ...visitor, isBanned: true })).toBe('banned')
      }),
    )
  })

  it('S2 a stricter policy never admits a person whom a looser one refuses', () => {
    fc.assert(
      fc.property(anyVisitor, (visitor) => {
        const enters = policies.map((policy) => admit({ ...visitor, policy }) === 'enter')
        expect(enters.lastIndexOf(false)).toBeLessThan(
          enters.includes(true) ? enters.indexOf(true) : enters.length,
        )
      }),
    )
  })
})

describe('stricter policies', () => {
  it('S2 strict is stricter than invite, and invite is stricter than the open policies', () => {
    const stricter = policies.map((one) => policies.filter((other) => isStricter(one, other)))
    expect(stricter).toEqual([['invite', 'link', 'free'], ['link', 'free'], [], []])
  })

  it('S2 a change of the policy removes somebody only if the new policy is stricter', () => {
    const anyPolicy = fc.constantFrom(...policies)
    const refused = new Set<string>()
    fc.assert(
      fc.property(anyPolicy, anyPolicy, anyVisitor, (before, after, { invitedBy, hasAccount }) => {
        const enters = (policy: Policy) => admit(guest({ invitedBy, hasAccount, policy })) === 'enter'
        if (!enters(before) || enters(after)) return
        refused.add(`${before} ${after}`)
        expect(isStricter(after, before)).toBe(true)
      }),
      { numRuns: 5000 },
    )
    // Each stricter policy has removed somebody.
    for (const before of policies)
      for (const after of policies) expect(refused.has(`${before} ${after}`)).toBe(isStricter(after, before))
  })
})

it('S3 a new session has the policy link, a private one invite', () => {
  expect(defaultPolicy(false)).toBe('link')
  expect(defaultPolicy(true)).toBe('invite')
})

it('I1 in a strict session only the owner and managers can invite, in others every member', () => {
  expect(roles.filter((role) => mayInvite('strict', role))).toEqual(['owner', 'manager'])
  for (const policy of ['free', 'link', 'invite'] as const) {
    expect(roles.filter((role) => mayInvite(policy, role))).toEqual(roles)
  }
})
