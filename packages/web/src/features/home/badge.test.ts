import { expect, it } from 'vitest'
import { badgeCount, showBadge } from './badge.ts'

it('I3 the badge counts favorites and own sessions, each once, and no incoming ones', () => {
  expect(badgeCount([{ mode: 'own' }, { mode: 'favorite' }, { mode: 'invited' }, { mode: 'own' }])).toBe(3)
  expect(badgeCount([])).toBe(0)
})

it('I3 the count is on the icon if the browser can show it, and zero removes it', () => {
  const badges: (number | 'cleared')[] = []
  const badging = {
    setAppBadge: async (count?: number) => void badges.push(count ?? 0),
    clearAppBadge: async () => void badges.push('cleared'),
  }
  showBadge(3, badging)
  showBadge(0, badging)
  expect(badges).toEqual([3, 'cleared'])
})

it('I3 elsewhere the count is in the title', () => {
  showBadge(3, {})
  expect(document.title).toMatch(/^\(3\) /)
  showBadge(0, {})
  expect(document.title).not.toMatch(/^\(/)
})
