import fc from 'fast-check'
import { expect, it } from 'vitest'
import { reconnectDelayMs } from './reconnect-delay.ts'

it('S4 waits grow with every failure, up to half a minute', () => {
  expect([1, 2, 3, 4].map((failures) => reconnectDelayMs(failures, 1))).toEqual([500, 1000, 2000, 4000])
  expect(reconnectDelayMs(1000, 1)).toBe(30_000)
})

it('S4 a wait is a random value in its upper half', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (failures, chance) => {
        const full = reconnectDelayMs(failures, 1)
        const delayMs = reconnectDelayMs(failures, chance)
        expect(delayMs).toBeGreaterThanOrEqual(Math.floor(full / 2))
        expect(delayMs).toBeLessThanOrEqual(full)
      },
    ),
  )
})
