import { expect, it } from 'vitest'
import { createPoller } from './poller.ts'
import { settled } from './testing.ts'

/** Starts a poller. The test decides when a request is answered and when a timer runs. */
function startPoller() {
  const timers = new Map<() => void, number>()
  const answers: (() => void)[] = []
  const signals: AbortSignal[] = []
  const delay = { ms: 6_000 }
  const poller = createPoller(
    (signal) => {
      signals.push(signal)
      return new Promise((resolve) => answers.push(resolve))
    },
    () => delay.ms,
    (delayMs, run) => {
      timers.set(run, delayMs)
      return () => timers.delete(run)
    },
  )
  return {
    poller,
    delay,
    delays: () => [...timers.values()],
    aborted: () => signals.map((signal) => signal.aborted),
    reasons: () => signals.map(({ reason }) => (reason instanceof DOMException ? reason.name : null)),
    async answer() {
      answers.shift()?.()
      await settled()
    },
    runTimer() {
      const [[run] = []] = timers
      if (run) timers.delete(run)
      run?.()
    },
  }
}

it('S4 the delay begins after the answer', async () => {
  const { poller, delays, answer, runTimer, aborted } = startPoller()
  poller.poll()
  expect(delays()).toEqual([20_000])
  await answer()
  expect(delays()).toEqual([6_000])
  runTimer()
  expect(aborted()).toHaveLength(2)
})

it('S4 a request without an answer is aborted after 20 s and sent again', async () => {
  const { poller, delays, answer, runTimer, reasons } = startPoller()
  poller.poll()
  runTimer()
  expect(reasons()).toEqual(['TimeoutError', null])
  await answer()
  expect(delays()).toEqual([20_000])
  await answer()
  expect(delays()).toEqual([6_000])
})

it('S4 E3 a request that is replaced or not needed any more has not timed out', () => {
  const { poller, reasons } = startPoller()
  poller.poll()
  poller.poll()
  poller.close()
  expect(reasons()).toEqual(['AbortError', 'AbortError'])
})

it('S4 a new length of the delay begins at once', async () => {
  const { poller, delay, delays, answer } = startPoller()
  poller.poll()
  await answer()
  delay.ms = 20_000
  poller.restartDelay()
  expect(delays()).toEqual([20_000])
})

it('S4 a closed poller sends nothing', async () => {
  const { poller, delays, answer, aborted } = startPoller()
  poller.poll()
  poller.close()
  await answer()
  poller.poll()
  poller.restartDelay()
  expect(aborted()).toEqual([true])
  expect(delays()).toEqual([])
})
