import { expect, it } from 'vitest'
import { agoText, momentText, soonText } from './moment-text.ts'

it('L7 the next try names the day only if it is not today', () => {
  const noon = new Date(2026, 10, 22, 12).getTime()
  const minutes = (count: number) => noon + count * 60_000
  expect(soonText(minutes(40), noon)).toBe('12:40')
  expect(soonText(minutes(12 * 60), noon)).toBe('23 November, 00:00')
})

it('A9 a time is shown to the minute with its date, or as how long ago it was', () => {
  expect(momentText(new Date(2026, 10, 21, 18, 30).getTime())).toBe('21 November 2026, 18:30')
  expect(agoText(Date.now() - 3 * 24 * 60 * 60_000)).toBe('3 days ago')
})
