import { expect, it, onTestFinished, vi } from 'vitest'
import { settled, SSID } from '../../../features/session/model/testing.ts'
import { App } from '../../App.tsx'
import { insideTexts } from '../../inside-texts.ts'
import { texts } from '../../texts.ts'
import {
  eventually,
  net,
  open,
  pageText,
  queryAll,
  sentTo,
  setAnswers,
  startApp,
  withApp,
} from '../app-testing.tsx'
import { loggedIn, openSession, provider } from '../inside-testing.ts'

withApp(() => startApp(<App />))

const banner = () => document.querySelector('[data-connection-banner]')?.textContent ?? ''

/** Fakes the timers of the app, so that the test decides how long a call runs and when the server is checked. */
function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}

const CALL = `GET /api/session/${SSID}`

/** Loads the open session again. The server does not answer this call, and no later one. */
async function loadWithoutAnswer(): Promise<void> {
  setAnswers({ [CALL]: new Promise(() => {}) })
  const before = sentTo(CALL).length
  net(false)
  await settled()
  net(true)
  await eventually(() => expect(sentTo(CALL)).toHaveLength(before + 1))
}

it('E3 a session without an answer for 20 seconds shows the banner, until the server answers again', async () => {
  await openSession({}, { 'GET /api/provider': provider })
  fakeTimers()
  setAnswers({ 'GET /api/health': { status: 'ok' } })
  await loadWithoutAnswer()
  // The second call ends the first one. This says nothing about the server.
  await loadWithoutAnswer()
  await eventually(() => expect(banner()).toBe(''))
  vi.advanceTimersByTime(20_000)
  await eventually(() => expect(banner()).toBe(texts.state.unreachable))
  vi.advanceTimersByTime(5_000)
  await eventually(() => expect(banner()).toBe(''))
})

it('E3 what failed at a proxy, because the server was away, is loaded again when the server is back', async () => {
  const answer = () => new Response('Bad gateway', { status: 502 })
  loggedIn({ 'GET /api/timeline': answer(), 'GET /api/health': answer(), 'GET /api/provider': provider })
  fakeTimers()
  await open('/main/timeline')
  await eventually(() => expect(queryAll('main [role=alert]')).toHaveLength(1))
  await eventually(() => expect(banner()).toBe(texts.state.unreachable))
  setAnswers({ 'GET /api/timeline': [], 'GET /api/health': { status: 'ok' } })
  vi.advanceTimersByTime(5_000)
  await eventually(() => expect(pageText()).toContain(insideTexts.timeline.empty))
  expect(banner()).toBe('')
})

it('E3 a time limit shows the banner also in a browser whose fetch reports it as an abort', async () => {
  await openSession({}, { 'GET /api/provider': provider })
  fakeTimers()
  const serve = globalThis.fetch
  onTestFinished(() => void vi.stubGlobal('fetch', serve))
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    serve(address, init).catch((error: unknown) => {
      throw init?.signal?.aborted ? new DOMException('', 'AbortError') : error
    }),
  )
  await loadWithoutAnswer()
  vi.advanceTimersByTime(20_000)
  await eventually(() => expect(banner()).toBe(texts.state.unreachable))
})

it('S4 E3 a session that is being loaded when the server can be reached again is not loaded twice', async () => {
  await openSession({}, { 'GET /api/provider': provider })
  fakeTimers()
  await loadWithoutAnswer()
  vi.advanceTimersByTime(20_000)
  await eventually(() => expect(banner()).toBe(texts.state.unreachable))
  const before = sentTo(CALL).length
  setAnswers({ 'GET /api/health': { status: 'ok' } })
  vi.advanceTimersByTime(5_000)
  await eventually(() => expect(banner()).toBe(''))
  // What failed is loaded again at most once per second.
  vi.advanceTimersByTime(1_000)
  await settled()
  expect(sentTo(CALL)).toHaveLength(before)
})

it('E3 a path that always fails at a proxy shows no banner while the server answers', async () => {
  loggedIn({
    'GET /api/timeline': new Response('Bad gateway', { status: 502 }),
    'GET /api/health': { status: 'ok' },
    'GET /api/provider': provider,
  })
  fakeTimers()
  await open('/main/timeline')
  await eventually(() => expect(queryAll('main [role=alert]')).toHaveLength(1))
  await settled()
  expect(banner()).toBe('')
  expect(sentTo('GET /api/health')).toHaveLength(1)
})
