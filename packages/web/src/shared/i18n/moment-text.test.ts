import { expect, it } from 'vitest'
import { soonText } from './moment-text.ts'

it('L7 the next try says its day only where that is another one', () => {
  const noon = new Date(2026, 10, 22, 12).getTime()
  const minutes = (count: number) => noon + count * 60_000
  expect(soonText(minutes(40), noon)).toBe('12:40')
  expect(soonText(minutes(12 * 60), noon)).toBe('23 November, 00:00')
})
