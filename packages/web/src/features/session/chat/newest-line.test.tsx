import type { ServerMessage } from '@jointly/contract'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTexts } from '../../../shared/i18n/i18n.ts'
import { uiTexts } from '../../../shared/ui/texts.ts'
import { aSession, SSID } from '../model/testing.ts'
import { sessionTexts } from '../texts.ts'
import { ChatTab } from './ChatTab.tsx'
import { line, openChat, page } from './chat-testing.ts'
import { ChatContext } from './use-chat.ts'

globalThis.IS_REACT_ACT_ENVIRONMENT = true

type ChatMessage = Extract<ServerMessage, { type: 'chat' }>

let root: Root
beforeEach(() => {
  startTexts({ ...uiTexts, ...sessionTexts })
  root = createRoot(document.body)
})
afterEach(() => act(async () => root.unmount()))

/** Returns the live regions that contain a text. */
const regions = (text: string) =>
  [...document.querySelectorAll('[role=status]')].filter((each) => each.textContent === text)

/** Shows the chat of a session, which has these lines. */
async function show(...ids: number[]) {
  const opened = openChat()
  const { you, ...shared } = aSession()
  const view = { you, shared: { ...shared, setup: { ...shared.setup, chat: true } } }
  opened.receiveState()
  await opened.answer(page(...ids))
  await act(async () =>
    root.render(
      <ChatContext value={opened.chat}>
        <ChatTab view={view} />
      </ChatContext>,
    ),
  )
  return {
    answer: (...ids: number[]) => act(() => opened.answer(page(...ids))),
    receive: (parts: Partial<ChatMessage>) =>
      act(async () => opened.receive({ type: 'chat', ssid: SSID, ...parts })),
  }
}

it('C11 screen readers read each new line of another person, also the first one of a chat', async () => {
  const { receive } = await show()
  const empty = regions('')
  for (const id of [1, 2]) {
    await receive({ lines: [line(id)] })
    const [region] = regions(`ben: ${line(id).text}`)
    // A region that appears together with its text is not read.
    expect(empty).toContain(region)
  }
})

it('C11 screen readers also read a line with the same text as the line before', async () => {
  const { receive } = await show()
  await receive({ lines: [{ ...line(1), text: 'yes' }] })
  const [region] = regions('ben: yes')
  const read = region?.firstChild
  await receive({ lines: [{ ...line(2), text: 'yes' }] })
  expect(regions('ben: yes')).toEqual([region])
  // Screen readers read what was added to the region.
  expect(region?.firstChild === read).toBe(false)
})

it('C8 C11 after the newest line was deleted, screen readers do not read the line before it again', async () => {
  const { receive } = await show()
  for (const id of [1, 2]) await receive({ lines: [line(id)] })
  await receive({ deleted: [2] })
  expect(regions('ben: line 1')).toEqual([])
  // Line 3 is missing.
  await receive({ lines: [line(4)] })
  expect(regions('ben: line 4')).toHaveLength(1)
  await receive({ deleted: [4] })
  expect(regions('ben: line 1')).toEqual([])
})

it('C6 C11 screen readers read new lines after the server was restored from an older backup', async () => {
  const { receive, answer } = await show(1, 2, 3)
  await receive({ stale: true })
  await answer(1)
  await receive({ lines: [{ ...line(2), text: 'again' }] })
  expect(regions('ben: again')).toHaveLength(1)
})
