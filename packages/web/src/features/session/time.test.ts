import { expect, it } from 'vitest'
import { durationText } from './time.ts'

it('P7 a position is read as minutes and seconds', () => {
  expect([0, 999, 59_999, 187_000, 3_723_000, -5].map(durationText)).toEqual([
    '0:00',
    '0:00',
    '0:59',
    '3:07',
    '1:02:03',
    '0:00',
  ])
})
