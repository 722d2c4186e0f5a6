import type { SessionAnswer } from '@jointly/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSession, SSID } from '../../features/session/model/testing.ts'
import { forgetToken, storeToken } from '../../shared/browser/token.ts'
import { signIn, useStore } from '../../shared/store/store.ts'
import { router } from '../routing/app-router.tsx'
import { texts } from '../texts.ts'
import {
  byName,
  currentPath,
  eventually,
  open,
  pageText,
  queryAll,
  resetBrowser,
  sentTo,
  submitForm,
  withApp,
} from './app-testing.tsx'
import { account, ANN, BEN, loggedIn, song, USER, miniPlayer } from './inside-testing.ts'

const { innerWidth } = window

beforeAll(() => void Object.assign(window, { innerWidth: 390 }))
afterAll(() => void Object.assign(window, { innerWidth }))
withApp()

const SESSION = `/app/${SSID}`
const index = () => router.history.location.state.__TSR_index
const invitation = {
  ...{ ssid: SSID, code: 'ABC234', title: 'Kitchen', owner: 'ann', song: null, people: 1, guests: true },
}
const nowPlaying = {
  mode: 'active',
  song: song('one'),
  startTime: 1,
  nowTime: 1,
  by: null,
  chosen: null,
} satisfies SessionAnswer['nowPlaying']
const session = aSession({ active: [ANN, BEN], activeCount: 2, nowPlaying })
const active = { id: '1', token: 'secret' }

/** The answers for a person who is not logged in yet. */
const answers = {
  [`GET /api/invitation/?ssid=${SSID}`]: invitation,
  'GET /api/invitation/?code=ABC234': invitation,
  [`GET /api/session/${SSID}`]: session,
  'POST /api/guest/': { user: { ...USER, username: 'Kim', guest: true }, active, device: 'secret' },
  'POST /api/user/': { user: USER, active },
  'POST /api/refresh/': { user: USER, active },
  'GET /api/accounts/': [account],
  'GET /api/invites/': [],
  'GET /api/playlists/': [],
  'GET /api/friends/': [],
}

/** Waits until the session is open, and goes back. Expects the home screen with the session in the mini-player. */
async function expectHomeBelowSession(): Promise<void> {
  await eventually(() => expect(currentPath()).toBe(SESSION))
  await eventually(() => expect(queryAll('[role=tab]')).toHaveLength(4))
  history.back()
  await eventually(() => expect(currentPath()).toBe('/app'))
  await eventually(() => expect(miniPlayer()).toBeDefined())
}

describe('Back after joining', () => {
  it('M13 a guest who came by a link gets home, with the mini-player', async () => {
    resetBrowser(answers)
    await open(`/main/${SSID}`)
    await eventually(() => byName(texts.guest.listen))
    submitForm({ nickname: 'Kim' })
    await expectHomeBelowSession()
  })

  it('M13 a person who logged in gets home, and never the pages before it', async () => {
    resetBrowser(answers)
    await open(`/main/${SSID}`)
    await eventually(() => expect(queryAll('input[name=username]')).toHaveLength(1))
    submitForm({ username: 'ann', password: 'abcde1' })
    await expectHomeBelowSession()
    // The previous entry in the browser's history is a page of the website. When the person goes back there, home
    // must open.
    const before = index()
    history.back()
    await eventually(() => expect(index()).toBeLessThan(before))
    await eventually(() => expect(location.hash).toBe('#/app'))
    await router.load()
    expect(currentPath()).toBe('/app')
    expect(miniPlayer()).toBeDefined()
    expect(pageText()).not.toContain(texts.login.activeTitle)
  })

  it('D10 with a stored token the login says who is logged in', async () => {
    loggedIn()
    await open('/login')
    expect(pageText()).toContain('You are logged in as ann on this device.')
    expect(byName('Get In')).toBeDefined()
    resetBrowser()
    storeToken('secret')
    await open('/login')
    expect(pageText()).toContain(texts.login.activeText)
    signIn({ user: USER, active })
  })

  it('D10 after a log out in another tab the login shows its fields', async () => {
    loggedIn()
    await open('/login')
    expect(byName('Get In')).toBeDefined()
    const change = { key: 'token', oldValue: 'secret', newValue: null }
    forgetToken()
    window.dispatchEvent(new StorageEvent('storage', change))
    await eventually(() => expect(queryAll('input[name=username]')).toHaveLength(1))
    expect(pageText()).not.toContain('Get In')
  })
})

it('A2 after a start with a stored token, the accounts are requested without waiting for the person', async () => {
  const refreshed = Promise.withResolvers<object>()
  resetBrowser({ ...answers, 'POST /api/refresh/': refreshed.promise })
  storeToken('secret')
  void router.navigate({ to: '/app/$ssid', params: { ssid: SSID } })
  await eventually(() => expect(sentTo('POST /api/refresh/')).toHaveLength(1))
  await eventually(() => expect(sentTo('GET /api/accounts/')).toHaveLength(1))
  refreshed.resolve({ user: USER, active })
  await eventually(() => expect(queryAll('[role=tab]')).toHaveLength(4))
  expect(useStore.getState().accounts).toEqual([account])
})
