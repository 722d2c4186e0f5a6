import { expect, it } from 'vitest'
import { badgeCount } from './badge.ts'

it('I3 the badge counts favorites and own sessions, each once, and no incoming ones', () => {
  expect(badgeCount([{ mode: 'own' }, { mode: 'favorite' }, { mode: 'invited' }, { mode: 'own' }])).toBe(3)
  expect(badgeCount([])).toBe(0)
})
