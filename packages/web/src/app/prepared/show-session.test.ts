import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aSession, aSong, SSID } from '../../features/session/model/testing.ts'
import { takeEarly } from '../../shared/api/early-answer.ts'
import { removePrepared } from '../../shared/browser/prepared-screen.ts'
import { renderSession } from './render.tsx'
import { showSession } from './show-session.ts'

const ADDRESS = `/api/session/${SSID}?sound=off`
const cover = '/spotify/pictures/album/1/300'
const song = {
  ...aSong('one'),
  title: '<b>Nine</b> Bridges',
  cover,
  artists: [{ id: null, name: 'The Tide' }],
}
const playing = { mode: 'active', song, startTime: 1, nowTime: 1, by: null, chosen: 'vote' } as const

const answerWith = (response: Response) => vi.stubGlobal('fetch', async () => response)
const prepared = () => document.getElementById('prepared')
const slot = (name: string) => prepared()?.querySelector(`[data-slot="${name}"]`)

beforeEach(() => {
  document.body.innerHTML = `<div id="prepared"></div><template data-styles="">${renderSession()}</template>`
})
afterEach(() => {
  void takeEarly(ADDRESS, {})
  vi.unstubAllGlobals()
})

it('J11 shows title, song, artists and cover of the session as plain text, and keeps the answer', async () => {
  const session = aSession({ nowPlaying: playing })
  answerWith(Response.json(session))
  await showSession(SSID, 'alice')
  expect(['title', 'song', 'artists'].map((name) => slot(name)?.textContent)).toEqual([
    session.session.title,
    '<b>Nine</b> Bridges',
    'The Tide',
  ])
  expect(slot('cover')?.getAttribute('src')).toBe(cover)
  const taken = await takeEarly(ADDRESS, { headers: { authorization: 'Bearer alice' } })
  expect(await taken?.json()).toEqual(JSON.parse(JSON.stringify(session)))
})

it('J11 ends when the cover is drawn, so that the files of the app come after it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockReturnValue(promise)
  answerWith(Response.json(aSession({ nowPlaying: playing })))
  let hasEnded = false
  const showing = showSession(SSID, 'alice').then(() => {
    hasEnded = true
  })
  await expect.poll(() => slot('cover')?.getAttribute('src')).toBe(cover)
  expect(hasEnded).toBe(false)
  resolve()
  await showing
})

it('J11 waits until the browser reports that the cover is on the screen, if the browser reports this', async () => {
  const { promise: observed, resolve: startObserving } = Promise.withResolvers<() => void>()
  class ElementObserver {
    static readonly supportedEntryTypes = ['element']
    readonly #report: () => void
    constructor(report: () => void) {
      this.#report = report
    }
    observe(options: PerformanceObserverInit): void {
      expect(options).toEqual({ type: 'element', buffered: true })
      startObserving(this.#report)
    }
  }
  vi.stubGlobal('PerformanceObserver', ElementObserver)
  answerWith(Response.json(aSession({ nowPlaying: playing })))
  let hasEnded = false
  const showing = showSession(SSID, 'alice').then(() => {
    hasEnded = true
  })
  const report = await observed
  expect(slot('cover')?.getAttribute('elementtiming')).toBe('cover')
  for (const _ of ['first', 'second', 'third']) await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(hasEnded).toBe(false)
  report()
  await showing
})

it('J11 shows only the title while nothing plays', async () => {
  const session = aSession()
  answerWith(Response.json(session))
  await showSession(SSID, 'alice')
  expect([slot('title')?.textContent, slot('cover')]).toEqual([session.session.title, null])
})

it.each([
  ['a refusal', () => Response.json({ error: { code: 'banned', message: 'no' } }, { status: 403 })],
  ['an answer that is no session', () => Response.json([1])],
  ['an answer that is no JSON', () => new Response('<html>')],
])('J11 shows nothing after %s', async (_, response) => {
  answerWith(response())
  await showSession(SSID, 'alice')
  expect(prepared()?.childNodes).toHaveLength(0)
})

it('J11 shows nothing over a screen of the app', async () => {
  answerWith(Response.json(aSession({ nowPlaying: playing })))
  const showing = showSession(SSID, 'alice')
  removePrepared()
  await showing
  expect(document.body.textContent).toBe('')
})
