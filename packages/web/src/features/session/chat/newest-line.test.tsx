import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTexts } from '../../../shared/i18n/i18n.ts'
import { uiTexts } from '../../../shared/ui/texts.ts'
import { aSession } from '../model/testing.ts'
import { sessionTexts } from '../texts.ts'
import { ChatTab } from './ChatTab.tsx'
import { line, openChat, page } from './chat-testing.ts'
import { ChatContext } from './use-chat.ts'

globalThis.IS_REACT_ACT_ENVIRONMENT = true

let root: Root
beforeEach(() => {
  startTexts({ ...uiTexts, ...sessionTexts })
  root = createRoot(document.body)
})
afterEach(() => act(async () => root.unmount()))

/** Returns the live regions that contain a text. */
const regions = (text: string) =>
  [...document.querySelectorAll('[role=status]')].filter((each) => each.textContent === text)

it('C11 screen readers read each new line of another person, also the first one of a chat', async () => {
  const { chat, receiveState, receiveLine, answer } = openChat()
  const { you, ...shared } = aSession()
  const view = { you, shared: { ...shared, setup: { ...shared.setup, chat: true } } }
  receiveState()
  await answer(page())
  await act(async () =>
    root.render(
      <ChatContext value={chat}>
        <ChatTab view={view} />
      </ChatContext>,
    ),
  )
  const empty = regions('')
  for (const id of [1, 2]) {
    await act(async () => receiveLine(id))
    const [region] = regions(`ben: ${line(id).text}`)
    // A region that appears together with its text is not read.
    expect(empty).toContain(region)
  }
})
