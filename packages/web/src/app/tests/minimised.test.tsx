import type { SessionAnswer } from '@jointly/contract'
import { describe, expect, it } from 'vitest'
import { aSession, settled, SSID } from '../../features/session/model/testing.ts'
import { setReachable } from '../../shared/browser/connection/online.ts'
import { signOut } from '../../shared/store/store.ts'
import { useToasts } from '../../shared/ui/toasts/toast.ts'
import { router } from '../routing/app-router.tsx'
import { insideTexts } from '../inside-texts.ts'
import {
  byName,
  currentPath,
  eventually,
  pageText,
  queryAll,
  sentTo,
  setAnswers,
  textOf,
  withApp,
  dialog,
} from './app-testing.tsx'
import {
  account,
  ANN,
  BEN,
  invite,
  openSession,
  openTab,
  playing as playingInvite,
  provider,
  song,
  startInSession,
  miniPlayer,
} from './inside-testing.ts'

const { mini, options, out } = insideTexts.session
const OTHER = '7b0c4c38-55aa-4d6e-9a3c-0d9bb1a3d0ff'
const title = aSession().session.title
const leaveLabel = mini.close.replace('{{title}}', title)
const left = options.left.replace('{{title}}', title)

const go = (path: string) => router.navigate({ to: path })
const playing: Partial<SessionAnswer> = {
  nowPlaying: { mode: 'active', song: song('one'), startTime: 1, nowTime: 1, by: null, chosen: null },
}

/** All calls have an answer. If a call failed, the app would fetch the session again. */
const answers = {
  'GET /api/provider': provider,
  'GET /api/accounts/': [account],
  'GET /api/timeline': [],
  [`POST /api/session/${SSID}/play`]: { song: song('one'), startTime: 1, nowTime: 1, next: null },
}

async function openMinimised(path = '/main/timeline'): Promise<void> {
  await openSession(playing, answers)
  await go(path)
  await eventually(() => expect(miniPlayer()).toBeDefined())
}

withApp(startInSession)

describe('an open session behind another screen', () => {
  it('M1 has a mini-player, which opens it again', async () => {
    await openMinimised()
    const mainText = miniPlayer()?.textContent
    for (const text of ['Song one', 'Band of one', '2 people here']) expect(mainText).toContain(text)
    for (const label of [insideTexts.player.play, insideTexts.session.skip.wish, leaveLabel])
      expect(byName(label)).toBeDefined()
    await go('/main/settings')
    await eventually(() => expect(pageText()).toContain('Settings'))
    expect(miniPlayer()).toBeDefined()
    miniPlayer()?.querySelector('a')?.click()
    await eventually(() => expect(queryAll('[role=tab]')).toHaveLength(4))
    expect(currentPath()).toBe(`/main/${SSID}`)
    expect(miniPlayer()).toBeUndefined()
  })

  it('H8 M1 says that the music is paused', async () => {
    const song = playing.nowPlaying && { ...playing.nowPlaying, pausedAt: 1 }
    await openSession({ ...playing, ...(song && { nowPlaying: song }) })
    await go('/main/timeline')
    await eventually(() => expect(miniPlayer()?.textContent).toContain(insideTexts.session.pause.paused))
    expect(miniPlayer()?.textContent).not.toContain('Band of one')
  })

  it('I2 M1 the home list shows the same number of people as the mini-player, until the session is left', async () => {
    const row = { ...invite(1, { active: 5, ...playingInvite }), uuid: SSID, session_uuid: SSID, ssid: SSID }
    await openSession(playing, { ...answers, 'GET /api/invites/': [row] })
    const shown = () => queryAll(`a[href="#/main/${SSID}"]`).map(({ textContent }) => textContent)
    await go('/main')
    await eventually(() => expect(miniPlayer()?.textContent).toContain('2 people here'))
    await eventually(() => expect(shown()).toHaveLength(3))
    expect(shown().filter((text) => text.includes('5'))).toEqual([])
    byName(leaveLabel).click()
    await eventually(() => expect(shown().filter((text) => text.includes('5'))).toHaveLength(2))
  })

  it('M1 a session that is still loading stays open', async () => {
    const answer = Promise.withResolvers<Response>()
    await openSession(playing, { ...answers, [`GET /api/session/${OTHER}`]: answer.promise })
    await go(`/main/${OTHER}`)
    await eventually(() => expect(sentTo(`GET /api/session/${OTHER}`)).toHaveLength(1))
    await go('/main/timeline')
    const other = aSession({ active: [ANN, BEN] })
    const session = { ...other.session, uuid: OTHER, id: OTHER, title: 'Balcony' }
    answer.resolve(Response.json({ ...other, session }))
    await eventually(() => expect(miniPlayer()?.textContent).toContain('Balcony'))
  })

  it('M1 the session is not opened a second time', async () => {
    await openMinimised()
    const before = sentTo(`GET /api/session/${SSID}`).length
    await go(`/main/${SSID}`)
    await eventually(() => expect(queryAll('[role=tab]')).toHaveLength(4))
    expect(sentTo(`GET /api/session/${SSID}`)).toHaveLength(before)
  })

  it('M2 its close button leaves it, and the heading of the screen gets the focus', async () => {
    await openMinimised()
    byName(leaveLabel).focus()
    byName(leaveLabel).click()
    await eventually(() => expect(miniPlayer()).toBeUndefined())
    expect(document.activeElement?.tagName).toBe('H1')
    await go('/main/friends')
    expect(miniPlayer()).toBeUndefined()
  })

  it('M2 after its close button a message says so and leads back, and the home list is fetched again', async () => {
    await openMinimised()
    const before = sentTo('GET /api/invites/').length
    byName(leaveLabel).click()
    await eventually(() => expect(miniPlayer()).toBeUndefined())
    const toast = useToasts.getState().toasts.find(({ text }) => text === left)
    expect(toast?.action?.label).toBe(mini.open.replace('{{title}}', title))
    await eventually(() => expect(sentTo('GET /api/invites/').length).toBeGreaterThan(before))
    toast?.action?.run()
    await eventually(() => expect(queryAll('[role=tab]')).toHaveLength(4))
    expect(currentPath()).toBe(`/main/${SSID}`)
  })

  it('M2 Leave in the session leaves it', async () => {
    await openSession(playing)
    openTab('Options')
    await eventually(() => expect(byName(options.leave)).toBeDefined())
    byName(options.leave).click()
    await eventually(() => expect(currentPath()).toBe('/main'))
    expect(miniPlayer()).toBeUndefined()
  })

  it('M2 another session replaces the open one', async () => {
    await openMinimised()
    const other = aSession({ active: [ANN, BEN] })
    const session = { ...other.session, uuid: OTHER, id: OTHER, title: 'Balcony' }
    setAnswers({ [`GET /api/session/${OTHER}`]: { ...other, session } })
    await go(`/main/${OTHER}`)
    await eventually(() => expect(queryAll('[role=tab]')).toHaveLength(4))
    await go('/main/timeline')
    await eventually(() => expect(miniPlayer()?.textContent).toContain('Balcony'))
    expect(queryAll(`section[aria-label="${mini.label}"]`)).toHaveLength(1)
  })

  it('M2 logging out ends it', async () => {
    await openMinimised()
    signOut()
    await go('/login')
    await eventually(() => expect(currentPath()).toBe('/login'))
    expect(miniPlayer()).toBeUndefined()
  })

  it('M2 a session that the person could not enter is not kept', async () => {
    await openSession(playing, answers)
    const refused = Response.json({ error: { code: 'not-found', message: 'no' } }, { status: 404 })
    setAnswers({ [`GET /api/session/${OTHER}`]: refused })
    await go(`/main/${OTHER}`)
    await eventually(() => expect(pageText()).toContain(out['not-found']))
    await go('/main/timeline')
    await eventually(() => expect(textOf('main h1')).toContain('Timeline'))
    expect(miniPlayer()).toBeUndefined()
    const other = aSession()
    setAnswers({ [`GET /api/session/${OTHER}`]: { ...other, session: { ...other.session, uuid: OTHER } } })
    // The person may enter now. But the app asks the server again only on the screen of that session, so there is no
    // second call here.
    setReachable(false)
    setReachable(true)
    await go('/main/friends')
    await eventually(() => expect(pageText()).toContain('Friends'))
    expect(sentTo(`GET /api/session/${OTHER}`)).toHaveLength(1)
    expect(miniPlayer()).toBeUndefined()
  })

  it('M2 a session that ends behind another screen is left, and a message says why', async () => {
    await openMinimised()
    const notFound = Response.json({ error: { code: 'not-found', message: 'no' } }, { status: 404 })
    setAnswers({ [`GET /api/session/${SSID}`]: notFound })
    setReachable(false)
    await eventually(() => expect(pageText()).toContain('Timeline'))
    setReachable(true)
    await eventually(() => expect(miniPlayer()).toBeUndefined())
    expect(useToasts.getState().toasts.map(({ text }) => text)).toContain(out.deleted)
    expect(currentPath()).toBe('/main/timeline')
  })
})

describe('a song that begins', () => {
  const { beginsBy } = insideTexts.session.head
  const begins = (id: string) =>
    beginsBy.replace('{{title}}', `Song ${id}`).replace('{{artists}}', `Band of ${id}`)
  const announced = () => textOf('[role=status]').filter((text) => text.startsWith('Now playing'))

  /** Loses the server and finds it again, so that the app fetches the session again. */
  async function reconnect(): Promise<void> {
    setReachable(false)
    await settled()
    setReachable(true)
  }

  async function begin(id: string, startTime: number): Promise<void> {
    const answer = aSession({ active: [ANN, BEN], activeCount: 2 })
    const nowPlaying = { ...answer.nowPlaying, mode: 'active' as const, song: song(id), startTime }
    setAnswers({
      [`GET /api/session/${SSID}`]: { ...answer, nowPlaying },
      [`POST /api/session/${SSID}/play`]: { song: song(id), startTime, nowTime: startTime, next: null },
    })
    await reconnect()
  }

  it('M14 is announced once, on the screen of the session and with the mini-player', async () => {
    await openSession(playing, answers)
    expect(announced()).toEqual([])
    await begin('two', 20)
    await eventually(() => expect(announced()).toEqual([begins('two')]))
    await go('/main/timeline')
    await eventually(() => expect(miniPlayer()?.textContent).toContain('Song two'))
    expect(announced()).toEqual([begins('two')])
    await begin('three', 30)
    await eventually(() => expect(announced()).toEqual([begins('three')]))
    await go(`/main/${SSID}`)
    await eventually(() => expect(queryAll('[role=tab]')).toHaveLength(4))
    expect(announced()).toEqual([begins('three')])
  })

  it('M14 is announced also while a dialog hides the rest of the page from screen readers', async () => {
    await openSession(playing, answers)
    const hidden = '[aria-hidden=true]'
    byName(insideTexts.session.share.open).click()
    await eventually(() => expect(queryAll('[role=tablist]')[0]?.closest(hidden)).toBeTruthy())
    await begin('two', 20)
    await eventually(() => expect(announced()).toEqual([begins('two')]))
    expect(
      queryAll('[role=status]')
        .find((each) => each.textContent === begins('two'))
        ?.closest(hidden),
    ).toBe(null)
    dialog()?.querySelector('button')?.click()
    await eventually(() => expect(dialog()).toBeNull())
  })

  it('M14 S2 is not announced to a person whom the session refuses', async () => {
    await openSession(playing, answers)
    await begin('two', 20)
    await eventually(() => expect(announced()).toEqual([begins('two')]))
    const refused = Response.json({ error: { code: 'policy', message: 'no' } }, { status: 403 })
    setAnswers({ [`GET /api/session/${SSID}`]: refused })
    await reconnect()
    await eventually(() => expect(pageText()).toContain(out.policy))
    expect(announced()).toEqual([])
  })
})
