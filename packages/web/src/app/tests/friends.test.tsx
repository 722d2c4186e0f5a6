import type { Friend } from '@jointly/contract'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  byName,
  currentPath,
  eventually,
  open,
  press,
  queryAll,
  sentTo,
  textOf,
  typeInto,
  withApp,
  pressInDialog,
} from './app-testing.tsx'
import { aSession, settled, SSID } from '../../features/session/model/testing.ts'
import { setOpenSession } from '../../shared/store/use-open-session.ts'
import { useToasts } from '../../shared/ui/toasts/toast.ts'
import { useStore } from '../../shared/store/store.ts'
import { insideTexts } from '../inside-texts.ts'
import { invite, loggedIn, playing, ssid, USER } from './inside-testing.ts'

withApp()
beforeEach(() => loggedIn())

describe('friends', () => {
  const ben = { id: '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a02', username: 'ben' }

  /** Makes the window as narrow as a phone until the test ends. */
  function narrowWindow(): void {
    const { innerWidth } = window
    onTestFinished(() => void Object.assign(window, { innerWidth }))
    Object.assign(window, { innerWidth: 390 })
  }

  it.each(['app', 'main'])(
    'N1 the list of friends has a link to the search, named Find Friends: %s',
    async (shell) => {
      if (shell === 'app') narrowWindow()
      await open(`/${shell}/friends`)
      const search = `a[href="#/${shell}/friends/find"]`
      await eventually(() => expect(queryAll(search).length).toBeGreaterThan(0))
      press(queryAll(search)[0])
      await eventually(() => expect(currentPath()).toBe(`/${shell}/friends/find`))
      await eventually(() => expect(queryAll('input')[0]?.getAttribute('placeholder')).toBe('Find Friends'))
    },
  )

  it('N3 a desktop has the field to find people on the same page, and results below it', async () => {
    const found = { ...ben, user1: null, user2: null, is_friend: false, status: 'none' }
    loggedIn({ 'POST /api/friends/find': [found] })
    await open('/main/friends')
    const field = 'main input[placeholder="Find Friends"]'
    await eventually(() => expect(queryAll(field)).toHaveLength(1))
    typeInto(queryAll(field)[0], 'be')
    await eventually(() => expect(byName('Send ben a friend request')).toBeDefined())
    expect(currentPath()).toBe('/main/friends')
  })

  it('N3 I4 shows requests, then where friends are with cover, song and names, then the friends', async () => {
    const friend = { ...ben, user1: USER.id, user2: null, is_friend: true, status: 'friends' }
    const cleo = { ...friend, id: '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a03', username: 'cleo', status: 'asked' }
    const { requests_one, sessions, all } = insideTexts.friends
    for (const shell of ['main', 'app']) {
      if (shell === 'app') narrowWindow()
      loggedIn({
        'GET /api/friends/': [friend, cleo],
        'GET /api/invites/': [
          invite(1, { active: 0 }),
          invite(2, { ...playing, mode: 'favorite', friends: [ben] }),
        ],
      })
      await open(`/${shell}/friends`)
      const headings = () => queryAll('section section h2').map(({ textContent }) => textContent)
      const expected = [requests_one.replace('{{count}}', '1'), sessions, all]
      await eventually(() => expect(headings().filter((each) => each !== 'Find Friends')).toEqual(expected))
      expect(textOf(`section section a[href="#/${shell}/${ssid(2)}"]`)).toEqual([
        expect.stringMatching(/Room 2.*Nine Bridges.*ben · 2 here/),
      ])
      expect(queryAll(`section section a[href="#/${shell}/${ssid(1)}"]`)).toEqual([])
    }
  })

  it('N3 I1 a friend is invited to the open session with one tap, unless they are there', async () => {
    const friend = { ...ben, user1: USER.id, user2: null, is_friend: true, status: 'friends' }
    loggedIn({ 'GET /api/friends/': [friend], 'PUT /api/invite/': {} })
    const { votes: _, ...session } = aSession()
    useStore.setState({ session })
    setOpenSession(SSID)
    onTestFinished(() => setOpenSession(null))
    await open('/main/friends')
    const { title } = session.session
    const name = insideTexts.friends.invite.replace('{{name}}', 'ben').replace('{{title}}', title)
    await eventually(() => expect(byName(name)).toBeDefined())
    byName(name).click()
    await eventually(() => expect(sentTo('PUT /api/invite/')).toEqual([{ invitedID: ben.id, ssid: SSID }]))
    await eventually(() => expect(byName(name).querySelectorAll('.lucide-check')).toHaveLength(1))
    useStore.setState({ session: { ...session, active: [ben] } })
    await eventually(() => expect(queryAll('button[aria-label^=Invite]')).toEqual([]))
    useStore.setState({ session })
    await eventually(() => expect(byName(name)).toBeDefined())
    // The session stays in the client state after the person has left it.
    setOpenSession(null)
    await eventually(() => expect(queryAll('button[aria-label^=Invite]')).toEqual([]))
  })

  it('D18 N3 the requests keep their places while one of them is pressed', async () => {
    const asking = (username: string, last: number): Friend => ({
      ...{ id: `3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a0${last}`, username, user1: USER.id, user2: null },
      ...{ is_friend: false, status: 'asked' },
    })
    const [first, cleo] = [asking('ben', 2), asking('cleo', 3)]
    loggedIn({ 'GET /api/friends/': [first, cleo] })
    await open('/main/friends')
    const names = () => queryAll('main li').map((row) => /ben|cleo/.exec(row.textContent ?? '')?.[0])
    await eventually(() => expect(names()).toEqual(['ben', 'cleo']))
    const decline = byName(insideTexts.friends.action.decline.replace('{{name}}', 'cleo'))
    decline.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    useStore.setState({ friends: [cleo] })
    await settled()
    expect(names()).toEqual(['ben', 'cleo'])
    decline.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
    await eventually(() => expect(names()).toEqual(['cleo']))
  })

  it.each(['friends', 'friends/find'])(
    'U6 a message on this screen says that a request or an invitation arrived, or was accepted: %s',
    async (screen) => {
      useToasts.setState({ toasts: [] })
      const asked: Friend = { ...ben, user1: ben.id, user2: USER.id, is_friend: false, status: 'asked' }
      const cleo = { ...asked, id: '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a03', username: 'cleo' }
      const requested: Friend = { ...cleo, status: 'requested' }
      loggedIn({ 'GET /api/friends/': [requested] })
      await open(`/main/${screen}`)
      await eventually(() => expect(useStore.getState().friends).toHaveLength(1))
      const texts = () => useToasts.getState().toasts.map(({ text }) => text)
      await eventually(() => {
        useStore.setState({ friends: [requested] })
        useStore.setState({ friends: [{ ...cleo, is_friend: true, status: 'friends' }, asked] })
        expect(texts()).toEqual(['You and cleo are friends now.', 'ben wants to be your friend.'])
      })
      useStore.setState({ invites: [{ ...invite(3), mode: 'invited', invitedBy: ben }] })
      expect(texts()).toContain('ben invites you to Room 3.')
    },
  )

  it('U6 an invitation back into a session that the person has left makes a message, until it is opened', async () => {
    useToasts.setState({ toasts: [] })
    const requested: Friend = { ...ben, user1: USER.id, user2: ben.id, is_friend: false, status: 'requested' }
    loggedIn({ 'GET /api/friends/': [requested] })
    const { votes: _, ...session } = aSession()
    // The session stays in the client state after the person has left it.
    useStore.setState({ session })
    await open('/main/friends')
    const texts = () => useToasts.getState().toasts.map(({ text }) => text)
    await eventually(() => {
      useStore.setState({ friends: [requested] })
      useStore.setState({ friends: [{ ...requested, is_friend: true, status: 'friends' }] })
      expect(texts()).toEqual(['You and ben are friends now.'])
    })
    useStore.setState({ invites: [{ ...invite(3), uuid: SSID, mode: 'invited', invitedBy: ben }] })
    expect(texts()).toContain('ben invites you to Room 3.')
    onTestFinished(() => setOpenSession(null))
    setOpenSession(SSID)
    useStore.setState({ session })
    expect(texts()).not.toContain('ben invites you to Room 3.')
  })

  it('N1 a press on a friend asks ‘Remove Friend?’, then removes the friend and fetches the list again', async () => {
    const friend = { ...ben, user1: USER.id, user2: null }
    loggedIn({
      'GET /api/friends/': [{ ...friend, is_friend: true, status: 'friends' }],
      'POST /api/friends/change': { ...friend, is_friend: false, status: 'none' },
    })
    await open('/main/friends')
    await eventually(() => expect(queryAll('main li button')).toHaveLength(1))
    press(queryAll('main li button')[0])
    const dialog = () => document.querySelector('[role=alertdialog]')
    await eventually(() => expect(dialog()?.textContent).toContain('Remove Friend?'))
    expect(sentTo('POST /api/friends/change')).toEqual([])
    const asked = sentTo('GET /api/friends/').length
    const { remove } = insideTexts.friends
    pressInDialog(remove)
    await eventually(() => expect(sentTo('POST /api/friends/change')).toHaveLength(1))
    await eventually(() => expect(sentTo('GET /api/friends/').length).toBeGreaterThan(asked))
  })
})
