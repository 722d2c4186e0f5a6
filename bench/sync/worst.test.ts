import { expect, test } from 'vitest'
import { worst } from './worst.ts'

test('the worst difference is the largest one in either direction, with its sign', () => {
  expect(worst([3, -40, 12])).toBe(-40)
  expect(worst([3, -40, 41])).toBe(41)
})
