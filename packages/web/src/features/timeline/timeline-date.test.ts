import { expect, it } from 'vitest'
import { specifiedDate } from './timeline-date.ts'

it('T1 the tooltip writes a date as MMMM Mo yyyy, HH:ss', () => {
  expect(specifiedDate(new Date(2026, 10, 21, 20, 15, 7).getTime())).toBe('November 11th 2026, 20:07')
})
