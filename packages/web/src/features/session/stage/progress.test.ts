import { expect, it } from 'vitest'
import { skipProgress, songProgress } from './progress.ts'

it('K2 the bar shows progress toward the threshold and is capped at 100', () => {
  expect(skipProgress(0, 35)).toBe(0)
  expect(skipProgress(25, 50)).toBe(50)
  expect(skipProgress(35, 35)).toBe(100)
  expect(skipProgress(100, 35)).toBe(100)
})

it('P7 a song is never less than begun or more than over', () => {
  expect(songProgress(-20, 1000)).toBe(0)
  expect(songProgress(250, 1000)).toBe(0.25)
  expect(songProgress(2000, 1000)).toBe(1)
})
