import { beforeEach, expect, it, vi } from 'vitest'
import { insideTexts } from '../../inside-texts.ts'
import { texts } from '../../texts.ts'
import {
  byName,
  eventually,
  open,
  pageText,
  press,
  queryAll,
  sentTo,
  setAnswers,
  textOf,
  withApp,
} from '../app-testing.tsx'
import { invite, loggedIn } from '../inside-testing.ts'

withApp()
beforeEach(() => loggedIn({ 'GET /api/invites/': [invite(1)] }))

/** Sends the home list a touch at a height in pixels. */
const touch = (name: string, clientY: number) => {
  const event = Object.assign(new Event(name, { bubbles: true }), { touches: [{ clientY }] })
  queryAll('aside section')[0]?.dispatchEvent(event)
}

it('refreshes 120 ms after a pull of 64 px, and not after less', async () => {
  await open('/main')
  await eventually(() => expect(queryAll('aside section li')).toHaveLength(1))
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const pull = async (px: number) => {
    // The list may still be loading when the finger comes down, so the finger comes down again.
    await eventually(() => {
      touch('touchstart', 0)
      touch('touchmove', px)
      expect(pageText()).toContain(px < 64 ? insideTexts.home.pull : insideTexts.home.release)
    })
    touch('touchend', px)
  }
  const waits = () => timers.mock.calls.map(([, delayMs]) => delayMs)
  await pull(63)
  expect(waits()).not.toContain(120)
  const asked = sentTo('GET /api/invites/').length
  await pull(64)
  await eventually(() => expect(sentTo('GET /api/invites/').length).toBeGreaterThan(asked))
  await eventually(() => expect(pageText()).not.toContain(insideTexts.home.refreshing))
  timers.mockClear()
  // A fast pull: the screen has no time to follow the finger.
  for (const name of ['touchstart', 'touchmove', 'touchend']) touch(name, name === 'touchstart' ? 0 : 64)
  expect(waits()).toContain(120)
})

it.each([
  ['only incoming sessions', [invite(1, { mode: 'invited' })]],
  ['no sessions', []],
])('D14 a button refreshes a list with %s, and keeps the focus', async (_, invites) => {
  setAnswers({ 'GET /api/invites/': invites })
  await open('/main')
  await eventually(() => byName(insideTexts.home.refresh).focus())
  const button = document.activeElement
  setAnswers({ 'GET /api/invites/': [invite(1, { mode: 'invited' }), invite(2)] })
  press(button ?? undefined)
  await eventually(() => expect(queryAll('aside section li')).toHaveLength(2))
  expect(document.activeElement).toBe(button)
})

it.each([
  [
    'a pull',
    () => ['touchstart', 'touchmove', 'touchend'].forEach((name, at) => touch(name, at === 0 ? 0 : 64)),
  ],
  ['the button', () => byName(insideTexts.home.refresh).click()],
])('E3 says that the list could not be refreshed by %s', async (_, refresh) => {
  await open('/main')
  await eventually(() => expect(queryAll('aside section li')).toHaveLength(1))
  const away = Response.json({ error: { code: 'database-away', message: '' } }, { status: 503 })
  setAnswers({ 'GET /api/invites/': away })
  refresh()
  const text = texts.error['database-away']
  await eventually(() => expect(textOf('aside [role=alert]').join()).toContain(text))
  expect(queryAll('aside section li')).toHaveLength(1)
})

it('E3 D14 a retry shows that it runs, reports the same failure again, and leaves the focus on the list', async () => {
  await open('/main')
  await eventually(() => expect(queryAll('aside section li')).toHaveLength(1))
  const away = Response.json({ error: { code: 'database-away', message: '' } }, { status: 503 })
  const text = texts.error['database-away']
  const alerts = () => textOf('aside [role=alert]').join()
  setAnswers({ 'GET /api/invites/': away })
  byName(insideTexts.home.refresh).click()
  await eventually(() => expect(alerts()).toContain(text))
  const answer = Promise.withResolvers<unknown>()
  setAnswers({ 'GET /api/invites/': answer.promise })
  const retry = byName(texts.state.retry)
  retry.focus()
  retry.click()
  await eventually(() => expect(retry.getAttribute('aria-busy')).toBe('true'))
  expect(alerts()).not.toContain(text)
  answer.resolve(away)
  await eventually(() => expect(alerts()).toContain(text))
  expect(document.activeElement).toBe(retry)
  setAnswers({ 'GET /api/invites/': [invite(1)] })
  retry.click()
  await eventually(() => expect(queryAll('aside [role=alert]')).toEqual([]))
  expect(document.activeElement).toBe(byName(insideTexts.home.refresh))
})
