import { describe, expect, it } from 'vitest'
import { createPushSchedule, MIN_INTERVAL_MS } from './push-schedule.ts'

/** Creates a schedule with a fake clock, which only the test moves. */
function openSchedule(push: (ssid: string) => Promise<void> = async () => undefined) {
  const pushed: string[] = []
  const timers = new Set<{ atMs: number; run: () => void }>()
  let nowMs = 1_000
  const flush = () => new Promise((resolve) => setImmediate(resolve))
  const schedule = createPushSchedule(
    async (ssid) => {
      pushed.push(ssid)
      await push(ssid)
    },
    {
      monotonicMs: () => nowMs,
      after(delayMs, run) {
        const timer = { atMs: nowMs + delayMs, run }
        timers.add(timer)
        return () => timers.delete(timer)
      },
    },
  )
  return {
    schedule,
    pushed,
    flush,
    async pass(ms: number) {
      await flush()
      nowMs += ms
      for (const timer of timers) if (timer.atMs <= nowMs && timers.delete(timer)) timer.run()
      await flush()
    },
  }
}

describe('the schedule of pushes', () => {
  it('D2 the first change is pushed at once, and the following changes together', async () => {
    const { schedule, pushed, flush, pass } = openSchedule()
    schedule.request('s', MIN_INTERVAL_MS)
    await flush()
    expect(pushed).toEqual(['s'])
    for (let change = 0; change < 5; change += 1) schedule.request('s', MIN_INTERVAL_MS)
    await pass(MIN_INTERVAL_MS - 1)
    expect(pushed).toEqual(['s'])
    await pass(1)
    expect(pushed).toEqual(['s', 's'])
  })

  it('D2 nothing is pushed without a change, and the next change is pushed at once again', async () => {
    const { schedule, pushed, flush, pass } = openSchedule()
    schedule.request('s', MIN_INTERVAL_MS)
    await pass(MIN_INTERVAL_MS)
    expect(pushed).toEqual(['s'])
    schedule.request('s', MIN_INTERVAL_MS)
    await flush()
    expect(pushed).toEqual(['s', 's'])
  })

  it('D2 sessions do not wait for each other', async () => {
    const { schedule, pushed, flush } = openSchedule()
    schedule.request('s', MIN_INTERVAL_MS)
    schedule.request('t', MIN_INTERVAL_MS)
    await flush()
    expect(pushed).toEqual(['s', 't'])
  })

  it('D2 a change during a push is pushed after it, and pushes never overlap', async () => {
    let end = (): void => undefined
    const { schedule, pushed, pass } = openSchedule(() => new Promise((resolve) => (end = resolve)))
    schedule.request('s', MIN_INTERVAL_MS)
    schedule.request('s', MIN_INTERVAL_MS)
    await pass(2 * MIN_INTERVAL_MS)
    expect(pushed).toEqual(['s'])
    end()
    await pass(8 * MIN_INTERVAL_MS)
    expect(pushed).toEqual(['s', 's'])
  })

  it('D2 slow pushes take at most a fifth of the time, with a pause of at most one second', async () => {
    let end = (): void => undefined
    const { schedule, pushed, pass } = openSchedule(() => new Promise((resolve) => (end = resolve)))
    for (const [madeInMs, restMs] of [
      [5, 45],
      [80, 320],
      [2_000, 1_000],
    ] as const) {
      pushed.length = 0
      schedule.request('s', MIN_INTERVAL_MS)
      schedule.request('s', MIN_INTERVAL_MS)
      await pass(madeInMs)
      end()
      await pass(restMs - 1)
      expect(pushed).toEqual(['s'])
      await pass(1)
      expect(pushed).toEqual(['s', 's'])
      end()
      await pass(10_000)
    }
  })

  it('S4 a change of people waits for a longer interval, and is pushed earlier with a vote', async () => {
    const { schedule, pushed, pass } = openSchedule()
    schedule.request('s', 1_000)
    schedule.request('s', 1_000)
    await pass(500)
    expect(pushed).toEqual(['s'])
    schedule.request('s', MIN_INTERVAL_MS)
    await pass(0)
    expect(pushed).toEqual(['s', 's'])
    await pass(10_000)
    expect(pushed).toEqual(['s', 's'])
  })

  it('D2 a cancelled push does not start, and a later change is pushed at once', async () => {
    const { schedule, pushed, pass } = openSchedule()
    schedule.cancel('unknown')
    schedule.request('s', MIN_INTERVAL_MS)
    schedule.request('s', MIN_INTERVAL_MS)
    await pass(0)
    schedule.cancel('s')
    await pass(MIN_INTERVAL_MS)
    expect(pushed).toEqual(['s'])
    schedule.request('s', MIN_INTERVAL_MS)
    await pass(0)
    expect(pushed).toEqual(['s', 's'])
  })

  it('D2 a push that is cancelled while another runs does not start, but a change after that is pushed', async () => {
    let end = (): void => undefined
    const { schedule, pushed, pass } = openSchedule(() => new Promise((resolve) => (end = resolve)))
    for (const isChangedAgain of [false, true]) {
      pushed.length = 0
      schedule.request('s', MIN_INTERVAL_MS)
      schedule.request('s', MIN_INTERVAL_MS)
      schedule.cancel('s')
      if (isChangedAgain) schedule.request('s', MIN_INTERVAL_MS)
      await pass(1)
      expect(pushed).toEqual(['s'])
      end()
      await pass(10_000)
      expect(pushed).toEqual(isChangedAgain ? ['s', 's'] : ['s'])
      end()
      await pass(10_000)
    }
  })

  it('D2 a cancelled session is forgotten, also during its push, and then has no pause', async () => {
    let end = (): void => undefined
    const { schedule, pushed, pass } = openSchedule(() => new Promise((resolve) => (end = resolve)))
    schedule.request('s', MIN_INTERVAL_MS)
    await pass(1_000)
    schedule.cancel('s')
    end()
    await pass(0)
    schedule.request('s', MIN_INTERVAL_MS)
    await pass(0)
    expect(pushed).toEqual(['s', 's'])
  })

  it('D2 a session that is cancelled after its push has no pause either', async () => {
    const { schedule, pushed, pass } = openSchedule()
    for (const count of [1, 2]) {
      schedule.request('s', MIN_INTERVAL_MS)
      await pass(1)
      expect(pushed).toHaveLength(count)
      schedule.cancel('s')
    }
  })

  it('D2 after the end nothing is pushed', async () => {
    let end = (): void => undefined
    const { schedule, pushed, pass } = openSchedule(
      (ssid) => new Promise((resolve) => (ssid === 's' ? (end = resolve) : resolve())),
    )
    schedule.request('s', MIN_INTERVAL_MS)
    schedule.request('s', MIN_INTERVAL_MS)
    schedule.request('t', MIN_INTERVAL_MS)
    await pass(0)
    schedule.request('t', MIN_INTERVAL_MS)
    schedule.close()
    schedule.request('u', MIN_INTERVAL_MS)
    end()
    await pass(10_000)
    expect(pushed).toEqual(['s', 't'])
  })
})
