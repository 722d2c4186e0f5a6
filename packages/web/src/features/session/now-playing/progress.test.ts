import { expect, it } from 'vitest'
import { songProgress } from './progress.ts'

it('P7 the progress of a song is between 0 and 1', () => {
  expect(songProgress(-20, 1000)).toBe(0)
  expect(songProgress(250, 1000)).toBe(0.25)
  expect(songProgress(2000, 1000)).toBe(1)
})

it('P7 a song without a length has ended after a millisecond', () => {
  expect(songProgress(0, 0)).toBe(0)
  expect(songProgress(1, 0)).toBe(1)
})
