import { expect, it } from 'vitest'
import { songProgress } from './progress.ts'

it('P7 a song is never less than begun or more than over', () => {
  expect(songProgress(-20, 1000)).toBe(0)
  expect(songProgress(250, 1000)).toBe(0.25)
  expect(songProgress(2000, 1000)).toBe(1)
})
