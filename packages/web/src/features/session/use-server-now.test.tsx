import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { useServerNow } from './time.ts'

afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(document, 'hidden')
})

function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

it('a time on the screen is not rendered a second time when it has just appeared', () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  let now = 0
  const rendered: (number | null)[] = []
  const serverNow = () => (now += 1)
  function Screen() {
    rendered.push(useServerNow(serverNow, 500))
    return null
  }
  const root = createRoot(document.createElement('div'))
  act(() => root.render(<Screen />))
  expect(rendered).toEqual([1])
  act(() => root.unmount())
})

it('M9 a time on the screen stands still while the page is hidden, and is right when it is shown again', () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let now = 0
  const rendered: (number | null)[] = []
  const serverNow = () => now
  function Screen() {
    rendered.push(useServerNow(serverNow, 500))
    return null
  }
  const root = createRoot(document.createElement('div'))
  act(() => root.render(<Screen />))
  const pass = () =>
    act(() => {
      now += 500
      vi.advanceTimersByTime(500)
    })
  pass()
  expect(rendered.at(-1)).toBe(500)
  act(() => setHidden(true))
  const before = rendered.length
  for (let step = 0; step < 10; step += 1) pass()
  expect(rendered).toHaveLength(before)
  act(() => setHidden(false))
  expect(rendered.at(-1)).toBe(5_500)
  pass()
  expect(rendered.at(-1)).toBe(6_000)
  act(() => root.unmount())
})
