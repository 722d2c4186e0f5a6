import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTexts } from '../../../shared/i18n/i18n.ts'
import { uiTexts } from '../../../shared/ui/texts.ts'
import { playerTexts } from '../texts.ts'
import { IDLE_VIEW, type Listening } from './player-view.ts'
import { PlayToggle } from './PlayToggle.tsx'

let root: Root
const onToggle = vi.fn<() => void>()
const onUnlock = vi.fn<() => void>()

const show = (listening: Listening) =>
  act(async () =>
    root.render(
      <PlayToggle
        view={{ ...IDLE_VIEW, state: listening === 'off' ? 'stopped' : 'playing', listening }}
        isRunning
        onToggle={onToggle}
        onUnlock={onUnlock}
      />,
    ),
  )
const press = () => act(async () => document.querySelector('button')?.click())

beforeEach(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  startTexts({ ...uiTexts, ...playerTexts })
  vi.useFakeTimers()
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body)
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
  vi.clearAllMocks()
})

it('M8 a press for a blocked sound that has just begun by itself does not stop it', async () => {
  await show('blocked')
  await show('playing')
  await vi.advanceTimersByTimeAsync(499)
  await press()
  expect(onToggle).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(499)
  await press()
  expect(onToggle).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(500)
  await press()
  expect([onToggle.mock.calls.length, onUnlock.mock.calls.length]).toEqual([1, 0])
})

it('M8 V9 the second tap of a double tap that allows the sound does not stop it', async () => {
  await show('blocked')
  await press()
  await show('connecting')
  await press()
  expect([onToggle.mock.calls.length, onUnlock.mock.calls.length]).toEqual([0, 1])
})

it('M8 only stop is ignored, and only after a blocked sound', async () => {
  await show('blocked')
  await show('off')
  await press()
  expect(onToggle).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(500)
  await show('connecting')
  await show('playing')
  await press()
  expect(onToggle).toHaveBeenCalledTimes(2)
})
