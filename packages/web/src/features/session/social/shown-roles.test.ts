import { expect, it } from 'vitest'
import { shownRoles } from './shown-roles.ts'

const bob = { user_id: 'bob', username: 'bob', level: 'operator' } as const

it('R1 all see the owner and themselves, and some also see the moderators', () => {
  expect([...shownRoles('ann', { id: 'eva', role: 'guest' })]).toEqual([['ann', 'owner']])
  expect([...shownRoles('ann', { id: undefined, role: 'relate' })]).toEqual([['ann', 'owner']])
  expect(shownRoles('ann', { id: 'eva', role: 'relate' }).get('eva')).toBe('relate')
  expect(shownRoles('ann', { id: 'ann', role: 'owner' }, [bob]).get('bob')).toBe('operator')
})
