import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { useSlowDevice } from './use-quiet-screen.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('X9 the lights stop on a device that becomes slow, also later, and do not start again', () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let frameMs = 16
  vi.stubGlobal('requestAnimationFrame', (next: () => void) => setTimeout(next, frameMs))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  const rendered: boolean[] = []
  function Screen() {
    rendered.push(useSlowDevice())
    return null
  }
  const root = createRoot(document.createElement('div'))
  act(() => root.render(<Screen />))
  const pass = (seconds: number) =>
    act(() => {
      vi.advanceTimersByTime(seconds * 1000)
    })
  pass(10)
  expect(rendered.at(-1)).toBe(false)
  frameMs = 60
  pass(40)
  expect(rendered.at(-1)).toBe(true)
  frameMs = 16
  pass(120)
  expect(rendered.at(-1)).toBe(true)
  act(() => root.unmount())
  expect(vi.getTimerCount()).toBe(0)
})
