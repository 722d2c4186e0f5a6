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

it('E3 a session without an answer for 20 seconds shows the banner, until the server answers again', async () => {
  const call = `GET /api/session/${SSID}`
  await openSession({}, { 'GET /api/provider': provider })
  fakeTimers()
  setAnswers({ [call]: new Promise(() => {}), 'GET /api/health': { status: 'ok' } })
  // The second call ends the first one. This says nothing about the server.
  for (const _ of ['first', 'second']) {
    const before = sentTo(call).length
    net(false)
    await settled()
    net(true)
    await eventually(() => expect(sentTo(call)).toHaveLength(before + 1))
  }
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
