import type { ChatLine, ChatPage } from '@jointly/contract'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { aSession, aSong, SSID } from '../../../features/session/model/testing.ts'
import { setReachable } from '../../../shared/browser/connection/online.ts'
import { apiTexts } from '../../../shared/api/texts.ts'
import { insideTexts } from '../../inside-texts.ts'
import {
  byName,
  eventually,
  fakeRequestTimeouts,
  open,
  pageText,
  press,
  queryAll,
  sentTo,
  setAnswers,
  textOf,
  typeInto,
  withApp,
  refusal,
} from '../app-testing.tsx'
import { ANN, BEN, openSession, openTab, startInSession } from '../inside-testing.ts'

const { chat, react } = insideTexts.session
const CALL = `/api/session/${SSID}/chat`
const setup = { ...aSession().setup, chat: true }
const playing = {
  mode: 'active',
  song: aSong('song'),
  startTime: 1000,
  nowTime: 1000,
  by: null,
  chosen: 'vote',
} as const
const noon = new Date().setHours(12, 0, 0, 0)

const line = (id: number, user: typeof ANN, text: string): ChatLine => ({ id, user, text, at: noon + id })
const page = (lines: ChatLine[], parts: Partial<ChatPage> = {}): ChatPage => ({
  lines,
  last: lines.at(-1)?.id ?? 0,
  more: false,
  muted: false,
  mutedPeople: [],
  ...parts,
})

/** Opens the chat of Ann's session. */
async function openChat(first: ChatPage, more: Record<string, unknown> = {}): Promise<void> {
  await openSession({ setup }, { [`GET ${CALL}`]: first, ...more })
  const tab = queryAll('[role=tab]').find((each) => each.textContent?.startsWith('Chat'))
  press(tab)
  await eventually(() => expect(queryAll('textarea')).toHaveLength(1))
}

const field = () => queryAll('textarea').find((each) => each instanceof HTMLTextAreaElement)
const written = () => field()?.value

const write = (text: string) => typeInto(field(), text)
function pressEnter(shiftKey = false): boolean {
  const event = new KeyboardEvent('keydown', { key: 'Enter', shiftKey, bubbles: true, cancelable: true })
  return field()?.dispatchEvent(event) ?? true
}

withApp(startInSession)

describe('the chat of a session', () => {
  it('C4 while the chat is off there is no tab and no call, and the owner can switch it on', async () => {
    await openSession(
      {},
      { [`GET /api/session/${SSID}/options`]: { version: 1, managed: false, chat: false } },
    )
    expect(textOf('[role=tab]')).not.toContain('Chat')
    openTab('Options')
    await eventually(() => expect(pageText()).toContain(insideTexts.session.options.chat.text))
    expect(sentTo(`GET ${CALL}`)).toEqual([])
  })

  it('C11 lines are plain text with safe links, and names are isolated', async () => {
    const text = '<b>Hi</b> https://example.org/song'
    await openChat(page([line(1, BEN, text), line(2, ANN, 'Hello Ben')]))
    await eventually(() => expect(pageText()).toContain('<b>Hi</b>'))
    const [link] = queryAll('[role=region] a')
    expect([link?.getAttribute('href'), link?.getAttribute('rel'), link?.getAttribute('target')]).toEqual([
      'https://example.org/song',
      'noopener noreferrer nofollow ugc',
      '_blank',
    ])
    expect(textOf('[role=region] bdi')).toEqual([BEN.username])
    expect(queryAll('[role=region] [data-own]')).toHaveLength(1)
  })

  it('C8 each line has its own button, whose name has the beginning of the text', async () => {
    const long = `Please\n${'play it again '.repeat(9)}`
    await openChat(page([line(1, BEN, 'Hi'), line(2, BEN, 'Who put this on?'), line(3, BEN, long)]))
    const names = queryAll('[role=tabpanel] button[aria-expanded]').map((each) =>
      each.getAttribute('aria-label'),
    )
    expect(names.map((name) => name?.split('12:00: ')[1])).toEqual([
      'Hi',
      'Who put this on?',
      'Please play it again play it again play …',
    ])
  })

  it('C11 Enter sends the line, and Shift+Enter does not', async () => {
    await openChat(page([]))
    await eventually(() => expect(pageText()).toContain(chat.empty))
    write('Hello')
    await eventually(() => expect(written()).toBe('Hello'))
    expect(pressEnter(true)).toBe(true)
    expect(sentTo(`POST ${CALL}`)).toEqual([])
    setAnswers({ [`POST ${CALL}`]: line(1, ANN, 'Hello') })
    expect(pressEnter()).toBe(false)
    await eventually(() => expect(written()).toBe(''))
    expect(pageText()).toContain('Hello')
    expect(sentTo(`POST ${CALL}`)).toMatchObject([{ text: 'Hello' }])
  })

  it('C10 C11 a line that was not sent stays with the reason, and can be tried again', async () => {
    await openChat(page([]), { [`POST ${CALL}`]: refusal('rate-limited', 429, { 'retry-after': '7' }) })
    write('Too fast')
    await eventually(() => expect(written()).toBe('Too fast'))
    pressEnter()
    await eventually(() => expect(pageText()).toContain('7 seconds'))
    expect(textOf('[data-unsent]').join()).toContain(`${chat.notSent}Too fast`)
    expect(written()).toBe('')
    setAnswers({ [`POST ${CALL}`]: line(1, ANN, 'Too fast') })
    byName('Try again').click()
    await eventually(() => expect(textOf('[data-unsent]')).toEqual([]))
    expect(pageText()).toContain('Too fast')
    const keys = sentTo(`POST ${CALL}`).map((body) => JSON.stringify(body))
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  })

  it('C11 a line that failed because of the connection is sent when the connection is back', async () => {
    await openChat(page([]))
    write('Hello')
    await eventually(() => expect(written()).toBe('Hello'))
    pressEnter()
    await eventually(() => byName('Try again'))
    setAnswers({ [`POST ${CALL}`]: line(1, ANN, 'Hello') })
    setReachable(true)
    await eventually(() => expect(textOf('[data-unsent]')).toEqual([]))
    expect(queryAll('button').some((each) => each.textContent === 'Try again')).toBe(false)
    expect(pageText()).toContain('Hello')
  })

  it('E3 C11 a line without an answer after 20 seconds stays with the reason, and can be tried again', async () => {
    await openChat(page([]), { [`POST ${CALL}`]: new Promise(() => {}) })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    fakeRequestTimeouts()
    write('Hello')
    await eventually(() => expect(written()).toBe('Hello'))
    pressEnter()
    await eventually(() => expect(sentTo(`POST ${CALL}`)).toHaveLength(1))
    vi.advanceTimersByTime(20_000)
    await eventually(() => expect(pageText()).toContain(apiTexts.error.timeout))
    setAnswers({ [`POST ${CALL}`]: line(1, ANN, 'Hello') })
    byName('Try again').click()
    await eventually(() => expect(textOf('[data-unsent]')).toEqual([]))
    const [first, second] = sentTo(`POST ${CALL}`)
    expect(second).toEqual(first)
  })

  it('C11 waiting lines are not sent with the login of another person', async () => {
    const first = Promise.withResolvers<ChatLine>()
    await openChat(page([]), { [`POST ${CALL}`]: first.promise })
    for (const text of ['one', 'two']) {
      write(text)
      await eventually(() => expect(written()).toBe(text))
      pressEnter()
    }
    await eventually(() => expect(sentTo(`POST ${CALL}`)).toHaveLength(1))
    // Another tab has just stored the login of Ben. This tab does not know it yet.
    localStorage.setItem('token', 'of-ben')
    first.resolve(line(1, ANN, 'one'))
    await eventually(() => expect(textOf('[data-unsent=failed]').join()).toContain('two'))
    expect(sentTo(`POST ${CALL}`)).toHaveLength(1)
  })

  it('C12 after the person left the session and came back, the typed text is in the field', async () => {
    await openChat(page([]))
    write('Half a sent')
    await eventually(() => expect(written()).toBe('Half a sent'))
    await open('/main/settings')
    await eventually(() => expect(queryAll('textarea')).toEqual([]))
    await open(`/main/${SSID}`)
    await eventually(() => expect(queryAll('[role=tab]').length).toBe(5))
    press(queryAll('[role=tab]').find((each) => each.textContent?.startsWith('Chat')))
    await eventually(() => expect(written()).toBe('Half a sent'))
  })

  it('C5 a text of 100,000 characters is kept and refused with its reason', async () => {
    await openChat(page([]))
    const long = 'x'.repeat(100_000)
    write(long)
    await eventually(() => expect(pageText()).toContain('100000 of 500'))
    pressEnter()
    await eventually(() => expect(pageText()).toContain(chat.tooLong))
    expect([written()?.length, sentTo(`POST ${CALL}`)]).toEqual([100_000, []])
  })

  it('C8 a muted person reads why, and the text stays in the field', async () => {
    await openChat(page([line(1, BEN, 'Hi')]), { [`POST ${CALL}`]: refusal('muted', 403) })
    await eventually(() => expect(pageText()).toContain('Hi'))
    write('But')
    await eventually(() => expect(written()).toBe('But'))
    // Without a live connection, the app fetches the chat every ten seconds. On a slow machine such a fetch can come
    // here, so its answer also says that the person is muted.
    setAnswers({ [`GET ${CALL}`]: page([line(1, BEN, 'Hi')], { muted: true }) })
    pressEnter()
    await eventually(() => expect(pageText()).toContain(chat.mutedDraft))
    expect([written(), field()?.readOnly]).toEqual(['But', true])
  })

  it('C8 a muted person without a text reads nothing about a text, and no invitation to write', async () => {
    await openChat(page([line(1, BEN, 'Hi')], { muted: true }))
    await eventually(() => expect(pageText()).toContain(chat.youAreMuted))
    expect([field()?.placeholder, field()?.readOnly]).toEqual(['', true])
  })

  it('C8 a moderator sees all actions of a line, deletes it, mutes its author, and lets them write again', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    await openChat(page([line(1, BEN, 'Rude'), line(2, ANN, 'Please')]), {
      [`DELETE ${CALL}/1`]: {},
      [`PUT ${CALL}/mute`]: {},
    })
    const actions = () => queryAll('[role=region] [aria-expanded]')
    await eventually(() => expect(actions()).toHaveLength(2))
    press(actions()[0])
    await eventually(() => byName(`Mute ${BEN.username} in the chat`))
    expect(scrolled.mock.contexts).toContain(byName(`Mute ${BEN.username} in the chat`).parentElement)
    // The app fetches the chat again after each change, so the answer is set before the change.
    const lines = [line(1, BEN, 'Rude'), line(2, ANN, 'Please')]
    setAnswers({ [`GET ${CALL}`]: page(lines, { mutedPeople: [BEN] }) })
    byName(`Mute ${BEN.username} in the chat`).click()
    await eventually(() => expect(textOf('[role=dialog] li, aside li, li').join()).toContain(chat.unmute))
    expect(sentTo(`PUT ${CALL}/mute`)).toEqual([{ userID: BEN.id, muted: true }])
    setAnswers({ [`GET ${CALL}`]: page(lines) })
    byName(`Unmute ${BEN.username}`).click()
    await eventually(() => expect(sentTo(`PUT ${CALL}/mute`)).toHaveLength(2))
    press(actions()[0])
    await eventually(() => byName(chat.delete))
    setAnswers({ [`GET ${CALL}`]: page(lines.slice(1)) })
    byName(chat.delete).click()
    await eventually(() => expect(pageText()).not.toContain('Rude'))
    expect(sentTo(`DELETE ${CALL}/1`)).toHaveLength(1)
  })

  it('C11 unread lines are a number on the tab, at most 9+', async () => {
    const lines = Array.from({ length: 12 }, (_, index) => line(index + 1, BEN, `${index}`))
    let answer: (page: ChatPage) => void = () => {}
    const later = new Promise<ChatPage>((resolve) => {
      answer = resolve
    })
    await openSession({ setup }, { [`GET ${CALL}`]: later })
    // Ann saw the first line before a reload, so it does not count as unread.
    localStorage.setItem('chat-seen', `${SSID} 1`)
    answer(page(lines))
    await eventually(() => expect(textOf('[role=tab]')).toContain('Chat9+11 unread messages'))
    press(queryAll('[role=tab]').find((each) => each.textContent?.startsWith('Chat')))
    await eventually(() => expect(textOf('[role=tab]')).toContain('Chat'))
    expect(localStorage.getItem('chat-seen')).toBe(`${SSID} 12`)
  })

  it('C2 without a live connection the reactions are off and say why', async () => {
    await openSession({ nowPlaying: playing })
    await eventually(() => {
      // While the server cannot be reached, only the banner says so, and the reactions show no message.
      setReachable(true)
      expect(pageText()).toContain(react.away)
    })
    const buttons = queryAll(`[aria-label="${react.label}"] button`)
    expect(buttons.map((each) => each.hasAttribute('disabled'))).toEqual(Array(6).fill(true))
  })

  it('C2 there are no reactions while nothing plays, and a button opens their row', async () => {
    await openSession()
    await eventually(() => expect(pageText()).toContain('Nothing plays yet'))
    expect(queryAll(`[aria-label="${react.label}"]`)).toEqual([])
    await openSession({ nowPlaying: playing })
    const row = () => queryAll(`[role=group][aria-label="${react.label}"]`)[0]
    await eventually(() => expect(row()).toBeDefined())
    expect(row()?.hasAttribute('data-open')).toBe(false)
    press(queryAll(`button[aria-label="${react.label}"]`)[0])
    await eventually(() => expect(row()?.hasAttribute('data-open')).toBe(true))
    expect(byName(react.close).getAttribute('aria-expanded')).toBe('true')
  })
})
