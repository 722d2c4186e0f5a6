import { expect, it } from 'vitest'
import { DEFAULT_DELAY_MS } from '../sync/start-delay.ts'
import { listener, ONLY_ONE } from './testing.ts'

it.each([
  [100, 150],
  [10, 120],
])('P7 a device whose sound is %d ms behind gets a delay of %d ms', async (behindMs, expectedMs) => {
  const { delays, pass, sounds, start } = listener()
  const delayMs = () => delays.get('here') ?? DEFAULT_DELAY_MS
  await start(ONLY_ONE)
  // The second sample shows that the song plays. Its position is ignored, because it is not exact right after a start.
  for (let second = 1; second <= 3; second += 1) {
    expect(delayMs()).toBe(120)
    sounds('one', 10_000 + second * 1_000 - behindMs)
    await pass(1_000)
  }
  expect(delayMs()).toBe(expectedMs)
})
