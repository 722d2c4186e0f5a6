import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setReachable, useReconnected } from './online.ts'

globalThis.IS_REACT_ACT_ENVIRONMENT = true
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => {
  vi.useRealTimers()
  setReachable(true)
  Reflect.deleteProperty(navigator, 'onLine')
})

function Listener({ onBack }: { onBack: () => void }) {
  useReconnected(onBack)
  return null
}

/** Renders a component that counts how often the server came back. */
function listen() {
  const onBack = vi.fn<() => void>()
  const root = createRoot(document.createElement('div'))
  act(() => root.render(<Listener onBack={onBack} />))
  return {
    onBack,
    render: (next: () => void) => act(() => root.render(<Listener onBack={next} />)),
    close: () => act(() => root.unmount()),
  }
}

function loseAndReach(): void {
  act(() => setReachable(false))
  act(() => setReachable(true))
}

it('E3 loads again at once when the server is back, and then at most once per second', () => {
  const { onBack, close } = listen()
  expect(onBack).not.toHaveBeenCalled()
  loseAndReach()
  expect(onBack).toHaveBeenCalledTimes(1)
  // One call always fails and another call always succeeds, so the server seems to be lost and back again and again.
  for (let round = 0; round < 20; round += 1) loseAndReach()
  expect(onBack).toHaveBeenCalledTimes(1)
  act(() => void vi.advanceTimersByTime(999))
  expect(onBack).toHaveBeenCalledTimes(1)
  act(() => void vi.advanceTimersByTime(1))
  expect(onBack).toHaveBeenCalledTimes(2)
  act(() => void vi.advanceTimersByTime(60_000))
  expect(onBack).toHaveBeenCalledTimes(2)
  close()
})

it('E3 a pending load is not lost by a new callback, waits while the server is lost, and ends with the screen', () => {
  const { onBack, render, close } = listen()
  loseAndReach()
  loseAndReach()
  const next = vi.fn<() => void>()
  render(next)
  act(() => setReachable(false))
  act(() => void vi.advanceTimersByTime(10_000))
  expect(next).not.toHaveBeenCalled()
  act(() => setReachable(true))
  expect(next).toHaveBeenCalledTimes(1)
  loseAndReach()
  close()
  act(() => void vi.advanceTimersByTime(10_000))
  expect([onBack.mock.calls.length, next.mock.calls.length]).toEqual([1, 1])
})

it('E3 loads again at once each time the device has a network again', () => {
  const { onBack, close } = listen()
  const setOnline = (isOnline: boolean) => {
    Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true })
    act(() => void dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
  }
  for (let round = 1; round <= 3; round += 1) {
    loseAndReach()
    setOnline(false)
    setOnline(true)
    expect(onBack).toHaveBeenCalledTimes(round + 1)
  }
  close()
})
