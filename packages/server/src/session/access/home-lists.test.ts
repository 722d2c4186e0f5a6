import { expect, it } from 'vitest'
import { createLocalBus } from '../../platform/event-bus.ts'
import { mostInOneTurn } from '../../testing/thread-time.ts'
import { notifyHomeLists } from './home-lists.ts'

it('O6 I2 the people of a large session are notified of its end in many turns of the event loop', async () => {
  const bus = createLocalBus()
  let notified = 0
  bus.subscribe(() => (notified += 1))
  const notifying = notifyHomeLists(
    bus,
    Array.from({ length: 5_000 }, (_, index) => `person ${index}`),
  )
  expect(await mostInOneTurn(() => notified, 5_000)).toBe(200)
  await notifying
})
