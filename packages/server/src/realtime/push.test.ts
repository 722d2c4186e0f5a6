import { describe, expect, it } from 'vitest'
import { createPushes, JOIN_MS } from './push.ts'

/** Pushes by a clock that moves only when the test says so. */
function openPushes(push: (ssid: string) => Promise<void> = async () => undefined) {
  const pushed: string[] = []
  const timers = new Set<{ atMs: number; run: () => void }>()
  let nowMs = 1_000
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const pushes = createPushes(
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
    pushes,
    pushed,
    settle,
    async pass(ms: number) {
      await settle()
      nowMs += ms
      for (const timer of timers) if (timer.atMs <= nowMs && timers.delete(timer)) timer.run()
      await settle()
    },
  }
}

describe('pushing changes', () => {
  it('D2 the first change goes out at once, those of the next moment together', async () => {
    const { pushes, pushed, settle, pass } = openPushes()
    pushes.changed('s', JOIN_MS)
    await settle()
    expect(pushed).toEqual(['s'])
    for (let change = 0; change < 5; change += 1) pushes.changed('s', JOIN_MS)
    await pass(JOIN_MS - 1)
    expect(pushed).toEqual(['s'])
    await pass(1)
    expect(pushed).toEqual(['s', 's'])
  })

  it('D2 when nothing changes, nothing is pushed, and the next change goes out at once again', async () => {
    const { pushes, pushed, settle, pass } = openPushes()
    pushes.changed('s', JOIN_MS)
    await pass(JOIN_MS)
    expect(pushed).toEqual(['s'])
    pushes.changed('s', JOIN_MS)
    await settle()
    expect(pushed).toEqual(['s', 's'])
  })

  it('D2 sessions do not wait for each other', async () => {
    const { pushes, pushed, settle } = openPushes()
    pushes.changed('s', JOIN_MS)
    pushes.changed('t', JOIN_MS)
    await settle()
    expect(pushed).toEqual(['s', 't'])
  })

  it('D2 what changes while a state is pushed is pushed after it, never beside it', async () => {
    let end = (): void => undefined
    const { pushes, pushed, pass } = openPushes(() => new Promise((resolve) => (end = resolve)))
    pushes.changed('s', JOIN_MS)
    pushes.changed('s', JOIN_MS)
    await pass(2 * JOIN_MS)
    expect(pushed).toEqual(['s'])
    end()
    await pass(8 * JOIN_MS)
    expect(pushed).toEqual(['s', 's'])
  })

  it('D2 what takes long to make is pushed the rarer, so that it takes a fifth of the time, but each second at least', async () => {
    let end = (): void => undefined
    const { pushes, pushed, pass } = openPushes(() => new Promise((resolve) => (end = resolve)))
    for (const [madeInMs, restMs] of [
      [5, 45],
      [80, 320],
      [2_000, 1_000],
    ] as const) {
      pushed.length = 0
      pushes.changed('s', JOIN_MS)
      pushes.changed('s', JOIN_MS)
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

  it('S4 who comes and goes in a large room is told the rarer the larger it is, but with the next vote', async () => {
    const { pushes, pushed, pass } = openPushes()
    pushes.changed('s', 1_000)
    pushes.changed('s', 1_000)
    await pass(500)
    expect(pushed).toEqual(['s'])
    pushes.changed('s', JOIN_MS)
    await pass(0)
    expect(pushed).toEqual(['s', 's'])
    await pass(10_000)
    expect(pushed).toEqual(['s', 's'])
  })
})
