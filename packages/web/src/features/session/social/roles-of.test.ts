import { expect, it } from 'vitest'
import { rolesOf } from './roles-of.ts'

const bob = { user_id: 'bob', username: 'bob', level: 'operator' } as const

it('R1 the owner is known to all, the moderators to those who may see them, oneself to oneself', () => {
  expect([...rolesOf('ann', { id: 'eva', role: 'guest' })]).toEqual([['ann', 'owner']])
  expect([...rolesOf('ann', { id: undefined, role: 'relate' })]).toEqual([['ann', 'owner']])
  expect(rolesOf('ann', { id: 'eva', role: 'relate' }).get('eva')).toBe('relate')
  expect(rolesOf('ann', { id: 'ann', role: 'owner' }, [bob]).get('bob')).toBe('operator')
})
