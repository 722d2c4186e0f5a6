import { type ChatPage, type SessionAnswer, TIMELINE_PAGE_ENTRIES } from '@jointly/contract'
import { openRules } from '@jointly/domain/testing/open-rules'
import { describe, expect, it } from 'vitest'
import { aSession, SSID } from '../../../features/session/model/testing.ts'
import { insideTexts } from '../../inside-texts.ts'
import {
  byName,
  eventually,
  open,
  pageText,
  queryAll,
  setAnswers,
  typeInto,
  withApp,
  refusal,
} from '../app-testing.tsx'
import { BEN, loggedIn, openSession, openTab, song, startInSession, voteFor } from '../inside-testing.ts'

withApp(startInSession)

const focused = () => document.activeElement

/** Presses the button with this name as with the keyboard, so that it has the focus before. */
async function pressFocused(name: string): Promise<void> {
  await eventually(() => byName(name))
  byName(name).focus()
  byName(name).click()
}

describe('a button that disappears after its press', () => {
  const { waiting, fairTurns, change, chat, votes } = insideTexts.session
  const { setup } = aSession()
  const path = `/api/session/${SSID}`
  const vote = (id: string) => voteFor(song(id), 1, 0)
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}`)

  /** A session with this number of songs that wait for approval. */
  const waitingIn = (count: number): Partial<SessionAnswer> => ({
    setup: { ...setup, rules: { ...openRules, approve: true } },
    waiting: { count, version: 1 },
  })
  const waitingSongs = numbers(8).map((id) => ({ song: song(id), people: [BEN], wishes: 1 }))
  const oneWaits = { [`GET ${path}/waiting`]: { songs: waitingSongs.slice(7), count: 1 } }
  const listeners = numbers(9).map((last) => ({
    ...{ user: { id: BEN.id.replace(/.$/, last), username: `Guest ${last}` }, songs: 1 },
    ...{ picked: 0, voted: 0, next: false },
  }))
  const counts = { listenerCount: 9, without: [], withoutCount: 0, picked: 0, voted: 0 }
  const line = (id: number) => ({ id, user: BEN, text: `Line ${id}`, at: Date.now() })
  const page = { last: 2, muted: false, mutedPeople: [] }
  const noLines: ChatPage = { ...page, lines: [], more: false }
  const chatIn = { setup: { ...setup, chat: true } }
  const votesRegion = `section[aria-label="${votes.title}"]`

  it.each<[string, Partial<SessionAnswer>, string | null, Record<string, unknown>, string, string, string]>([
    [
      'H9 the votes, if it showed the waiting songs',
      { ...waitingIn(1), votes: [vote('a')], voteCount: 1 },
      'Options',
      { ...oneWaits, [`GET ${path}/options`]: { version: 1, managed: false } },
      waiting.show.replace('{{count}}', '1'),
      votesRegion,
      'Song a',
    ],
    [
      'H9 the empty list of votes, if it showed the waiting songs',
      waitingIn(1),
      'Options',
      { ...oneWaits, [`GET ${path}/options`]: { version: 1, managed: false } },
      waiting.show.replace('{{count}}', '1'),
      votesRegion,
      votes.empty,
    ],
    [
      'H9 the first of the other waiting songs',
      waitingIn(8),
      null,
      { [`GET ${path}/waiting`]: { songs: waitingSongs, count: 8 } },
      waiting.showMore_other.replace('{{count}}', '3'),
      'li[tabindex]',
      'Song 6',
    ],
    [
      'P2 the first of the other people',
      {},
      'Social',
      { [`GET ${path}/matcher`]: { ...counts, listeners } },
      fairTurns.all.replace('{{count}}', '9'),
      'li[tabindex]',
      'Guest 9',
    ],
    [
      'D2 the number of shown songs, if all are shown',
      { votes: [vote('one')], voteCount: 2 },
      null,
      { [`GET ${path}/votes?from=1`]: { votes: [vote('two')], voteCount: 2, voters: [] } },
      change.more.replace('{{count}}', '2'),
      '[role=status][tabindex]',
      '2 of 2 songs',
    ],
  ])('D14 gives the focus to %s', async (_what, session, tab, answers, button, target, text) => {
    await openSession(session, answers)
    if (tab !== null) openTab(tab)
    await pressFocused(button)
    await eventually(() => expect(() => byName(button)).toThrow('nothing is called'))
    expect(focused()?.matches(target)).toBe(true)
    expect(focused()?.textContent).toContain(text)
  })

  it('D14 D2 the button that fetches the later songs again keeps the focus while they load', async () => {
    const part = { votes: [vote('two')], voteCount: 3, voters: [] }
    await openSession({ votes: [vote('one')], voteCount: 3 }, { [`GET ${path}/votes?from=1`]: part })
    await pressFocused(change.more.replace('{{count}}', '3'))
    await eventually(() => byName(change.renew))
    setAnswers({ [`GET ${path}/votes?from=1`]: new Promise(() => {}) })
    await pressFocused(change.renew)
    await eventually(() => expect(queryAll('[aria-busy=true]')).not.toEqual([]))
    expect(focused()).toBe(byName(change.renew))
  })

  it('D14 C11 the button that loads older lines gives the focus to the lines, if there are no more', async () => {
    await openSession(chatIn, { [`GET ${path}/chat`]: { ...page, lines: [line(2)], more: true } })
    openTab('Chat')
    await eventually(() => byName(chat.older))
    // Without a live connection, the app also fetches the newest lines again.
    setAnswers({
      [`GET ${path}/chat?before=2`]: { ...page, lines: [line(1)], more: false },
      [`GET ${path}/chat`]: { ...page, lines: [line(1), line(2)], more: false },
    })
    await pressFocused(chat.older)
    await eventually(() => expect(() => byName(chat.older)).toThrow('nothing is called'))
    expect(focused()?.matches('[role=region][tabindex]')).toBe(true)
  })

  it('D14 C11 the button that sends a line again gives the focus to the field', async () => {
    await openSession(chatIn, {
      [`GET ${path}/chat`]: noLines,
      [`POST ${path}/chat`]: refusal('rate-limited', 429),
    })
    openTab('Chat')
    await eventually(() => typeInto(queryAll('textarea')[0], 'Hello'))
    await eventually(() => expect(byName(chat.send).hasAttribute('disabled')).toBe(false))
    byName(chat.send).click()
    await eventually(() => byName('Try again'))
    setAnswers({ [`POST ${path}/chat`]: new Promise(() => {}) })
    await pressFocused('Try again')
    await eventually(() => expect(pageText()).not.toContain('Try again'))
    expect(focused()?.tagName).toBe('TEXTAREA')
  })

  it.each([
    ['the text about the end', [], insideTexts.timeline.end],
    ['the place where it was, if the visits cannot be loaded', refusal('rate-limited', 429), ''],
  ])('D14 D6 on the timeline gives the focus to %s', async (_what, answer, text) => {
    const visit = { ssid: SSID, title: 'Kitchen', description: '', songs: [], songCount: 0 }
    const first = Array.from({ length: TIMELINE_PAGE_ENTRIES }, (_, index) => ({
      ...{ ...visit, id: `${SSID}-${99 - index}`, startTime: 99 - index },
    }))
    const last = `GET /api/timeline?before=${first.at(-1)?.startTime}`
    loggedIn({ 'GET /api/timeline': first, [last]: answer })
    await open('/main/timeline')
    await pressFocused(insideTexts.timeline.older)
    await eventually(() => expect(pageText()).not.toContain(insideTexts.timeline.older))
    expect(focused()?.matches('[role=status][tabindex]')).toBe(true)
    expect(focused()?.textContent).toBe(text)
  })
})
