import type { ChatPage } from '@jointly/contract'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTexts } from '../../../shared/i18n/i18n.ts'
import { uiTexts } from '../../../shared/ui/texts.ts'
import { sessionTexts } from '../texts.ts'
import { ChatLines } from './ChatLines.tsx'
import { openChat, page } from './chat-testing.ts'
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
