import type { ChatLine, PublicUser, ServerMessage } from '@jointly/contract'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { setNotices } from '../../../shared/browser/notice-setting.ts'
import { startTexts } from '../../../shared/i18n/i18n.ts'
import { useStore } from '../../../shared/store/store.ts'
import { type Chat, createChat } from '../chat/chat-controller.ts'
import { ChatContext } from '../chat/use-chat.ts'
import { ANN, aSession, aSong, SSID } from '../model/testing.ts'
import { NoticeLine } from './NoticeLine.tsx'
import { talkTexts } from '../chat/texts.ts'
import { peopleTexts } from './texts.ts'

const BEN = { id: 'id of ben', username: 'ben' }
const line = (id: number, text: string, user = BEN): ChatLine => ({ id, user, text, at: id })
const earlier = line(1, 'earlier')

let notifyListener: (message: ServerMessage) => void = () => undefined
const receive = (lines: ChatLine[]) => act(async () => notifyListener({ type: 'chat', ssid: SSID, lines }))

function aChat(): Chat {
  const failed = {
    ok: false,
    error: { code: 'not-found', message: '' },
    retryAfterSec: null,
    status: 404,
  } as const
  return createChat({
    ssid: SSID,
    link: {
      isReady: () => true,
      onMessage: (listener) => {
        notifyListener = listener
        return () => undefined
      },
    },
    fetchPage: async () => ({ ok: true, value: { lines: [earlier], last: 1, more: false, muted: false } }),
    addLine: async () => failed,
    deleteLine: async () => failed,
    mute: async () => failed,
    now: () => 0,
    newKey: () => 'key',
    after: () => () => undefined,
    readSeen: () => 0,
    unsent: { read: () => ({ draft: '', lines: [] }), update: () => undefined },
    storeSeen: () => undefined,
  })
}

const place = document.createElement('div')
const root = createRoot(place)
const shown = () => place.textContent ?? ''

/** Renders the line for Ann. The chat already contains one line. */
async function show(isChatOn = true): Promise<Chat> {
  const { you, ...shared } = aSession()
  const view = { shared: { ...shared, setup: { ...shared.setup, chat: isChatOn } }, you }
  const chat = aChat()
  await act(async () =>
    root.render(
      <ChatContext value={chat}>
        <NoticeLine key={Math.random()} view={view} serverNow={() => 0} />
      </ChatContext>,
    ),
  )
  await act(async () => {
    chat.start()
    await chat.refresh()
  })
  expect(shown()).toBe('')
  return chat
}

beforeEach(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  startTexts({ ...peopleTexts, session: talkTexts })
  useStore.setState({ user: { ...ANN, email: '', level: 0 } })
})
afterEach(() => act(async () => root.render(null)))

it('C11 the newest line of a closed chat is a notice with the name, cut to one row', async () => {
  await show()
  await receive([line(2, `Who put\nthis on? ${'la '.repeat(60)}`)])
  expect(shown()).toContain('Who put this on? la la')
  expect(shown().length).toBeLessThan(130)
  expect(place.querySelector('[role=status]')?.getAttribute('aria-live')).toBe('polite')
})

it('U6 H8 names the person who paused the music, and shows nothing to a person who has just come', async () => {
  const { you, ...shared } = aSession()
  const nowPlaying = { ...shared.nowPlaying, pausedAt: 5, pausedBy: BEN }
  const chat = aChat()
  const render = (parts: object) =>
    act(async () =>
      root.render(
        <ChatContext value={chat}>
          <NoticeLine view={{ shared: { ...shared, ...parts }, you }} serverNow={() => 0} />
        </ChatContext>,
      ),
    )
  await render({})
  await render({ nowPlaying })
  expect(shown()).toContain('ben paused the music')
  await act(async () => root.render(null))
  await render({ nowPlaying })
  expect(shown()).toBe('')
})

it('U6 says that a song was skipped, but not to a person who wished it', async () => {
  const { you, ...shared } = aSession()
  const song = { ...aSong('a'), title: 'Nine Bridges', duration: 100_000 }
  const playing = { ...shared.nowPlaying, mode: 'active' as const, song, startTime: 0 }
  const next = { ...playing, song: aSong('b'), startTime: 40_000 }
  const render = (nowPlaying: object, skip = false) =>
    act(async () =>
      root.render(
        <ChatContext value={aChat()}>
          <NoticeLine
            view={{ shared: { ...shared, nowPlaying: { ...playing, ...nowPlaying } }, you: { ...you, skip } }}
            serverNow={() => 0}
          />
        </ChatContext>,
      ),
    )
  await render(playing, true)
  // The personal view may arrive before the new song.
  await render(playing)
  await render(next)
  expect(shown()).toBe('')
  await act(async () => root.render(null))
  await render(playing)
  await render(next)
  expect(shown()).toBe('Nine Bridges was skipped')
})

it('U6 says that somebody came, but not if they were here within the last minute', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { you, ...shared } = aSession()
  const chat = aChat()
  let serverMs = 1_000_000
  const render = (...active: PublicUser[]) =>
    act(async () =>
      root.render(
        <ChatContext value={chat}>
          <NoticeLine
            view={{ shared: { ...shared, active, activeCount: active.length }, you }}
            serverNow={() => serverMs}
          />
        </ChatContext>,
      ),
    )
  await render(ANN)
  await render(ANN, BEN)
  expect(shown()).toContain('ben joined')
  await act(async () => void vi.advanceTimersByTime(600_000))
  expect(shown()).toBe('')
  // As after a reload, or a restart of the server.
  await render(ANN)
  serverMs += 59_000
  // The person corrects the clock of the device meanwhile.
  vi.setSystemTime(Date.now() + 3_600_000)
  await render(ANN, BEN)
  expect(shown()).toBe('')
  await render(ANN)
  serverMs += 61_000
  await render(ANN, BEN)
  expect(shown()).toContain('ben joined')
})

it('C9 C11 a line that was deleted is not shown any longer', async () => {
  await show()
  await receive([line(2, 'rude')])
  expect(shown()).toContain('rude')
  await act(async () => notifyListener({ type: 'chat', ssid: SSID, deleted: [2] }))
  expect(shown()).toBe('')
})

it('C11 own lines and those that the reader sees are no notices', async () => {
  const chat = await show()
  await receive([line(2, 'mine', ANN)])
  expect(shown()).toBe('')
  const stop = chat.store.subscribe(() => chat.markSeen())
  await receive([line(3, 'seen')])
  expect(shown()).toBe('')
  stop()
})

it('C4 C11 there is none while the chat is off, and none for a reader who switched the notices off', async () => {
  await show(false)
  await receive([line(2, 'hello')])
  expect(shown()).toBe('')
  await show()
  setNotices(false)
  await receive([line(2, 'hello')])
  expect(shown()).toBe('')
  setNotices(true)
})
