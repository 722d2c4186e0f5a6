import { expect, it } from 'vitest'
import { songProgress } from './progress.ts'

it('P7 a song is never less than begun or more than over', () => {
  expect(songProgress(-20, 1000)).toBe(0)
  expect(songProgress(250, 1000)).toBe(0.25)
  expect(songProgress(2000, 1000)).toBe(1)
})

it('P7 a song without a length is over when a millisecond has passed', () => {
  expect(songProgress(0, 0)).toBe(0)
  expect(songProgress(1, 0)).toBe(1)
})
