// @vitest-environment happy-dom (`npm run mutants` would run this test in Node)
import { expect, it, onTestFinished } from 'vitest'
import { showLanguage, startTexts } from './i18n.ts'
import { agoText, dayText, momentText, soonText } from './moment-text.ts'

startTexts({})

/** Calendar days, because 72 hours can be four days when the clocks change. */
const threeDaysAgo = () => new Date().setDate(new Date().getDate() - 3)

it('L7 the next try names the day only if it is not today', () => {
  const noon = new Date(2026, 10, 22, 12).getTime()
  const minutes = (count: number) => noon + count * 60_000
  expect(soonText(minutes(40), noon)).toBe('12:40')
  expect(soonText(minutes(12 * 60), noon)).toBe('23 November at 00:00')
})

it('A9 a time is shown to the minute with its date, or as how long ago it was', () => {
  expect(momentText(new Date(2026, 10, 21, 18, 30).getTime())).toBe('21 November 2026 at 18:30')
  expect(agoText(threeDaysAgo())).toBe('3 days ago')
})

it('T1 a visit says today, yesterday, or the weekday with the date', () => {
  const now = new Date(2026, 10, 22, 2).getTime()
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 24).getTime()
  expect(dayText(at(22, 1), now)).toBe('Today, 01:24')
  expect(dayText(at(21, 23), now)).toBe('Yesterday, 23:24')
  expect(dayText(at(14, 20), now)).toBe('Saturday 14 November, 20:24')
  expect(dayText(at(23, 0), now)).toBe('Today, 00:24')
})

it('W1 dates follow the language', async () => {
  onTestFinished(() => showLanguage('en'))
  const evening = new Date(2026, 10, 21, 18, 30).getTime()
  await showLanguage('de')
  expect(momentText(evening)).toBe('21. November 2026 um 18:30')
  expect(dayText(evening, evening)).toBe('Heute, 18:30')
  expect(agoText(threeDaysAgo())).toBe('vor 3 Tagen')
  await showLanguage('es')
  expect(momentText(evening)).toBe('21 de noviembre de 2026 a las 18:30')
  expect(dayText(evening, evening)).toBe('Hoy, 18:30')
})
