import { expect, it } from 'vitest'
import { createLocalBus } from '../../platform/event-bus.ts'
import { notifyHomeLists } from './home-lists.ts'

it('O6 I2 the people of a large session are told of its end in many turns of the event loop', async () => {
  const bus = createLocalBus()
  let told = 0
  bus.subscribe(() => (told += 1))
  const telling = notifyHomeLists(
    bus,
    Array.from({ length: 5_000 }, (_, index) => `person ${index}`),
  )
  let most = told
  while (told < 5_000) {
    const before = told
    await new Promise(setImmediate)
    most = Math.max(most, told - before)
  }
  await telling
  expect(most).toBe(200)
})
