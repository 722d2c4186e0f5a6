import { expect, it } from 'vitest'
import { titleFor } from './title.ts'

it('I3 the title of the tab shows the count where the icon cannot', () => {
  expect(titleFor('Timeline', 3)).toBe('(3) Timeline · Jointly')
  expect(titleFor(null, 3)).toBe('(3) Jointly')
  expect(titleFor('Timeline', 0)).toBe('Timeline · Jointly')
  expect(titleFor(null, 0)).toBe('Jointly')
})
