import type { ChatPage, Friend, Stage } from '@jointly/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aSession, SSID } from '../../features/session/model/testing.ts'
import { useToasts } from '../../shared/ui/toasts/toast.ts'
import { insideTexts } from '../inside-texts.ts'
import {
  byName,
  eventually,
  open,
  pageText,
  press,
  queryAll,
  setAnswers,
  typeInto,
  withApp,
} from './app-testing.tsx'
import {
  ANN,
  BEN,
  loggedIn,
  openSession,
  openTab,
  provider,
  song,
  startInSession,
  USER,
} from './inside-testing.ts'

const { friends: texts, session: sessionTexts } = insideTexts

withApp(startInSession)

const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
const escape = (target: Element | null) =>
  target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))

describe('requests of friends', () => {
  const asking = (username: string, last: number): Friend => ({
    id: `3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a0${last}`,
    username,
    user1: USER.id,
    user2: null,
    is_friend: false,
    status: 'asked',
  })
  const ben = asking('ben', 2)
  const cleo = asking('cleo', 3)
  const decline = (name: string) => texts.action.decline.replace('{{name}}', name)

  it('D14 N1 a declined request gives the focus to the next one, and the last to the heading', async () => {
    loggedIn({ 'GET /api/friends/': [ben, cleo], 'POST /api/friends/change': { ...ben, status: 'none' } })
    await open('/main/friends')
    await eventually(() => byName(decline('ben')))
    for (const [name, left, next] of [
      ['ben', [cleo], decline('cleo')],
      ['cleo', [], texts.title],
    ] as const) {
      setAnswers({ 'GET /api/friends/': left })
      byName(decline(name)).focus()
      byName(decline(name)).click()
      await eventually(() => expect(queryAll('main li')).toHaveLength(left.length))
      expect(focused()).toBe(next)
    }
  })

  it('N1 says that two people are friends if their requests crossed', async () => {
    const stranger = { ...ben, status: 'none' as const }
    loggedIn({
      'POST /api/friends/find': [stranger],
      'POST /api/friends/change': { ...ben, is_friend: true, status: 'friends' },
    })
    await open('/main/friends/find')
    await eventually(() => expect(queryAll('input[type=search]')).toHaveLength(1))
    typeInto(queryAll('input[type=search]')[0], 'be')
    await eventually(() => byName(texts.action.add.replace('{{name}}', 'ben')).click())
    await eventually(() =>
      expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([
        texts.done.accept.replace('{{name}}', 'ben'),
      ]),
    )
  })
})

/** Lets dialogs close as slowly as in a browser, so that they are still there when a fast server answers. */
function closeDialogsSlowly(): void {
  const closing = { finished: new Promise(() => {}) }
  Object.assign(HTMLElement.prototype, { getAnimations: () => [closing] })
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'getAnimations'))
}

it('D14 N1 a removed friend gives the focus to the next one, and the last to the heading', async () => {
  closeDialogsSlowly()
  const friend = (username: string, last: number): Friend => ({
    ...{ id: `3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a0${last}`, username, user1: USER.id, user2: null },
    ...{ is_friend: true, status: 'friends' },
  })
  const [ben, cleo] = [friend('ben', 2), friend('cleo', 3)]
  const remove = (name: string) => texts.action.remove.replace('{{name}}', name)
  const changed = { ...ben, is_friend: false, status: 'none' }
  loggedIn({ 'GET /api/friends/': [ben, cleo], 'POST /api/friends/change': changed })
  await open('/main/friends')
  await eventually(() => byName(remove('ben')))
  for (const [name, left, next] of [
    ['ben', [cleo], remove('cleo')],
    ['cleo', [], texts.title],
  ] as const) {
    setAnswers({ 'GET /api/friends/': left })
    byName(remove(name)).focus()
    byName(remove(name)).click()
    const confirm = () =>
      [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')].find(
        ({ textContent }) => textContent === texts.remove,
      )
    await eventually(() => expect(document.activeElement?.closest('[role=alertdialog]')).toBeTruthy())
    confirm()?.focus()
    press(confirm())
    await eventually(() => expect(queryAll('main li')).toHaveLength(left.length))
    expect(focused()).toBe(next)
  }
})

it('D14 X10 a removed big screen gives the focus to the next one, and the last to their heading', async () => {
  const { stages } = sessionTexts
  const path = `/api/session/${SSID}/stages`
  const stage = (number: number): Stage => ({
    ...{ id: `3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a0${number}`, number, name: null, sound: false },
    ...{ pairedAt: 1, usedAt: 1, isOn: true },
  })
  const [one, two] = [stage(1), stage(2)]
  const named = (text: string, { number }: Stage) =>
    text.replace('{{name}}', stages.name.replace('{{number}}', String(number)))
  const inDialog = (name: string) =>
    document.querySelector<HTMLElement>(`[role=dialog] [aria-label="${name}"]`) ?? undefined
  await openSession(
    { you: { ...aSession().you, role: 'owner' } },
    { 'GET /api/provider': provider, [`GET ${path}`]: [one, two] },
  )
  byName(sessionTexts.share.open).click()
  for (const [gone, left] of [
    [one, [two]],
    [two, []],
  ] as const) {
    const button = named(stages.remove, gone)
    await eventually(() => expect(inDialog(button)).toBeDefined())
    setAnswers({ [`DELETE ${path}/${gone.id}`]: left, [`GET ${path}`]: left })
    inDialog(button)?.focus()
    press(inDialog(button))
    await eventually(() => expect(inDialog(button)).toBeUndefined())
    if (left[0]) expect(focused()).toBe(named(stages.rename, left[0]))
  }
  expect(document.activeElement?.getAttribute('aria-labelledby')).toBe('big-screens')
})

describe('the panel of a session', () => {
  const setup = { ...aSession().setup, chat: true }
  const CALL = `/api/session/${SSID}/chat`
  const line = (id: number, user: typeof ANN, text: string) => ({ id, user, text, at: Date.now() })
  const page = (lines: ReturnType<typeof line>[]): ChatPage => ({
    lines,
    last: lines.at(-1)?.id ?? 0,
    more: false,
    muted: false,
    mutedPeople: [],
  })
  const actions = () => queryAll('[role=region] [aria-expanded]')

  it('D14 C8 a deleted line gives the focus to the tab of the chat', async () => {
    const lines = [line(1, ANN, 'First'), line(2, ANN, 'Second'), line(3, BEN, 'Third')]
    await openSession(
      { setup },
      { [`GET ${CALL}`]: page(lines), [`DELETE ${CALL}/1`]: {}, [`DELETE ${CALL}/2`]: {} },
    )
    openTab('Chat')
    await eventually(() => expect(actions()).toHaveLength(3))
    for (const [text, left] of [
      ['First', lines.slice(1)],
      ['Second', lines.slice(2)],
    ] as const) {
      press(actions()[0])
      await eventually(() => expect(focused()).toBe(sessionTexts.chat.delete))
      setAnswers({ [`GET ${CALL}`]: page(left) })
      byName(sessionTexts.chat.delete).click()
      await eventually(() => expect(pageText()).not.toContain(text))
      expect(document.activeElement?.getAttribute('role')).toBe('tabpanel')
    }
  })

  it('D14 C8 an unmuted person gives the focus to the next one, and the last to the tab of the chat', async () => {
    const cleo = { id: '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a03', username: 'cleo' }
    const answer = { ...page([line(1, ANN, 'First')]), mutedPeople: [BEN, cleo] }
    const unmute = (name: string) => sessionTexts.chat.unmuteNamed.replace('{{name}}', name)
    await openSession({ setup }, { [`GET ${CALL}`]: answer, [`PUT ${CALL}/mute`]: {} })
    openTab('Chat')
    for (const [name, left] of [
      ['ben', [cleo]],
      ['cleo', []],
    ] as const) {
      await eventually(() => byName(unmute(name)))
      setAnswers({ [`GET ${CALL}`]: { ...answer, mutedPeople: left } })
      byName(unmute(name)).focus()
      byName(unmute(name)).click()
      await eventually(() => expect(() => byName(unmute(name))).toThrow('nothing is called'))
      if (left[0]) expect(focused()).toBe(unmute(left[0].username))
    }
    expect(document.activeElement?.getAttribute('role')).toBe('tabpanel')
  })

  it('D14 C8 Escape closes only the actions of a line, then the tab', async () => {
    await openSession({ setup }, { [`GET ${CALL}`]: page([line(1, ANN, 'First')]) })
    openTab('Chat')
    await eventually(() => expect(actions()).toHaveLength(1))
    press(actions()[0])
    await eventually(() => expect(focused()).toBe(sessionTexts.chat.delete))
    escape(document.activeElement)
    await eventually(() => expect(actions()[0]?.getAttribute('aria-expanded')).toBe('false'))
    expect(document.activeElement).toBe(actions()[0])
    // The closed actions may still get the first Escape, until React has removed their listener.
    await eventually(() => {
      escape(document.activeElement)
      expect(queryAll('[role=tabpanel]')).toEqual([])
    })
    expect(focused()).toContain('Chat')
  })

  it('D14 the names of a song are visible again when the focus leaves them', async () => {
    const answers = {
      [`GET /api/session/${SSID}/suggestions`]: { groups: [{ kind: 'recent', songs: [song('one')] }] },
    }
    await openSession({}, answers)
    openTab('Search')
    const artist = () => byName('Songs by Band of one')
    await eventually(() => artist())
    artist().focus()
    const names = artist().parentElement?.parentElement
    if (!names) throw new Error('unreachable')
    // The browser scrolls to an album in the hidden second line.
    names.scrollTop = 24
    artist().blur()
    expect(names.scrollTop).toBe(0)
  })
})
