import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { aSession, SSID, settled } from '../../../features/session/model/testing.ts'
import { rememberedTarget } from '../../../shared/browser/login-target.ts'
import { storedToken } from '../../../shared/browser/token.ts'
import { useStore } from '../../../shared/store/store.ts'
import { useToasts } from '../../../shared/ui/toasts/toast.ts'
import {
  queryAll,
  setAnswers,
  currentPath,
  byName,
  net,
  sentTo,
  press,
  eventually,
  textOf,
  withApp,
  pageText,
  typeInto,
} from '../app-testing.tsx'
import { insideTexts } from '../../inside-texts.ts'
import { texts as sharedTexts } from '../../texts.ts'
import { invite, openSession, openTab, playlist, song, startInSession, voteFor } from '../inside-testing.ts'
import { router } from '../../routing/app-router.tsx'

const { session: texts } = insideTexts

withApp(startInSession)

describe('the session screen (spec section 2)', () => {
  it('has four tabs: Search, Library, Social, Options', async () => {
    await openSession()
    expect(textOf('[role=tab]')).toEqual(['Search', 'Library', 'Social', 'Options'])
  })

  it('C4 the chat is a fifth tab, after the four others', async () => {
    const { setup } = aSession()
    await openSession({ setup: { ...setup, chat: true } })
    expect(textOf('[role=tab]')).toEqual(['Search', 'Library', 'Social', 'Options', 'Chat'])
  })

  it('S2 joining stores the session and its votes', async () => {
    await openSession({ votes: [voteFor(song('one'), 2, 1)] })
    expect(useStore.getState().session?.session.uuid).toBe(SSID)
    expect(useStore.getState().votes.map((vote) => vote.song.id)).toEqual(['one'])
  })

  it('shows the running song, its artists and the session’s title, with play and skip', async () => {
    const nowPlaying = {
      ...aSession().nowPlaying,
      mode: 'active' as const,
      song: { ...song('one'), artists: ['Ann', 'The Bens'].map((name) => ({ id: null, name })) },
      startTime: 1,
    }
    await openSession({ nowPlaying, skips: 20 })
    expect(textOf('h1')).toContain('Kitchen')
    expect(textOf('section header h2')).toEqual(['Song one'])
    expect(textOf('section header p')[0]).toBe('Ann, The Bens')
    expect(byName(texts.skip.wish)).toBeDefined()
    expect(queryAll('[role=meter]').map((bar) => bar.getAttribute('aria-valuemax'))).toEqual(['100'])
  })

  it('P6 when the music ends because nobody here has songs, the screen says so and leads to the search', async () => {
    const active = { ...aSession().nowPlaying, mode: 'active' as const, song: song('one'), startTime: 1 }
    const played = { song: song('one'), startTime: 1, nowTime: 1, next: null }
    await openSession({ nowPlaying: active }, { [`POST /api/session/${SSID}/play`]: played })
    setAnswers({ [`GET /api/session/${SSID}`]: aSession() })
    net(false)
    await settled()
    net(true)
    await eventually(() => expect(textOf('section header h2')).toEqual([texts.head.ended]))
    expect(pageText()).toContain(texts.head.noSongs)
  })

  it('K2 the vertical skip bar shows the current wishes as a part of those needed', async () => {
    const nowPlaying = {
      ...aSession().nowPlaying,
      mode: 'active' as const,
      song: song('one'),
      startTime: 1,
    }
    await openSession({ nowPlaying, activeCount: 4, listenerCount: 3, skips: 33 })
    const bar = queryAll('[role=meter]')[0]
    expect(bar?.getAttribute('aria-valuenow')).toBe('50')
    expect(bar?.querySelector('i')?.style.transform).toBe('scaleY(0.5)')
    expect(bar?.getAttribute('aria-label')).toBe('For skipping: 1 of 3 listeners. 1 more needed.')
    expect(pageText()).toContain('Skip: 1 of 2 needed')
  })

  it('V2 each listed song shows title, artists and both thumbs with their counts', async () => {
    await openSession({ votes: [voteFor(song('one'), 3, 1)] })
    const row = queryAll('li').find((each) => each.textContent?.includes('Song one'))
    expect(row?.textContent).toContain('Band of one')
    const thumbs = [...(row?.querySelectorAll('button[aria-pressed]') ?? [])]
    expect(thumbs.map((thumb) => thumb.textContent)).toEqual([
      expect.stringContaining('3'),
      expect.stringContaining('1'),
    ])
  })

  it('V1 a vote is shown before the next press', async () => {
    await openSession({ votes: [voteFor(song('one'), 3, 1)] })
    const [thumb] = queryAll('li button[aria-pressed]')
    press(thumb)
    await Promise.resolve()
    expect(thumb?.getAttribute('aria-pressed')).toBe('true')
  })

  it('shows any other change of the session in a later task than the press that makes it', async () => {
    await openSession({}, { [`DELETE /api/session/${SSID}/favorite`]: {} })
    const [star] = queryAll('header button[aria-pressed=true]')
    press(star)
    await Promise.resolve()
    expect(star?.getAttribute('aria-pressed')).toBe('true')
    await eventually(() => expect(star?.getAttribute('aria-pressed')).toBe('false'))
  })

  it('V9 a double tap on a thumb is one vote', async () => {
    const counted = { songID: 'one', score: 3, upvotes: 4, downvotes: 1, vote: 'up' }
    await openSession({ votes: [voteFor(song('one'), 3, 1)] }, { [`POST /api/vote/${SSID}/up`]: counted })
    const isUp = () => queryAll('li button[aria-pressed]')[0]?.getAttribute('aria-pressed')
    press(queryAll('li button[aria-pressed]')[0])
    await eventually(() => expect(isUp()).toBe('true'))
    press(queryAll('li button[aria-pressed]')[0])
    await settled()
    expect([isUp(), sentTo(`POST /api/vote/${SSID}/up`)]).toEqual(['true', [{ songID: 'one', vote: 'up' }]])
  })

  it('E3 a refused vote shows a warning on the song', async () => {
    await openSession({ votes: [voteFor(song('one'), 3, 1)] })
    press(queryAll('li button[aria-pressed]')[0])
    await eventually(() => expect(textOf('li [role=alert]').join()).toContain('This vote was not counted'))
    const row = queryAll('li').find((each) => each.textContent?.includes('Song one'))
    expect(row?.querySelectorAll('[role=alert] .lucide-triangle-alert')).toHaveLength(1)
  })

  it('E3 V8 the reason of a refused vote is shown beside the reason of the place, for a while', async () => {
    await openSession({ votes: [voteFor(song('one'), 3, 1)] })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    press(queryAll('li button[aria-pressed]')[0])
    await eventually(() => expect(textOf('li [role=alert]')).toHaveLength(1))
    expect(textOf('li button[aria-expanded]').join()).toContain(texts.why.score)
    vi.advanceTimersByTime(15_000)
    await eventually(() => expect(textOf('li [role=alert]')).toEqual([]))
    expect(textOf('li button[aria-expanded]').join()).toContain(texts.why.score)
    expect(queryAll('li button[aria-pressed=true]')).toEqual([])
  })

  it('S6 people in a deleted session get a message and are sent home', async () => {
    await openSession()
    net(false)
    await settled()
    const notFound = Response.json({ error: { code: 'not-found', message: '' } }, { status: 404 })
    setAnswers({ [`GET /api/session/${SSID}`]: notFound })
    net(true)
    await eventually(() => expect(currentPath()).toBe('/main'))
    expect(
      useToasts
        .getState()
        .toasts.map(({ text }) => text)
        .join(),
    ).toContain(texts.out.deleted)
  })

  it('S6 the owner of a deleted session reads only that it was deleted', async () => {
    await openSession()
    const row = { ...invite(1), uuid: SSID, session_uuid: SSID, ssid: SSID }
    useStore.setState({ invites: [row] })
    useToasts.setState({ toasts: [] })
    net(false)
    await settled()
    const notFound = Response.json({ error: { code: 'not-found', message: '' } }, { status: 404 })
    setAnswers({ [`GET /api/session/${SSID}`]: notFound, 'GET /api/invites/': [row] })
    net(true)
    await eventually(() => expect(currentPath()).toBe('/main'))
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([texts.out.deletedOwn])
  })

  it('G5 a guest learns that guests were switched off, and both ways in lead back to the session', async () => {
    await openSession()
    setAnswers({
      [`GET /api/session/${SSID}`]: Response.json(
        { error: { code: 'no-guests', message: '' } },
        { status: 403 },
      ),
      [`GET /api/invitation/?ssid=${SSID}`]: Response.json(
        { error: { code: 'not-found', message: '' } },
        { status: 404 },
      ),
      'POST /api/logout/': {},
    })
    net(false)
    await settled()
    net(true)
    await eventually(() => expect(textOf('h1')).toContain(texts.out['no-guests']))
    expect(pageText()).not.toContain(texts.out.policy)
    byName(insideTexts.toAccount.title).click()
    await eventually(() => expect(currentPath()).toBe('/main/settings'))
    expect(rememberedTarget()).toEqual({ kind: 'session', ssid: SSID })
    window.history.back()
    await eventually(() => byName(texts.out.logIn))
    byName(texts.out.logIn).click()
    await eventually(() => expect(currentPath()).toBe('/login'))
    expect(rememberedTarget()).toEqual({ kind: 'session', ssid: SSID })
    expect(storedToken()).toBe(null)
    expect(sentTo('POST /api/logout/')).toHaveLength(1)
  })

  it('has a button that moves the focus past a long list of votes', async () => {
    await openSession({ votes: Array.from({ length: 9 }, (_, index) => voteFor(song(`s${index}`), 1, 0)) })
    press(byName(texts.votes.past))
    expect(document.activeElement?.getAttribute('role')).toBe('tab')
  })

  it('has a note when the list is empty', async () => {
    await openSession()
    expect(pageText()).toContain(texts.votes.empty)
  })

  it('D7 searches after 800 ms, and shows cover, title, artists and a button to add', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await openSession({}, { [`GET /api/song?query=one&ssid=${SSID}`]: { data: [song('one')] } })
    openTab('Search')
    await eventually(() => expect(queryAll('input[type=search]')).toHaveLength(1))
    typeInto(queryAll('input[type=search]')[0], 'one')
    await eventually(() => expect(pageText()).toContain('Band of one'))
    expect(timers).toHaveBeenCalledWith(expect.any(Function), 800)
    await eventually(() => expect(pageText()).toContain('Band of one'))
    expect(queryAll('img[src="/cover-one.svg"]').length).toBeGreaterThan(0)
    expect(byName('Add Song one').querySelectorAll('.lucide-plus')).toHaveLength(1)
  })

  it('the library opens each of Your Playlists to its songs', async () => {
    await openSession(
      {},
      {
        'GET /api/playlists/': [playlist('mine', true)],
        [`GET /api/playlist/?playlistID=mine&ssid=${SSID}`]: {
          ...playlist('mine', true),
          songs: [song('two')],
        },
      },
    )
    openTab('Library')
    await eventually(() => expect(textOf('h3')).toContain('Your Playlists'))
    press(queryAll('button[aria-expanded=false]').find((each) => each.textContent?.includes('Songs of mine')))
    await eventually(() => expect(pageText()).toContain('Song two'))
  })

  it('L7 the library shows why a playlist could not be loaded and when it is tried again', async () => {
    const failed = { reason: 'rate', retryAt: new Date(2099, 0, 2, 18, 30).getTime() }
    await openSession(
      {},
      { 'GET /api/playlists/': [{ ...playlist('mine', true), state: 'failed', ...failed }] },
    )
    openTab('Library')
    await eventually(() =>
      expect(pageText()).toContain(`${sharedTexts.provider.failure.rate} Next try: 2 January at 18:30.`),
    )
  })

  it('E3 the add icon becomes a warning when the song was refused, but not in another session', async () => {
    const other = SSID.replace(/.$/, '9')
    const listOf = (ssid: string) => `GET /api/playlist/?playlistID=mine&ssid=${ssid}`
    const songs = { ...playlist('mine', true), songs: [song('two')] }
    const session = aSession()
    await openSession(
      {},
      {
        'GET /api/playlists/': [playlist('mine', true)],
        [listOf(SSID)]: songs,
        [listOf(other)]: songs,
        [`GET /api/session/${other}`]: {
          ...session,
          session: { ...session.session, id: other, uuid: other },
        },
      },
    )
    const openSongs = async () => {
      await eventually(() => expect(byName('Library')).toBeDefined())
      openTab('Library')
      await eventually(() => expect(textOf('h3')).toContain('Your Playlists'))
      press(
        queryAll('button[aria-expanded=false]').find((each) => each.textContent?.includes('Songs of mine')),
      )
      await eventually(() => expect(byName('Add Song two')).toBeDefined())
    }
    await openSongs()
    byName('Add Song two').click()
    await eventually(() => expect(byName('Add Song two').dataset.state).toBe('failed'))
    expect(textOf('[role=alert]').join()).toContain('cannot be reached')
    await router.navigate({ to: `/main/${other}` })
    await eventually(() => expect(useStore.getState().session?.session.uuid).toBe(other))
    await openSongs()
    expect(byName('Add Song two').dataset.state).toBe('default')
  })
})
