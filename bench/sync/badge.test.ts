import { expect, test } from 'vitest'
import { badgeRows, withinMsOf } from './badge.ts'

test('M7 a badge that never showed a figure is neither true nor wrong, but may miss a goal of its own', () => {
  const looks = ['syncing …', 'delay unknown'].map((text) => ({ withinMs: withinMsOf(text), offMs: 3 }))
  expect(badgeRows('mp3: ', looks, 90).map(({ what, value, met }) => [what, value, met])).toEqual([
    ['mp3: badge shown, share of the time', 0, false],
  ])
})

test('M7 a figure of the badge is true if the song was heard and was off by at most its milliseconds', () => {
  const looks = [-5, 6, null].map((offMs) => ({ withinMs: withinMsOf('in sync ± 5 ms'), offMs }))
  const rows = badgeRows('mp3: ', [...looks, { withinMs: null, offMs: null }], null)
  expect(rows.map(({ what, value, met }) => [what, value, met])).toEqual([
    ['mp3: badge shown, share of the time', 75, null],
    ['mp3: badge true', 33.3, false],
    ['mp3: badge says within, p50', 5, null],
  ])
})
