import type { ServerMessage, SessionAnswer } from '@jointly/contract'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createListeners } from '../../../shared/browser/listeners.ts'
import { useStore } from '../../../shared/store/store.ts'
import { aSession, aSong, aVote, SSID } from './testing.ts'
import type { SessionControls } from './use-session.ts'
import type { SessionLink } from './follower.ts'
import { useSession } from './use-session.ts'

const banned = { error: { code: 'banned', message: '' } }

let root: Root
let isBanned: boolean
let answered: SessionAnswer
/** Answers the call of an action, such as a vote. */
let answerAction: (body: unknown) => void
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
    if (/^\/api\/vote\/|\/skip$/.test(address))
      return new Promise((resolve) => (answerAction = (body) => resolve(Response.json(body))))
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

it('S5 a person whose ban was lifted while there was no live connection is inside when it is back', async () => {
  isBanned = true
  await act(async () => messages.notify({ type: 'gone', ssid: SSID, reason: 'banned' }))
  isBanned = false
  await act(async () => messages.notify({ type: 'ready' }))
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

/** Sends the state of the session as live messages. */
async function push(parts: Partial<SessionAnswer>): Promise<void> {
  answered = { ...answered, ...parts }
  const { you, ...session } = answered
  await act(async () => {
    messages.notify({ type: 'session', ssid: SSID, session })
    messages.notify({ type: 'you', ssid: SSID, you })
  })
}

const playing = (id: string, startTime: number): Partial<SessionAnswer> => ({
  nowPlaying: { ...aSession().nowPlaying, mode: 'active', song: aSong(id), startTime },
})
const store = () => useStore.getState().session

describe('answers to actions', () => {
  it('K1 a skip wish is not shown on a song for which it was not made', async () => {
    await push({ ...playing('one', 5000), skips: 10 })
    const skipping = controls.now?.actions.setSkipWish(true)
    await settle()
    expect(store()?.you.skip).toBe(true)
    await push({ ...playing('two', 9000), skips: 20 })
    answerAction({ wish: true, skips: 50, skipped: false })
    await act(async () => skipping)
    await settle()
    expect(store()).toMatchObject({ skips: 20, you: { skip: false } })
  })

  it('K1 a late answer to a skip wish does not replace a newer share of wishes', async () => {
    await push({ ...playing('one', 5000), skips: 10 })
    const skipping = controls.now?.actions.setSkipWish(true)
    await settle()
    await push({ skips: 30, you: { ...answered.you, skip: true } })
    answerAction({ wish: true, skips: 20, skipped: false })
    await act(async () => skipping)
    await settle()
    expect(store()).toMatchObject({ skips: 30, you: { skip: true } })
  })

  it('V1 after a late answer to a vote, the newer counts are loaded again', async () => {
    await push({ votes: [aVote('one')] })
    const voting = controls.now?.actions.cast('one', 'up')
    await settle()
    await push({ votes: [aVote('one', 2)] })
    answered = { ...answered, listenerCount: 7, you: { ...answered.you, votes: { one: 'up' } } }
    answerAction({ songID: 'one', score: 1, upvotes: 1, downvotes: 0, vote: 'up' })
    await act(async () => voting)
    await settle()
    expect(useStore.getState().votes).toMatchObject([{ upvotes: 2, score: 2 }])
    expect(store()).toMatchObject({ listenerCount: 7, you: { votes: { one: 'up' } } })
  })

  it('V1 an answer to a vote sets the counts, also after a message about people', async () => {
    await push({ votes: [aVote('one')] })
    const voting = controls.now?.actions.cast('one', 'up')
    await settle()
    await act(async () =>
      messages.notify({
        type: 'people',
        ssid: SSID,
        ...{ activeCount: 4, listenerCount: 4, skips: 0, named: { from: 1, users: [] } },
      }),
    )
    answerAction({ songID: 'one', score: 2, upvotes: 2, downvotes: 0, vote: 'up' })
    await act(async () => voting)
    expect(useStore.getState().votes).toMatchObject([{ upvotes: 2 }])
    expect(store()?.you.votes).toEqual({ one: 'up' })
  })
})
