import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { aSession, SSID } from '../../features/session/model/testing.ts'
import { watchInstallOffer } from '../../shared/browser/install.ts'
import { setReachable } from '../../shared/browser/connection/online.ts'
import { forgetToken } from '../../shared/browser/token.ts'
import { useStore } from '../../shared/store/store.ts'
import { setOpenSession } from '../../shared/store/use-open-session.ts'
import { useToasts } from '../../shared/ui/toasts/toast.ts'
import {
  queryAll,
  currentPath,
  byName,
  open,
  press,
  sentTo,
  setAnswers,
  eventually,
  textOf,
  withApp,
  pageText,
} from './app-testing.tsx'
import { insideTexts } from '../inside-texts.ts'
import { texts } from '../texts.ts'
import { account, invite, loggedIn, playlist, provider, song, ssid } from './inside-testing.ts'

withApp()
beforeEach(() => loggedIn())

describe('accounts', () => {
  it('lists the linked services with title and detail, each of which opens', async () => {
    await open('/main/accounts')
    await eventually(() => expect(pageText()).toContain('Ann Lindqvist'))
    expect(pageText()).toContain(account.detail)
    expect(queryAll(`a[href="#/main/account/${account.id}"]`)).toHaveLength(1)
  })

  it('L17 says what an account is used for, also before one is linked', async () => {
    loggedIn({ 'GET /api/accounts/': [], 'GET /api/provider': provider })
    await open('/main/accounts')
    const { title, sound, playlists, saving, profile } = insideTexts.accounts.use
    await eventually(() => expect(pageText()).toContain(title.replace('{{provider}}', 'Provider')))
    for (const text of [sound, playlists, saving, profile]) expect(pageText()).toContain(text)
  })

  it('an address of an unknown account shows a message with a link to the accounts', async () => {
    await open('/main/account/nonsense')
    await eventually(() => expect(pageText()).toContain(insideTexts.account.none))
    expect(pageText()).not.toContain(insideTexts.accounts.empty)
    expect(byName(insideTexts.account.toAll).getAttribute('href')).toBe('#/main/accounts')
  })

  it('L4 has links to the next step if no playlist is loaded, and to the session that is open', async () => {
    loggedIn({ 'GET /api/accounts/': [{ ...account, selected_playlists: 0 }] })
    await open('/main/accounts')
    await eventually(() => expect(pageText()).toContain(insideTexts.accounts.choose))
    const choose = byName(insideTexts.accounts.choosePlaylists)
    expect(choose.getAttribute('href')).toBe(`#/main/account/${account.id}`)
    expect(pageText()).not.toContain('Back to')
    loggedIn()
    useStore.setState({ session: aSession() })
    setOpenSession(SSID)
    onTestFinished(() => setOpenSession(null))
    await open('/main/accounts')
    await eventually(() => expect(byName('Back to “Kitchen”').getAttribute('href')).toBe(`#/main/${SSID}`))
    expect(pageText()).not.toContain(insideTexts.accounts.choose)
  })

  it('M2 a person who links an account does not get back into a session that they have left', async () => {
    loggedIn({ 'GET /api/accounts/': [], 'GET /api/provider': provider })
    // The session stays in the client state after the person has left it.
    useStore.setState({ session: aSession() })
    await open('/main/accounts')
    const connect = insideTexts.connect.continueAs.replace('{{name}}', 'ann')
    await eventually(() => expect(byName(connect)).toBeDefined())
    setAnswers({ 'GET /api/accounts/': [account], 'POST /api/accounts/direct': [account] })
    byName(connect).click()
    await eventually(() => expect(pageText()).toContain(account.detail))
    expect(pageText()).not.toContain('Back to')
    expect(currentPath()).toBe('/main/accounts')
  })

  it('L7 a playlist that could not be loaded stays chosen, and says why and when it is tried again', async () => {
    const failed = { reason: 'forbidden' as const, retryAt: new Date(2099, 0, 2, 18, 30).getTime() }
    loggedIn({
      'GET /api/spotify/playlists': [
        { ...playlist('one', true), state: 'failed', ...failed },
        { ...playlist('two', true), state: 'refused' },
        { ...playlist('three', false), state: 'refused' },
      ],
    })
    await open(`/main/account/${account.id}`)
    await eventually(() => expect(queryAll('[role=switch]')).toHaveLength(3))
    expect(queryAll('[role=switch]').map((each) => each.getAttribute('aria-checked'))).toEqual([
      'true',
      'true',
      'false',
    ])
    expect(pageText()).toContain(texts.provider.failure.forbidden)
    expect(pageText()).toContain('Next try: 2 January at 18:30.')
    // A playlist that was refused after it was chosen cannot be chosen again.
    expect(queryAll('[role=switch][data-disabled]')).toHaveLength(1)
  })

  it('L4 shows a switch for each playlist, saves the changes, and fetches the list again 600 ms later', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    loggedIn({
      'GET /api/spotify/playlists': [playlist('one', true), playlist('two', false)],
      'POST /api/spotify/playlists': [playlist('one', true), playlist('two', true)],
    })
    await open(`/main/account/${account.id}`)
    await eventually(() => expect(queryAll('[role=switch]')).toHaveLength(2))
    expect(pageText()).toContain('Spotify')
    expect(queryAll('[role=switch]').map((each) => each.getAttribute('aria-checked'))).toEqual([
      'true',
      'false',
    ])
    const isOff = () => byName(insideTexts.account.save).hasAttribute('disabled')
    expect(isOff()).toBe(true)
    press(queryAll('label')[1])
    await eventually(() => expect(isOff()).toBe(false))
    byName(insideTexts.account.save).click()
    await eventually(() => expect(sentTo('POST /api/spotify/playlists')).toHaveLength(1))
    expect(sentTo('POST /api/spotify/playlists')[0]).toEqual([{ id: 'two', load: true }])
    await eventually(() => expect(timers).toHaveBeenCalledWith(expect.any(Function), 600))
    await eventually(() => expect(sentTo('GET /api/spotify/playlists').length).toBeGreaterThan(1))
  })

  it('L4 the screen of an account shows only the playlists that this account has', async () => {
    const other = { ...account, id: 'other', title: 'Ann at work' }
    loggedIn({
      'GET /api/accounts/': [account, other],
      'GET /api/spotify/playlists': [
        playlist('one', true),
        { ...playlist('two', true), accounts: [account.id, other.id] },
        { ...playlist('three', false), accounts: [other.id] },
      ],
    })
    const shown = () => ['one', 'two', 'three'].filter((id) => pageText().includes(`Songs of ${id}`))
    await open(`/main/account/${account.id}`)
    await eventually(() => expect(shown()).toContain('two'))
    expect(shown()).toEqual(['one', 'two'])
    await open(`/main/account/${other.id}`)
    await eventually(() => expect(shown()).toContain('two'))
    expect(shown()).toEqual(['two', 'three'])
  })

  it.each([
    ['is gone', 'unknown', []],
    ['is not shared any more', 'refused', [{ ...playlist('two', false), state: 'refused' as const }]],
  ])('L4 E3 if a playlist %s, the app says so and fetches the list again', async (_, reason, others) => {
    const save = 'POST /api/spotify/playlists'
    const error = { code: 'invalid', message: '', fields: { '0.id': reason } }
    loggedIn({
      'GET /api/spotify/playlists': [playlist('one', true), playlist('two', false)],
      [save]: Response.json({ error }, { status: 422 }),
    })
    const switches = () => queryAll('[role=switch]').map((each) => each.getAttribute('aria-checked'))
    await open(`/main/account/${account.id}`)
    await eventually(() => expect(switches()).toEqual(['true', 'false']))
    press(queryAll('label')[1])
    await eventually(() => expect(switches()).toEqual(['true', 'true']))
    setAnswers({ 'GET /api/spotify/playlists': [playlist('one', true), ...others] })
    byName(insideTexts.account.save).click()
    await eventually(() => expect(sentTo('GET /api/spotify/playlists')).toHaveLength(2))
    await eventually(() => expect(switches()).toEqual(['true', ...others.map(() => 'false')]))
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([insideTexts.account.outdated])
    press(queryAll('label')[0])
    await eventually(() => expect(switches()[0]).toBe('false'))
    byName(insideTexts.account.save).click()
    await eventually(() => expect(sentTo(save).at(-1)).toEqual([{ id: 'one', load: false }]))
  })
})

describe('timeline, settings and song', () => {
  const entry = { id: 'e', ssid: null, title: 'Kitchen', description: '3 songs', startTime: 1 }

  it('T1 the timeline lists entries with title and description', async () => {
    loggedIn({ 'GET /api/timeline': [{ ...entry, songs: [], songCount: 0 }] })
    await open('/main/timeline')
    await eventually(() => expect(textOf('article h2')).toEqual(['Kitchen']))
    expect(textOf('article').join()).toContain('3 songs')
    expect(textOf('article').join()).not.toContain('newest')
  })

  it('D6 a visit with more songs than the timeline has says how many played', async () => {
    loggedIn({ 'GET /api/timeline': [{ ...entry, songs: [song('a'), song('b')], songCount: 1_234 }] })
    await open('/main/timeline')
    await eventually(() => expect(textOf('article').join()).toContain('The newest 2 of 1234 songs.'))
  })

  it('E3 a timeline that cannot be loaded shows an error instead of the loading rows', async () => {
    const answer = Promise.withResolvers<Response>()
    loggedIn({ 'GET /api/timeline': answer.promise })
    await open('/main/timeline')
    await eventually(() => expect(queryAll('main div[aria-hidden]')).toHaveLength(1))
    answer.resolve(Response.json({ error: { code: 'database-away', message: '' } }, { status: 503 }))
    await eventually(() => expect(queryAll('main [role=alert]')).toHaveLength(1))
    expect(queryAll('main div[aria-hidden]')).toEqual([])
    expect(textOf('h1')).toContain(insideTexts.timeline.title)
    expect(currentPath()).toBe('/main/timeline')
  })

  it('E3 a timeline that could not be loaded is loaded when the server can be reached again', async () => {
    loggedIn({ 'GET /api/timeline': undefined })
    await open('/main/timeline')
    await eventually(() => expect(queryAll('main [role=alert]')).toHaveLength(1))
    setAnswers({ 'GET /api/timeline': [] })
    setReachable(true)
    await eventually(() => expect(pageText()).toContain(insideTexts.timeline.empty))
  })

  it('A6 only level 735 is offered to create a beta ticket', async () => {
    await open('/main/settings')
    await eventually(() => expect(pageText()).toContain(insideTexts.settings.setupText))
    expect(pageText()).not.toContain('Create New Beta Ticket')
    loggedIn({}, 735)
    await open('/main/settings')
    await eventually(() => expect(pageText()).toContain('Create New Beta Ticket'))
    expect(pageText()).toContain('Ticket')
    expect(queryAll('a[href="#/main/browse/ticket"]')).toHaveLength(1)
  })

  it('D10 the install prompt is there only when the browser offers it', async () => {
    watchInstallOffer()
    await open('/main/settings/setup')
    await eventually(() => expect(pageText()).toContain(insideTexts.settings.setupHow.ios.title))
    expect(pageText()).not.toContain(insideTexts.settings.installText)
    let prompted = 0
    const offer = Object.assign(new Event('beforeinstallprompt'), { prompt: async () => (prompted += 1) })
    dispatchEvent(offer)
    await eventually(() => expect(pageText()).toContain(insideTexts.settings.installText))
    byName(insideTexts.settings.install).click()
    await eventually(() => expect(pageText()).not.toContain(insideTexts.settings.installText))
    expect(prompted).toBe(1)
  })

  it('the song screen has a title and nothing else', async () => {
    await open('/main/song')
    await eventually(() => expect(textOf('main h1')).toHaveLength(1))
    expect(textOf('main')).toEqual(textOf('main h1'))
  })
})

it('a screen that needs a login opens with a stored token, and leads to the login without one', async () => {
  for (const path of ['/onboarding', '/main/timeline', '/main/settings']) {
    loggedIn()
    await open(path)
    expect(currentPath()).toBe(path)
    forgetToken()
    await open(path)
    expect(currentPath()).toBe('/login')
  }
})

describe('the upgrade (spec section 2)', () => {
  const { upgrade } = insideTexts

  it('R5 explains the session by its title and offers two choices, each with its price once', async () => {
    loggedIn({ 'GET /api/invites/': [invite(1)] })
    await open(`/main/${ssid(1)}/upgrade`)
    await eventually(() => expect(textOf('main section h2')).toEqual([upgrade.infinite, upgrade.monthly]))
    expect(pageText()).toContain('“Room 1”')
    expect(pageText()).toContain('Try Managed for a Month (7$)')
    expect(pageText()).toContain('for 5 dollars per month')
    expect(pageText().match(/7\$|5 dollars/g)).toHaveLength(2)
    expect(pageText()).toContain(upgrade.free)
  })

  it('R5 says “keep” only for a session that is managed already', async () => {
    loggedIn({ 'GET /api/invites/': [invite(1)] })
    await open(`/main/${ssid(1)}/upgrade`)
    await eventually(() => expect(textOf('main section button')[0]).toBe(upgrade.infiniteAction))
    expect(pageText()).not.toContain('Keep')
    expect(pageText()).not.toContain('in random mode now')
    loggedIn({ 'GET /api/invites/': [invite(1, { managed: true })] })
    await open(`/main/${ssid(1)}/upgrade`)
    await eventually(() => expect(textOf('main section button')[0]).toBe(upgrade.infiniteKeep))
  })

  it('R5 offers nothing to a person who does not own the session', async () => {
    loggedIn({ 'GET /api/invites/': [invite(1, { mode: 'favorite' })] })
    await open(`/main/${ssid(1)}/upgrade`)
    await eventually(() => expect(pageText()).toContain(upgrade.ownerOnly))
    expect(pageText()).not.toContain(upgrade.monthlyAction)
  })

  it('R5 says that an unknown session does not exist, and leads home', async () => {
    await open('/main/xyz/upgrade')
    await eventually(() => expect(pageText()).toContain(upgrade.none))
    expect(pageText()).not.toContain('random mode')
    expect(pageText()).not.toContain(upgrade.ownerOnly)
    expect(byName(upgrade.home).getAttribute('href')).toBe('#/main')
  })
})
