import { expect, it } from 'vitest'
import { exactDate, startOfSong, timelineDate } from './timeline-date.ts'

const moment = new Date(2026, 10, 21, 20, 15, 7).getTime()

it('T1 the timeline writes dates as MMMM Mo yyyy, HH:ss, and the exact time beside it', () => {
  expect(timelineDate(moment)).toBe('November 11th 2026, 20:07')
  expect(startOfSong(moment)).toBe('20:15')
  expect(exactDate(moment)).toBe('Saturday, 21 November 2026, 20:15:07')
})
