import { expect, it } from 'vitest'
import { isRefused, refuse, type Refusal } from '../platform/refusal.ts'
import { refuseFor } from './failures.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'

const limited = (seconds: number) => refuseFor('rate', seconds)

/** Creates a circuit breaker with a fake clock, which only the test moves. */
function createBreaker() {
  const clock = { nowMs: 0 }
  const { run } = createCircuitBreaker(() => clock.nowMs)
  const answered = (answer: string | Refusal) => run(async () => answer)
  return { clock, run, answered }
}

it('L6 a call that began before the pause does not change it', async () => {
  const { clock, run, answered } = createBreaker()
  const slow = [Promise.withResolvers<string | Refusal>(), Promise.withResolvers<string | Refusal>()]
  const before = slow.map(({ promise }) => run(() => promise))
  await answered(limited(10))
  slow[0]?.resolve('an answer')
  slow[1]?.resolve(limited(900))
  expect((await Promise.all(before)).map(isRefused)).toEqual([false, true])
  clock.nowMs = 9_999
  expect(isRefused(await answered('too early'))).toBe(true)
  clock.nowMs = 10_000
  expect(await answered('in time')).toBe('in time')
})

it('L6 a pause ends when the clock of the server is set back, because it would last too long', async () => {
  const { clock, answered } = createBreaker()
  clock.nowMs = 3_600_000
  await answered(limited(10))
  clock.nowMs = 0
  expect(await answered('in time')).toBe('in time')
})

it('L6 after the pause one call runs first, and the others are refused until it is answered', async () => {
  const { clock, run, answered } = createBreaker()
  await answered(limited(10))
  clock.nowMs = 10_000
  const probe = Promise.withResolvers<string | Refusal>()
  const first = run(() => probe.promise)
  expect(isRefused(await answered('meanwhile'))).toBe(true)
  probe.resolve('an answer')
  expect(await first).toBe('an answer')
  expect(await answered('after')).toBe('after')
})

it('L6 a refused call says how long the pause still lasts, or that the first call is running', async () => {
  const { clock, run, answered } = createBreaker()
  clock.nowMs = 1_000
  await answered(limited(10))
  clock.nowMs = 4_000
  expect(await answered('too early')).toMatchObject({ details: { failure: 'rate', retryAfterSec: 7 } })
  clock.nowMs = 11_000
  const probe = Promise.withResolvers<string | Refusal>()
  const first = run(() => probe.promise)
  expect(await answered('meanwhile')).toMatchObject({ details: { failure: 'rate', retryAfterSec: 1 } })
  probe.resolve(limited(20))
  await first
  clock.nowMs = 30_999
  expect(isRefused(await answered('too early again'))).toBe(true)
  clock.nowMs = 31_000
  expect(await answered('in time')).toBe('in time')
})

it.each([refuseFor('away'), refuseFor('forbidden'), refuse('not-found')])(
  'L6 a refusal without a limit causes no pause: %j',
  async (refused) => {
    const { run, answered } = createBreaker()
    await answered(refused)
    const both = [Promise.withResolvers<string | Refusal>(), Promise.withResolvers<string | Refusal>()]
    const results = both.map(({ promise }) => run(() => promise))
    for (const { resolve } of both) resolve('an answer')
    expect(await Promise.all(results)).toEqual(['an answer', 'an answer'])
  },
)

it('L6 a first call that is refused for another reason ends the pause', async () => {
  const { clock, run, answered } = createBreaker()
  await answered(limited(10))
  clock.nowMs = 10_000
  await answered(refuse('not-found'))
  const open = Promise.withResolvers<string | Refusal>()
  const slow = run(() => open.promise)
  expect(await answered('beside it')).toBe('beside it')
  open.resolve('an answer')
  await slow
})

it('L6 if the first call throws, the next call runs alone', async () => {
  const { clock, run, answered } = createBreaker()
  await answered(limited(10))
  clock.nowMs = 10_000
  await expect(run(() => Promise.reject(new Error('a surprise')))).rejects.toThrow('a surprise')
  const probe = Promise.withResolvers<string | Refusal>()
  const first = run(() => probe.promise)
  expect(isRefused(await answered('meanwhile'))).toBe(true)
  probe.resolve('an answer')
  expect(await first).toBe('an answer')
  expect(await answered('after')).toBe('after')
})

it('L6 if the first call gets no answer, the next call runs first', async () => {
  const { clock, run, answered } = createBreaker()
  await answered(limited(10))
  clock.nowMs = 10_000
  await answered(refuseFor('away'))
  const probe = Promise.withResolvers<string | Refusal>()
  const first = run(() => probe.promise)
  expect(isRefused(await answered('meanwhile'))).toBe(true)
  probe.resolve('an answer')
  expect(await first).toBe('an answer')
  expect(await answered('after')).toBe('after')
})
