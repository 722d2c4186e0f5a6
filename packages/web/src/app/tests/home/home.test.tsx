import type { Invite } from '@jointly/contract'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  queryAll,
  currentPath,
  inputs,
  byName,
  open,
  press,
  submitForm,
  sentTo,
  setAnswers,
  eventually,
  textOf,
  withApp,
  pageText,
} from '../app-testing.tsx'
import { setReachable } from '../../../shared/browser/connection/online.ts'
import { emptyState } from '../../../shared/store/state.ts'
import { useStore } from '../../../shared/store/store.ts'
import { insideTexts } from '../../inside-texts.ts'
import { router } from '../../routing/app-router.tsx'
import { account, invite, loggedIn, playing, playlist, ssid, USER } from '../inside-testing.ts'

withApp()
beforeEach(() => loggedIn())

describe('the loader (spec section 4)', () => {
  it('fetches the person, three lists and the accounts, and keeps each in this browser', async () => {
    const user = { ...USER, email: 'new@example.org' }
    const active = { id: '2', token: 'newer' }
    const friend = {
      id: ssid(7),
      user1: ssid(7),
      user2: USER.id,
      is_friend: true,
      status: 'friends',
      username: 'bo',
    }
    const invites = Promise.withResolvers<Invite[]>()
    loggedIn({
      'POST /api/refresh/': { user, active },
      'GET /api/invites/': invites.promise,
      'GET /api/playlists/': [playlist('mine', true)],
      'GET /api/friends/': [friend],
    })
    void router.navigate({ to: '/load' })
    const percent = () => queryAll('[role=progressbar]')[0]?.getAttribute('aria-valuenow')
    await eventually(() => expect(percent()).toBe('80'))
    const loads = ['invites', 'playlists', 'friends', 'accounts'].map((list) => `GET /api/${list}/`)
    for (const load of ['POST /api/refresh/', ...loads])
      expect([load, sentTo(load).length]).toEqual([load, 1])
    expect(sentTo('POST /api/refresh/')).toEqual([{ token: 'secret' }])
    invites.resolve([invite(1)])
    await eventually(() => expect(currentPath()).toBe('/main'))
    expect(localStorage.getItem('token')).toBe('newer')
    // The app stores the lists at the latest when the page is hidden.
    dispatchEvent(new Event('pagehide'))
    expect(JSON.parse(localStorage.getItem('vuex') ?? '')).toMatchObject({
      user,
      active,
      invites: [invite(1)],
      playlists: [playlist('mine', true)],
      friends: [friend],
      accounts: [account],
    })
  })

  it('E3 loads again what failed when the server can be reached again', async () => {
    loggedIn({ 'GET /api/friends/': undefined })
    await open('/load')
    await eventually(() => expect(queryAll('[role=alert]')).toHaveLength(1))
    setAnswers({ 'GET /api/friends/': [] })
    setReachable(true)
    await eventually(() => expect(currentPath()).toBe('/main'))
  })
})

describe('the home navigation (spec section 2)', () => {
  it('has buttons for a new session, accounts, timeline, friends and settings', async () => {
    await open('/main')
    await eventually(() => expect(queryAll('aside header a').length).toBe(5))
    const to = queryAll('aside header a').map((link) => link.getAttribute('href')?.replace('#/main/', ''))
    expect(new Set(to)).toEqual(new Set(['accounts', 'edit', 'friends', 'settings', 'timeline']))
  })

  it('N1 says by the friends button how many people ask to be friends', async () => {
    const asking = {
      id: ssid(7),
      user1: ssid(7),
      user2: USER.id,
      is_friend: false,
      status: 'asked',
      username: 'bo',
    }
    loggedIn({ 'GET /api/friends/': [asking] })
    await open('/main')
    await eventually(() => expect(byName('Friends: 1 request')).toBeDefined())
    expect(byName('Friends: 1 request').getAttribute('href')).toBe('#/main/friends')
  })

  it('S2 shows a general name if the person may not know the title of a session', async () => {
    loggedIn({ 'GET /api/invites/': [invite(1, { title: '' })] })
    await open('/main')
    await eventually(() => expect(textOf('aside section li')[0]).toContain(insideTexts.home.untitled))
  })

  it('I2 lists incoming and favorite sessions separately, those that play first, with title and people', async () => {
    loggedIn({
      'GET /api/invites/': [
        invite(1),
        invite(2, { mode: 'favorite', ...playing }),
        invite(3, { mode: 'invited' }),
      ],
    })
    await open('/main')
    await eventually(() => expect(queryAll('aside section')).toHaveLength(2))
    const { home } = insideTexts
    expect(textOf('aside section h2')).toEqual([home.incoming, home.favorites])
    const items = queryAll('aside section li').map((item) => item.textContent ?? '')
    expect(items[0]).toContain('Room 3')
    expect(items[1]).toContain('Room 2')
    expect(items[2]).toContain('Room 1')
    expect(items[1]).toContain(home.playing)
    expect(items[2]).not.toContain(home.playing)
    expect(items.map((item) => /(\d)$/.exec(item)?.[1])).toEqual(['3', '2', '1'])
  })

  it('H8 I2 says that a session is paused, and does not count it as playing', async () => {
    const { nowPlaying } = invite(1, playing)
    const paused = { nowPlaying: { ...nowPlaying, pausedAt: 1000 }, playing: false }
    loggedIn({ 'GET /api/invites/': [invite(1, paused)] })
    await open('/main')
    const { home } = insideTexts
    await eventually(() => expect(textOf('aside section li')[0]).toContain(home.paused))
    expect(textOf('aside section li')[0]).not.toContain(home.playing)
    expect(pageText()).not.toContain(home.onAir)
  })

  it('shows a placeholder icon for a passive session and the cover for an active one', async () => {
    loggedIn({ 'GET /api/invites/': [invite(1), invite(2, playing)] })
    await open('/main')
    await eventually(() => expect(queryAll('aside section li')).toHaveLength(2))
    const [active, passive] = queryAll('aside section li')
    expect(passive?.querySelector('img')).toBeNull()
    await eventually(() => expect(passive?.querySelector('svg')).toBeTruthy())
    expect(active?.querySelector('img')?.getAttribute('src')).toBe('/cover.svg')
  })

  it('I3 counts own and favorite sessions for the badge', async () => {
    loggedIn({
      'GET /api/invites/': [invite(1), invite(2, { mode: 'favorite' }), invite(3, { mode: 'invited' })],
    })
    await open('/main')
    await eventually(() => expect(document.title).toMatch(/^\(2\) /))
  })

  it('names the tab after the screen, on the phone after the list', async () => {
    await open('/main/timeline')
    await eventually(() => expect(document.title).toBe('Timeline · Jointly'))
    await open('/main')
    await eventually(() => expect(document.title).toBe('Hello ann · Jointly'))
    const { innerWidth } = window
    onTestFinished(() => void Object.assign(window, { innerWidth }))
    Object.assign(window, { innerWidth: 390 })
    await open('/app')
    await eventually(() => expect(document.title).toBe('Sessions · Jointly'))
  })

  it('marks the session that is open', async () => {
    loggedIn({ 'GET /api/invites/': [invite(1), invite(2)] })
    await open(`/main/${ssid(2)}`)
    await eventually(() => expect(queryAll('aside section li')).toHaveLength(2))
    expect(queryAll('aside [aria-current=page]').map((item) => item.textContent)).toEqual([
      expect.stringContaining('Room 2'),
    ])
  })

  it('says Get Started while there is no session, with what to do', async () => {
    await open('/main')
    await eventually(() => expect(pageText()).toContain('Get Started'))
    for (const name of ['Add a Session', 'Accounts', 'Timeline', 'Friends', 'Settings', 'Work in progress'])
      expect(pageText()).toContain(name)
  })

  it('D13 J6 has one large way to create a session, and a code field, while there is no session', async () => {
    await open('/main')
    await eventually(() => expect(pageText()).toContain('Get Started'))
    const toEdit = queryAll('a[href$="/edit"]')
    // The specification requires this button in the header. There it is an icon without text, like the other buttons.
    expect(toEdit.filter((link) => link.closest('nav')).map((link) => link.textContent)).toEqual([''])
    expect(toEdit.filter((link) => !link.closest('nav'))).toHaveLength(1)
    await eventually(() => expect(queryAll('input[name=code]')).toHaveLength(1))
  })

  it('D13 J6 has the large button above the list, and the code field beside it, while nothing plays', async () => {
    loggedIn({ 'GET /api/invites/': [invite(1)] })
    await open('/main')
    await eventually(() => expect(queryAll('aside section li')).toHaveLength(1))
    expect(queryAll('a[href$="/edit"]').map((link) => link.textContent?.trim())).toEqual([
      insideTexts.home.create,
    ])
    await eventually(() => expect(queryAll('input[name=code]')).toHaveLength(1))
  })

  it('J6 has the code field below the list on the phone', async () => {
    const { innerWidth } = window
    onTestFinished(() => void Object.assign(window, { innerWidth }))
    Object.assign(window, { innerWidth: 390 })
    await open('/app')
    await eventually(() => expect(pageText()).toContain('Get Started'))
    expect(queryAll('input[name=code]')).toHaveLength(1)
    // A person who is in a session can enter the code of another session.
    loggedIn({ 'GET /api/invites/': [invite(1, playing)] })
    await open('/app')
    await eventually(() => expect(pageText()).toContain('Room 1'))
    expect(queryAll('input[name=code]')).toHaveLength(1)
  })

  it('L5 shows the small loader only until the accounts have been fetched', async () => {
    let answer: (response: Response) => void = () => {}
    loggedIn({ 'GET /api/accounts/': new Promise((resolve) => (answer = resolve)) })
    await open('/main/settings')
    expect(queryAll('main [role=status]').length).toBeGreaterThan(0)
    expect(pageText()).not.toContain(USER.email)
    answer(Response.json([]))
    await eventually(() => expect(pageText()).toContain(USER.email))
  })

  it('A2 fetches the person when the browser has only the token, and shows an error when that fails', async () => {
    loggedIn({ 'POST /api/refresh/': new Response('', { status: 502 }) })
    useStore.setState(emptyState)
    await open('/main/settings')
    await eventually(() => expect(queryAll('main [role=alert]')).toHaveLength(1))
    loggedIn()
    useStore.setState(emptyState)
    press(byName('Try again'))
    await eventually(() => expect(pageText()).toContain(USER.email))
    expect(useStore.getState().active?.token).toBe('secret')
  })

  it('A2 shows the person of the token, not the one from before another tab logged in', async () => {
    loggedIn()
    useStore.setState({
      user: { ...USER, id: ssid(9), username: 'ben', email: 'ben@example.org' },
      active: { id: '2', token: 'of before' },
    })
    await open('/main/settings')
    await eventually(() => expect(pageText()).toContain(USER.email))
    expect(pageText()).not.toContain('ben@example.org')
  })
})

describe('creating a session', () => {
  const switchesOf = () => queryAll('input[type=checkbox]')

  it('S3 asks for title, managed and private, and opens the new session', async () => {
    loggedIn({ 'POST /api/session/': { id: ssid(1) } })
    await open('/main/edit')
    await eventually(() => expect(inputs()[0]).toEqual(['title', 'text', true]))
    expect(pageText()).toContain('Managed')
    expect(pageText()).toContain('Private')
    expect(switchesOf()).toHaveLength(2)
    const asked = sentTo('GET /api/invites/').length
    submitForm({ title: ' Kitchen ' })
    await eventually(() => expect(currentPath()).toMatch(new RegExp(`/${ssid(1)}$`)))
    expect(sentTo('POST /api/session/')).toEqual([{ title: 'Kitchen', managed: false, isPrivate: false }])
    expect(sentTo('GET /api/invites/').length).toBeGreaterThan(asked)
  })

  it('S3 a managed one leads to the upgrade screen', async () => {
    loggedIn({ 'POST /api/session/': { id: ssid(1) } })
    await open('/main/edit')
    await eventually(() => expect(inputs()[0]).toEqual(['title', 'text', true]))
    for (const each of switchesOf()) press(each)
    submitForm({ title: 'Kitchen' })
    await eventually(() => expect(currentPath()).toBe(`/main/${ssid(1)}/upgrade`))
    expect(sentTo('POST /api/session/')).toEqual([{ title: 'Kitchen', managed: true, isPrivate: true }])
  })
})
