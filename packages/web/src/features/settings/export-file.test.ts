import { expect, it } from 'vitest'
import { exportName } from './export-file.ts'

it('A7 the file of the own data names the person and the day', () => {
  expect(exportName('ann', new Date(2026, 1, 3, 23, 59).getTime())).toBe('jointly-ann-2026-02-03.json')
})
