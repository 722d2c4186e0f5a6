import type { ServerMessage, SessionAnswer } from '@jointly/contract'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createListeners } from '../../../shared/browser/listeners.ts'
import { useStore } from '../../../shared/store/store.ts'
import { aSession, SSID } from './testing.ts'
import type { SessionControls } from './use-session.ts'
import type { SessionLink } from './follower.ts'
import { useSession } from './use-session.ts'

const banned = { error: { code: 'banned', message: '' } }

let root: Root
let isBanned: boolean
let answered: SessionAnswer
let renders = 0
const messages = createListeners<[ServerMessage]>()
const controls: { now?: SessionControls } = {}

const link: SessionLink = {
  open() {},
  setSound() {},
  close() {},
  isReady: () => true,
  onMessage: messages.add,
  addClockProbe() {},
  onStatus: () => () => {},
  react: () => false,
}

function Session() {
  const session = useSession(SSID, link)
  useEffect(() => {
    controls.now = session
    renders += 1
  })
  return null
}

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)))
const phase = () => controls.now?.state.phase

beforeEach(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  isBanned = false
  answered = aSession()
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.startsWith('/api/session/')) return Response.json([])
    return isBanned ? Response.json(banned, { status: 403 }) : Response.json(answered)
  })
  root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Session />))
  await expect.poll(() => phase()).toBe('inside')
})

afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

it('S5 a person whose ban is lifted is inside again, without opening the session again', async () => {
  isBanned = true
  await act(async () => messages.notify({ type: 'gone', ssid: SSID, reason: 'banned' }))
  expect(phase()).toBe('out')
  // The server sends this message after a ban.
  await act(async () => messages.notify({ type: 'changed', what: 'invites' }))
  await settle()
  expect(phase()).toBe('out')
  isBanned = false
  await act(async () => messages.notify({ type: 'changed', what: 'invites' }))
  await expect.poll(() => phase()).toBe('inside')
})

it('S5 the person can also try again', async () => {
  isBanned = true
  await act(async () => messages.notify({ type: 'gone', ssid: SSID, reason: 'banned' }))
  isBanned = false
  await act(async () => controls.now?.actions.retry())
  await expect.poll(() => phase()).toBe('inside')
})

it('S6 a deleted session is not asked for again', async () => {
  await act(async () => messages.notify({ type: 'gone', ssid: SSID, reason: 'deleted' }))
  await act(async () => messages.notify({ type: 'changed', what: 'invites' }))
  await settle()
  expect(controls.now?.state).toEqual({ phase: 'out', reason: 'deleted' })
})

it('M9 a poll that brings nothing new does not render the screen or change the store', async () => {
  const before = renders
  const { session, votes } = useStore.getState()
  const { nowPlaying } = answered
  answered = { ...answered, nowPlaying: { ...nowPlaying, nowTime: nowPlaying.nowTime + 6_000 } }
  await act(async () => controls.now?.actions.retry())
  await settle()
  expect(renders).toBe(before)
  expect(useStore.getState().session).toBe(session)
  expect(useStore.getState().votes).toBe(votes)
  answered = { ...answered, skips: 50 }
  await act(async () => controls.now?.actions.retry())
  await settle()
  expect(renders).toBe(before + 1)
  expect(useStore.getState().session?.skips).toBe(50)
})
