import { expect, it } from 'vitest'
import { createServerClock } from './server-clock.ts'

const EPOCH = 1_790_000_000_000

function device() {
  let monotonicMs = 0
  let dateMs = EPOCH - 3_600_000
  let jumps = 0
  const clock = createServerClock({
    monotonicMs: () => monotonicMs,
    dateMs: () => dateMs,
    jumped: () => void (jumps += 1),
  })
  const pass = (ms: number, monotonicPassesMs = ms) => {
    monotonicMs += monotonicPassesMs
    dateMs += ms
  }
  const addProbe = (serverMs: number) =>
    clock.addProbe({ sentMs: monotonicMs, receivedMs: monotonicMs, serverMs })
  return { clock, pass, addProbe, jumps: () => jumps }
}

it('P7 M7 the time is unknown after a sleep in which the monotonic time stood still, and is measured again', () => {
  const { clock, pass, addProbe, jumps } = device()
  addProbe(EPOCH)
  pass(1_000)
  expect(Math.abs((clock.now() ?? 0) - EPOCH - 1_000)).toBeLessThan(2)
  pass(60_000, 0)
  expect([clock.now(), clock.errorMs(), jumps()]).toEqual([null, null, 1])
  addProbe(EPOCH + 61_000)
  pass(1_000)
  expect(Math.abs((clock.now() ?? 0) - EPOCH - 62_000)).toBeLessThan(2)
  expect(jumps()).toBe(1)
})

it('P7 a wrong date, and one that drifts, change nothing', () => {
  const { clock, pass, addProbe, jumps } = device()
  addProbe(EPOCH)
  for (let second = 0; second < 60; second += 1) {
    pass(1_000.2, 1_000)
    expect(clock.now()).not.toBeNull()
  }
  expect(jumps()).toBe(0)
})
