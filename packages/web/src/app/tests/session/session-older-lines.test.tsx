import type { ChatLine, ChatPage } from '@jointly/contract'
import { expect, it, onTestFinished, vi } from 'vitest'
import { aSession, SSID } from '../../../features/session/model/testing.ts'
import { apiTexts } from '../../../shared/api/texts.ts'
import { setReachable } from '../../../shared/browser/connection/online.ts'
import { insideTexts } from '../../inside-texts.ts'
import {
  byName,
  eventually,
  open,
  pageText,
  press,
  sentTo,
  setAnswers,
  textOf,
  withApp,
  dialog,
} from '../app-testing.tsx'
import { BEN, openSession, openTab, ssid, startInSession } from '../inside-testing.ts'

const { chat } = insideTexts.session
const CALL = `GET /api/session/${SSID}/chat`
const OLDER = `${CALL}?before=2`
const mia = { ...BEN, id: '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a05', username: 'Mia' }
const noon = new Date().setHours(12, 0, 0, 0)
const line = (id: number, user: typeof BEN, text: string): ChatLine => ({ id, user, text, at: noon + id })
const empty: ChatPage = { lines: [], last: 0, more: false, muted: false, mutedPeople: [] }
const newest: ChatPage = { lines: [line(2, BEN, 'new')], last: 2, more: true, muted: false, mutedPeople: [] }
const older: ChatPage = { ...newest, lines: [line(1, mia, 'old')], last: 2, more: false }

/** Opens the chat of the owner's session with its newest line. */
async function openChat(): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await openSession({ setup: { ...aSession().setup, chat: true } }, { [CALL]: empty })
  openTab('Chat')
  await eventually(() => expect(pageText()).toContain(chat.empty))
  // Without a live connection, the app fetches the chat every ten seconds. For ten seconds after this fetch, no other
  // one disturbs the test.
  setAnswers({ [CALL]: newest })
  const before = sentTo(CALL).length
  while (sentTo(CALL).length === before) vi.advanceTimersByTime(100)
  await eventually(() => byName(chat.older))
}

const texts = () => textOf('[role=region] [dir=auto]')

withApp(startInSession)

it('C11 U5 a moderator who opens the sheet about an author keeps the older lines and the place', async () => {
  await openChat()
  setAnswers({ [OLDER]: older })
  byName(chat.older).click()
  await eventually(() => expect(texts()).toEqual(['old', 'new']))
  const before = sentTo(CALL).length
  setAnswers({ [CALL]: { ...newest, mutedPeople: [mia] } })
  const name = [...document.querySelectorAll<HTMLElement>('[role=region] button[aria-haspopup=dialog]')][0]
  name?.focus()
  press(name)
  // The sheet knows from the answer that another moderator has muted Mia.
  await eventually(() => expect(dialog()?.textContent).toContain('Unmute'))
  expect(sentTo(CALL)).toHaveLength(before + 1)
  press(dialog()?.querySelector('button[aria-label=Close]') ?? undefined)
  await eventually(() => expect(dialog()).toBeNull())
  await eventually(() => expect(document.activeElement === name).toBe(true))
  expect(texts()).toEqual(['old', 'new'])
})

it('E3 C11 the reason why older messages could not be loaded is at the button, which tries again', async () => {
  await openChat()
  const alerts = () => textOf('[role=region] [role=alert]')
  byName(chat.older).click()
  await eventually(() => expect(alerts()).toEqual([apiTexts.error.network]))
  // The app also tries again when the server can be reached again.
  const busy = { error: { code: 'rate-limited', message: '' } }
  setAnswers({ [OLDER]: Response.json(busy, { status: 429, headers: { 'retry-after': '7' } }) })
  setReachable(true)
  await eventually(() => expect(alerts().join()).toContain('7 seconds'))
  setAnswers({ [OLDER]: older })
  byName(chat.older).click()
  await eventually(() => expect(texts()).toEqual(['old', 'new']))
  expect(alerts()).toEqual([])
})

it('C11 a chat that is opened for the first time keeps the unread lines of another session', async () => {
  const setup = { ...aSession().setup, chat: true }
  const other = ssid(7)
  const otherSession = { ...aSession().session, id: other, uuid: other }
  await openSession(
    { setup },
    {
      [CALL]: newest,
      [`GET /api/session/${other}`]: aSession({ session: otherSession, setup }),
      [`GET /api/session/${other}/chat`]: newest,
    },
  )
  const seen = () => localStorage.getItem('chat-seen')
  await eventually(() => expect(seen()).toContain(SSID))
  await open(`/main/${other}`)
  await eventually(() => expect(seen()).toContain(other))
  setAnswers({ [CALL]: { ...newest, lines: [line(2, BEN, 'new'), line(3, mia, 'newer')], last: 3 } })
  await open(`/main/${SSID}`)
  await eventually(() => expect(textOf('[role=tab]').join()).toContain('Chat1'))
})
