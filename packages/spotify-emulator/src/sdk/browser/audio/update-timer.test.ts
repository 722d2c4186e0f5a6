import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UpdateTimer } from './update-timer.js'

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(document, 'hidden')
})

function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

it('M9 updates ten times a second, twice in a hidden page, and at once when it is shown again', () => {
  let updates = 0
  const timer = new UpdateTimer(() => (updates += 1))
  timer.start()
  vi.advanceTimersByTime(1_000)
  expect(updates).toBe(10)
  setHidden(true)
  updates = 0
  vi.advanceTimersByTime(10_000)
  expect(updates).toBe(20)
  setHidden(false)
  expect(updates).toBe(21)
  vi.advanceTimersByTime(1_000)
  expect(updates).toBe(31)
  timer.stop()
  setHidden(true)
  vi.advanceTimersByTime(1_000)
  expect([updates, timer.isOn]).toEqual([31, false])
})
