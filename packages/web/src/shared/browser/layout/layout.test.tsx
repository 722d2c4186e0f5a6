import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { useHasSidePanel, useLayout } from './layout.ts'

const { innerWidth, innerHeight } = window
const container = document.createElement('div')

function Probe() {
  return (
    <>
      <output>{`${useLayout()} ${useHasSidePanel()}`}</output>
      <input />
      <input type="range" />
      <button>Send</button>
    </>
  )
}

const shown = () => container.querySelector('output')?.textContent
const focus = (name: 'input' | 'button' | '[type=range]') =>
  container.querySelector<HTMLElement>(name)?.focus()
const resizeTo = (width: number, height: number) =>
  act(() => {
    Object.assign(window, { innerWidth: width, innerHeight: height })
    window.dispatchEvent(new Event('resize'))
  })

beforeEach(() => {
  document.body.append(container)
  resizeTo(1280, 800)
  const root = createRoot(container)
  act(() => root.render(<Probe />))
  onTestFinished(() => {
    act(() => root.unmount())
    Object.assign(window, { innerWidth, innerHeight })
  })
})

it('D19 the layout stays while the person types and only the height changes', () => {
  expect(shown()).toBe('desktop true')
  focus('input')
  resizeTo(1280, 400)
  expect(shown()).toBe('desktop true')
  // The keyboard closes after a press on a button.
  focus('button')
  resizeTo(1280, 800)
  expect(shown()).toBe('desktop true')
})

it('D19 after typing, the layout fits the window again', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  focus('input')
  resizeTo(1280, 400)
  expect(shown()).toBe('desktop true')
  focus('button')
  act(() => void vi.advanceTimersByTime(500))
  expect(shown()).toBe('phone true')
})

it('D19 the layout follows the height without typing, and the width always', () => {
  for (const control of ['button', '[type=range]'] as const) {
    resizeTo(1280, 800)
    focus(control)
    resizeTo(1280, 400)
    expect(shown()).toBe('phone true')
  }
  focus('input')
  resizeTo(390, 400)
  expect(shown()).toBe('phone false')
})
