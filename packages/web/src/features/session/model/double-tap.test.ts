import { describe, expect, it } from 'vitest'
import { createDoubleTapCheck } from './double-tap.ts'

function start() {
  const timers: { delayMs: number; run: () => void }[] = []
  const isDoubleTap = createDoubleTapCheck((delayMs, run) => timers.push({ delayMs, run }))
  return { isDoubleTap, timers }
}

describe('double taps', () => {
  it('V9 a second tap on the same toggle is ignored for half a second', () => {
    const { isDoubleTap, timers } = start()
    expect([isDoubleTap('one', true), isDoubleTap('one', false)]).toEqual([false, true])
    expect(new Set(timers.map(({ delayMs }) => delayMs))).toEqual(new Set([500]))
    for (const { run } of timers) run()
    expect(isDoubleTap('one', false)).toBe(false)
    expect(isDoubleTap('one', true)).toBe(true)
  })

  it('V9 the half second begins again with each ignored tap, so three quick taps are one press', () => {
    const { isDoubleTap, timers } = start()
    expect([isDoubleTap('one', true), isDoubleTap('one', false)]).toEqual([false, true])
    timers[0]?.run()
    expect(isDoubleTap('one', false)).toBe(true)
    for (const { run } of timers) run()
    expect(isDoubleTap('one', false)).toBe(false)
  })

  it('V9 another song, the other thumb and another attempt are not double taps', () => {
    const { isDoubleTap, timers } = start()
    expect([isDoubleTap('one', true), isDoubleTap('two', true), isDoubleTap('one', true)]).toEqual([
      false,
      false,
      false,
    ])
    // The timer of the first press does not end the half second after the second press.
    timers[0]?.run()
    expect(isDoubleTap('one', false)).toBe(true)
  })
})
