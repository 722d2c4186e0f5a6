import type { ChatPage } from '@jointly/contract'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { startTexts } from '../../../shared/i18n/i18n.ts'
import { uiTexts } from '../../../shared/ui/texts.ts'
import { SSID } from '../model/testing.ts'
import { sessionTexts } from '../texts.ts'
import { ChatLines } from './ChatLines.tsx'
import { line, openChat, page } from './chat-testing.ts'
import { ChatContext } from './use-chat.ts'

globalThis.IS_REACT_ACT_ENVIRONMENT = true

let place: HTMLElement
let root: Root
beforeEach(() => {
  startTexts({ ...uiTexts, ...sessionTexts })
  place = document.createElement('div')
  root = createRoot(place)
})
afterEach(() => act(async () => root.unmount()))

/** Shows the lines of a chat whose server the test plays. */
async function show(first: ChatPage) {
  const opened = openChat()
  opened.receiveState()
  await opened.answer(first)
  await act(async () =>
    root.render(
      <ChatContext value={opened.chat}>
        <ChatLines chat={opened.chat} {...{ role: 'guest' }} />
      </ChatContext>,
    ),
  )
  return opened
}

it('C11 a person who scrolls up reads older lines, until the list is at its end or closed', async () => {
  const { state } = await show(page(1, 2))
  const list = place.querySelector('[role=region]')
  const scrollTo = (top: number) =>
    act(async () => {
      if (list) list.scrollTop = top
      list?.dispatchEvent(new Event('scroll'))
    })
  Object.defineProperty(list, 'scrollHeight', { value: 2_000 })
  for (const [top, isReadingOlder] of [
    [500, true],
    [2_000, false],
    [500, true],
  ] as const) {
    await scrollTo(top)
    expect(state().isReadingOlder).toBe(isReadingOlder)
  }
  await act(async () => root.render(null))
  expect(state().isReadingOlder).toBe(false)
})

it('C11 W1 after midnight, the open chat calls the lines before it yesterday, and the lines after it today', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(new Date(2026, 10, 21, 23, 59, 50))
  const lineOf = (id: number) => ({ ...line(id), at: Date.now() })
  const days = () => [...place.querySelectorAll('li > p')].map((each) => each.textContent)
  const { receive } = await show({ ...page(1), lines: [lineOf(1)] })
  expect(days()).toEqual(['Today'])
  await act(async () => void vi.advanceTimersByTime(20_000))
  expect(days()).toEqual(['Yesterday'])
  await act(async () => receive({ type: 'chat', ssid: SSID, lines: [lineOf(2)] }))
  expect(days()).toEqual(['Yesterday', 'Today'])
  // The device sleeps until the day after next, so the timer of midnight is late.
  vi.setSystemTime(new Date(2026, 10, 23, 9))
  await act(async () => receive({ type: 'chat', ssid: SSID, lines: [lineOf(3)] }))
  expect(days()).toEqual(['Saturday 21 November', 'Yesterday', 'Today'])
})
