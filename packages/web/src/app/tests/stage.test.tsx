import { type NowPlaying, REACTIONS } from '@jointly/contract'
import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { StageView } from '../../features/stage/StageView.tsx'
import { stageTexts } from '../../features/stage/texts.ts'
import { aSession, aSong, aVote, SSID } from '../../features/session/model/testing.ts'
import { storedStage, storeStage } from '../../shared/browser/stage-secret.ts'
import { storedToken, storeToken } from '../../shared/browser/token.ts'
import { addTexts } from '../../shared/i18n/i18n.ts'
import {
  currentPath,
  eventually,
  open,
  pageText,
  queryAll,
  resetBrowser,
  setAnswers,
  textOf,
  withApp,
} from './app-testing.tsx'
import { provider } from './inside-testing.ts'

const texts = stageTexts.stage
const waiting = { code: 'ABC234', secret: 'a-secret-of-the-stage', expires: 1 }

/** The live connections that the screens opened. */
let sockets: Socket[]
class Socket {
  onmessage: (event: { data: string }) => void = () => {}
  constructor() {
    sockets.push(this)
  }
  send() {}
  close() {}
}

/** The main headings of the page at the moments at which the screen looked for a new version. */
let lookedAt: string[]

withApp()
beforeAll(() => {
  const serve = globalThis.fetch
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    if (address.startsWith('/index.html?at=')) lookedAt.push(...textOf('h1'))
    return serve(address, init)
  })
})
beforeEach(() => {
  sockets = []
  lookedAt = []
  resetBrowser({ 'GET /api/provider': provider })
  addTexts('en', stageTexts)
})

describe('a screen without a session', () => {
  it('X7 shows a code, without a login and without the header of the website', async () => {
    setAnswers({ 'POST /api/stage/': waiting, 'POST /api/stage/state': { ssid: null, sound: false } })
    await open('/stage')
    await eventually(() => expect(textOf('strong')).toEqual(['ABC 234']))
    expect(currentPath()).toBe('/stage')
    expect(queryAll('nav, form, a, button')).toEqual([])
  })

  it('X3 X7 says calmly that it was removed, forgets its secret, and ends no login of the browser', async () => {
    storeToken('the-token-of-the-host')
    storeStage('KDH234', 'a-secret-of-a-removed-stage')
    const ended = { error: { code: 'unauthenticated', message: '' } }
    setAnswers({
      'POST /api/stage/state': Response.json(ended, { status: 401 }),
      'POST /api/stage/': waiting,
    })
    await open('/stage/KDH234')
    await eventually(() => expect(textOf('strong')).toEqual(['ABC 234']))
    expect(storedStage('KDH234')).toBeNull()
    expect(storedToken()).toBe('the-token-of-the-host')
    expect(currentPath()).toBe('/stage/KDH234')
  })

  it('X9 waits while the server is away', async () => {
    await open('/stage')
    await eventually(() => expect(pageText()).toContain(texts.away))
  })
})

describe('a screen that is paired', () => {
  const { you: _you, ...shared } = aSession()
  async function sendSong(id: string | null, startTime: number | null, pausedAt?: number): Promise<void> {
    const nowPlaying: NowPlaying = {
      ...shared.nowPlaying,
      ...(id !== null && { mode: 'active', song: aSong(id), chosen: 'vote' }),
      startTime,
      pausedAt,
    }
    sockets[0]?.onmessage({
      data: JSON.stringify({ type: 'session', ssid: SSID, session: { ...shared, nowPlaying } }),
    })
    await eventually(() => {
      expect(textOf('h1')).toEqual([id ?? texts.nothing])
      expect(pageText().includes(texts.paused)).toBe(pausedAt !== undefined)
    })
  }

  it('X9 H8 looks for a new version when a song ends, and not when a paused song continues', async () => {
    storeStage('KDH234', 'a-secret-of-the-stage')
    setAnswers({ 'POST /api/stage/state': { ssid: SSID, sound: false } })
    await open('/stage/KDH234')
    await eventually(() => expect(sockets).toHaveLength(1))
    await sendSong('one', 1_000)
    await sendSong('one', 1_000, 500)
    await sendSong('one', 61_000)
    await sendSong('two', 181_000)
    await sendSong(null, null)
    await eventually(() => expect(lookedAt).toContain(texts.nothing))
    expect(lookedAt).toEqual(['two', texts.nothing])
  })

  it('X8 C2 shows the number of reactions with reduced motion, because no emoji rises', async () => {
    const media = window.matchMedia.bind(window)
    vi.stubGlobal('matchMedia', (query: string) =>
      query.includes('reduced-motion') ? Object.assign(new EventTarget(), { matches: true }) : media(query),
    )
    onTestFinished(() => void vi.stubGlobal('matchMedia', media))
    storeStage('KDH234', 'a-secret-of-the-stage')
    setAnswers({ 'POST /api/stage/state': { ssid: SSID, sound: false } })
    await open('/stage/KDH234')
    await eventually(() => expect(sockets).toHaveLength(1))
    await sendSong('one', 1_000)
    // The screen listens to reactions before it shows another song.
    await sendSong('two', 181_000)
    const counts = REACTIONS.map((_, index) => (index === 1 ? 3 : 0))
    sockets[0]?.onmessage({ data: JSON.stringify({ type: 'reactions', ssid: SSID, counts }) })
    await eventually(() => expect(textOf('p[aria-hidden]')).toEqual(['3']))
  })
})

describe('a session on a screen', () => {
  const { you: _you, setup, ...session } = aSession()
  const shared = {
    ...session,
    setup,
    nowPlaying: { ...session.nowPlaying, song: aSong('one'), startTime: 1, chosen: 'vote' as const },
    votes: [aVote('two'), aVote('three')],
  }
  let root: Root | null = null
  afterEach(() => {
    root?.unmount()
    root = null
  })
  const show = (over: Partial<Parameters<typeof StageView>[0]> = {}) => {
    root?.unmount()
    const page = document.createElement('div')
    const shown = createRoot(page)
    root = shown
    flushSync(() =>
      shown.render(
        <StageView
          shared={shared}
          provider={provider}
          serverNow={() => 2}
          isConnected
          sound="ok"
          {...over}
        />,
      ),
    )
    return page
  }
  const withPolicy = (policy: 'link' | 'invite') => ({
    ...shared,
    session: { ...shared.session, policy, code: 'KDH234' },
  })

  it('X8 shows the song, the next songs and the people', () => {
    const page = show()
    expect(page.querySelector('h1')?.textContent).toBe(aSong('one').title)
    expect([...page.querySelectorAll('li b')].map((one) => one.textContent)).toEqual([
      aSong('two').title,
      aSong('three').title,
    ])
    expect(page.querySelector('time')).not.toBeNull()
  })

  it('X8 shows the score of each voted song with its sign, and none for the announced song', () => {
    const next = { song: aSong('two'), startTime: 9, chosen: 'vote' as const }
    const votes = [aVote('two', 3), aVote('three', 2), aVote('four', 1, 1), aVote('five', 0, 1)]
    const rows = [...show({ shared: { ...shared, next, votes } }).querySelectorAll('li')]
    const score = (row: Element) => /[+-]?\d+$/.exec(row.textContent ?? '')?.[0] ?? null
    expect(rows.map(score)).toEqual([null, '+2', '0'])
  })

  it('X8 F3 shows no song that the session refuses', () => {
    const two = aVote('two', 5)
    const votes = [{ ...two, why: { ...two.why, rule: 'refused' as const } }, aVote('three', 2)]
    const titles = [...show({ shared: { ...shared, next: null, votes } }).querySelectorAll('li b')]
    expect(titles.map((title) => title.textContent)).toEqual([aSong('three').title])
  })

  it('X8 J4 shows the QR code and the code only while the session is open', () => {
    const open = show({ shared: withPolicy('link') })
    expect(open.querySelector('aside strong')?.textContent).toBe('KDH 234')
    expect(open.querySelector('aside svg')).not.toBeNull()
    expect(show({ shared: withPolicy('invite') }).textContent).not.toContain('KDH 234')
  })

  it('H8 X8 says that the music is paused', () => {
    expect(show().textContent).not.toContain(texts.paused)
    const page = show({ shared: { ...shared, nowPlaying: { ...shared.nowPlaying, pausedAt: 1 } } })
    expect(page.textContent).toContain(texts.paused)
    expect(page.textContent).not.toContain(texts.voted)
  })

  it('X9 says why there is no sound, and that it connects again', () => {
    const note = (over: Parameters<typeof show>[0]) => show(over).querySelector('[role=status]')?.textContent
    expect(note({ sound: 'blocked' })).toBe(texts.blocked)
    expect(note({ sound: 'blocked', isConnected: false })).toBe(texts.lost)
    expect(note({})).toBe('')
  })

  it('X8 says what to do while nothing plays', () => {
    const page = show({ shared: { ...shared, nowPlaying: { ...shared.nowPlaying, song: null }, votes: [] } })
    expect(page.textContent).toContain(texts.nothing)
    expect(page.textContent).toContain(texts.noVotes)
  })
})
