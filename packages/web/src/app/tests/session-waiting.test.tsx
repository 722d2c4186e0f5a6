import type { SessionAnswer, WaitingSong } from '@jointly/contract'
import { openRules } from '@jointly/domain/testing/open-rules'
import { describe, expect, it, vi } from 'vitest'
import { aSession, SSID } from '../../features/session/model/testing.ts'
import { insideTexts } from '../inside-texts.ts'
import { texts as siteTexts } from '../texts.ts'
import {
  byName,
  eventually,
  pageText,
  press,
  queryAll,
  sentTo,
  setAnswers,
  textOf,
  typeInto,
  withApp,
} from './app-testing.tsx'
import { BEN, openSession, openTab, song, startInSession } from './inside-testing.ts'

const texts = insideTexts.session.waiting
const path = `/api/session/${SSID}/waiting`
const forOne = `GET /api/song?query=one&ssid=${SSID}`
const named = (text: string, id: string) => text.replace('{{title}}', `Song ${id}`)

const waitingSong = (id: string): WaitingSong => ({ song: song(id), people: [BEN], wishes: 1 })
const listOf = (...ids: string[]) => ({ songs: ids.map(waitingSong), count: ids.length })
const { you, setup } = aSession()
const approving = { setup: { ...setup, rules: { ...openRules, approve: true } } }
const asGuest = (waiting: string[]): Partial<SessionAnswer> => ({
  ...approving,
  waiting: { count: waiting.length, version: 1 },
  you: { ...you, role: 'guest', waiting },
})

withApp(startInSession)

describe('songs that wait for approval', () => {
  it('H9 people who approve see the waiting songs, and decide about them', async () => {
    await openSession(
      { ...approving, waiting: { count: 2, version: 1 } },
      { [`GET ${path}`]: listOf('one', 'two'), [`PUT ${path}/one`]: {}, [`PUT ${path}/two`]: {} },
    )
    await eventually(() => expect(pageText()).toContain('Song two'))
    expect(queryAll('h2').map((heading) => heading.textContent)).toContain(`${texts.title}2`)
    expect(queryAll('[role=status]').map(({ textContent }) => textContent)).toContain(
      texts.count_other.replace('{{count}}', '2'),
    )
    setAnswers({ [`GET ${path}`]: listOf('two') })
    byName(named(texts.approve, 'one')).click()
    await eventually(() => expect(pageText()).not.toContain('Song one'))
    expect(sentTo(`PUT ${path}/one`)).toEqual([{ approved: true }])
    byName(named(texts.decline, 'two')).click()
    await eventually(() => expect(sentTo(`PUT ${path}/two`)).toEqual([{ approved: false }]))
  })

  it('D18 H9 a decided song keeps its place until the press has ended', async () => {
    const open = { ...approving, waiting: { count: 2, version: 1 } }
    await openSession(open, { [`GET ${path}`]: listOf('one', 'two'), [`PUT ${path}/one`]: {} })
    await eventually(() => expect(pageText()).toContain('Song two'))
    const approve = byName(named(texts.approve, 'one'))
    approve.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    const { session } = aSession()
    setAnswers({
      [`GET ${path}`]: listOf('two'),
      [`GET /api/session/${SSID}`]: aSession({ ...open, session: { ...session, title: 'Garden' } }),
    })
    const asked = sentTo(`GET ${path}`).length
    approve.click()
    // The new title shows that the app has the answers to this decision.
    await eventually(() => {
      expect(sentTo(`GET ${path}`).length).toBeGreaterThan(asked)
      expect(pageText()).toContain('Garden')
    })
    expect(pageText()).toContain('Song one')
    approve.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
    await eventually(() => expect(pageText()).not.toContain('Song one'))
  })

  it('H9 a person without a role reads that an added song waits, and takes it back', async () => {
    const vote = { songID: 'one', score: 0, upvotes: 0, downvotes: 0, vote: 'none' as const }
    await openSession(asGuest([]), {
      [forOne]: { data: [song('one')] },
      [`GET ${path}`]: listOf('one'),
      [`POST /api/vote/${SSID}/up`]: { ...vote, waiting: true },
    })
    expect(pageText()).not.toContain(texts.ownTitle)
    openTab('Search')
    await eventually(() => expect(pageText()).toContain(texts.note))
    typeInto(queryAll('input[type=search]')[0], 'one')
    await eventually(() => expect(pageText()).toContain('Song one'))
    // The app may fetch the session again at any time, so its answer also contains the waiting song.
    setAnswers({ [`GET /api/session/${SSID}`]: aSession(asGuest(['one'])) })
    byName('Add Song one').click()
    await eventually(() => expect(pageText()).toContain(texts.own))
    setAnswers({ [`POST /api/vote/${SSID}/up`]: vote })
    const takeBack = queryAll('[role=tabpanel] button').find(
      (button) => button.getAttribute('aria-label') === named(texts.withdraw, 'one'),
    )
    // A second press within half a second counts as a double tap and does nothing (V9). So the test waits between two
    // presses.
    await vi.waitFor(
      () => {
        press(takeBack)
        expect(sentTo(`POST /api/vote/${SSID}/up`).length).toBeGreaterThan(1)
      },
      { interval: 600, timeout: 180_000 },
    )
    setAnswers({ [`GET /api/session/${SSID}`]: aSession(asGuest([])) })
    await eventually(() => expect(queryAll('[aria-label="Add Song one"]')).toHaveLength(1))
    expect(sentTo(`POST /api/vote/${SSID}/up`)).toEqual([
      { songID: 'one', vote: 'up' },
      { songID: 'one', vote: 'none' },
    ])
  })

  it('H9 a person without a role sees the own waiting songs beside the votes', async () => {
    await openSession(asGuest(['one']), { [`GET ${path}`]: listOf('one') })
    await eventually(() => expect(pageText()).toContain(texts.ownTitle))
    expect(queryAll(`[aria-label="${named(texts.approve, 'one')}"]`)).toEqual([])
    expect(queryAll(`[aria-label="${named(texts.withdraw, 'one')}"]`)).toHaveLength(1)
  })

  it('E3 H9 a list of waiting songs that cannot be loaded says so, and can be loaded again', async () => {
    const away = Response.json({ error: { code: 'database-away', message: '' } }, { status: 503 })
    await openSession({ ...approving, waiting: { count: 1, version: 1 } }, { [`GET ${path}`]: away })
    await eventually(() => expect(textOf('[role=alert]').join()).toContain(siteTexts.error['database-away']))
    setAnswers({ [`GET ${path}`]: listOf('one') })
    byName(siteTexts.state.retry).click()
    await eventually(() => expect(pageText()).toContain('Song one'))
  })

  it('E3 H9 an own waiting song says that it could not be taken back', async () => {
    await openSession(asGuest(['one']), { [`GET ${path}`]: listOf('one') })
    await eventually(() => expect(pageText()).toContain(texts.ownTitle))
    byName(named(texts.withdraw, 'one')).click()
    const { takeBackFailed } = insideTexts.session.votes
    await eventually(() =>
      expect(textOf('li [role=alert]').join()).toContain(takeBackFailed.replace('{{reason}}', '')),
    )
    expect(pageText()).not.toContain(texts.own)
  })

  it('H9 shows the first waiting songs, and the others after a press', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `${index + 1}`)
    await openSession(
      { ...approving, waiting: { count: 120, version: 1 } },
      { [`GET ${path}`]: { ...listOf(...ids), count: 120 } },
    )
    await eventually(() => expect(pageText()).toContain('Show 95 more songs'))
    expect(pageText()).not.toContain('Song 6')
    press(queryAll('button').find((button) => button.textContent === 'Show 95 more songs'))
    await eventually(() => expect(pageText()).toContain('Song 100'))
    expect(pageText()).toContain('and 20 more songs')
  })
})
