import type { ActiveLogin } from '@jointly/contract'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { LOG_OUT_WAIT_MS } from '../../../shared/api/log-out.ts'
import { storedToken } from '../../../shared/browser/token.ts'
import {
  queryAll,
  setAnswers,
  currentPath,
  byName,
  open,
  press,
  sentTo,
  eventually,
  textOf,
  withApp,
  pageText,
} from '../app-testing.tsx'
import { insideTexts } from '../../inside-texts.ts'
import { loggedIn } from '../inside-testing.ts'

withApp()

const HOUR_MS = 3_600_000
const idOf = (last: number) => `1d0c4c38-55aa-4d6e-9a3c-0d9bb1a3d00${last}`
const login = (last: number, parts: Partial<ActiveLogin> = {}): ActiveLogin => ({
  id: idOf(last),
  browser: 'Firefox',
  system: 'Windows',
  firstSeen: new Date(2026, 10, 2, 12).getTime(),
  // The last use was three days ago. A use some hours ago would be shown as “yesterday” in a test run soon after
  // midnight.
  lastUsed: new Date().setDate(new Date().getDate() - 3),
  validUntil: Date.now() + HOUR_MS,
  current: false,
  ...parts,
})
const thisDevice = login(1, { current: true, browser: 'Safari', system: 'iPhone' })

describe('where one is logged in', () => {
  const { logins } = insideTexts
  beforeEach(() => {
    const others = [
      login(2),
      login(3, { browser: null, lastUsed: Date.now() }),
      login(4, { browser: null, system: null }),
    ]
    loggedIn({ 'GET /api/logins/': [...others, thisDevice], 'POST /api/logout/': {} })
  })
  const rows = () => textOf('main li')

  it('A9 lists the devices in plain words with their times, this one first', async () => {
    await open('/main/settings')
    await eventually(() => expect(pageText()).toContain(insideTexts.settings.loginsText))
    press(queryAll('a[href="#/main/settings/logins"]')[0])
    await eventually(() => expect(rows()).toHaveLength(4))
    for (const [index, part] of [
      [0, 'Safari on iPhone'],
      [0, logins.current],
      [1, 'Firefox on Windows'],
      [1, 'Last used 3 days ago'],
      [1, 'Logged in on 2 November 2026'],
      [2, 'Windows'],
      [2, logins.usedNow],
      [3, logins.unknown],
    ] as const)
      expect(rows()[index]).toContain(part)
    expect(rows().filter((row) => row.includes(logins.current))).toHaveLength(1)
    // Two devices can have the same name, so the times identify the login.
    const times = document.getElementById(
      byName('Log out Firefox on Windows').getAttribute('aria-describedby') ?? '',
    )
    expect(times?.textContent).toContain('Last used 3 days ago')
  })

  it('A9 signs one of them out, and keeps it in the list where that fails', async () => {
    await open('/main/settings/logins')
    await eventually(() => expect(rows()).toHaveLength(4))
    const signOut = () => byName('Log out Firefox on Windows').click()
    signOut()
    await eventually(() => expect(sentTo(`DELETE /api/logins/${idOf(2)}`)).toHaveLength(1))
    expect(rows()).toHaveLength(4)
    setAnswers({ [`DELETE /api/logins/${idOf(2)}`]: {} })
    await eventually(() => expect(byName('Log out Firefox on Windows').getAttribute('aria-busy')).toBeNull())
    signOut()
    await eventually(() => expect(rows()).toHaveLength(3))
    expect(pageText()).not.toContain('Firefox on Windows')
    expect(document.activeElement?.tagName).toBe('UL')
  })

  it('A9 a login that was ended elsewhere leaves the list', async () => {
    const notFound = { error: { code: 'not-found', message: 'There is nothing here.' } }
    setAnswers({ [`DELETE /api/logins/${idOf(2)}`]: Response.json(notFound, { status: 404 }) })
    await open('/main/settings/logins')
    await eventually(() => expect(rows()).toHaveLength(4))
    byName('Log out Firefox on Windows').click()
    await eventually(() => expect(rows()).toHaveLength(3))
  })

  it('A9 signing out this device is logging out', async () => {
    setAnswers({ 'GET /api/logins/': [thisDevice] })
    await open('/main/settings/logins')
    await eventually(() => expect(pageText()).toContain(logins.alone))
    byName('Log out Safari on iPhone').click()
    await eventually(() => expect(sentTo('POST /api/logout/')).toHaveLength(1))
    await eventually(() => expect(currentPath()).not.toContain('/settings'))
  })

  it('A2 a log out ends on this device also if the server does not answer', async () => {
    setAnswers({ 'GET /api/logins/': [thisDevice], 'POST /api/logout/': new Promise(() => {}) })
    await open('/main/settings/logins')
    await eventually(() => expect(pageText()).toContain(logins.alone))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    byName('Log out Safari on iPhone').click()
    await eventually(() => expect(sentTo('POST /api/logout/')).toHaveLength(1))
    expect(byName('Log out Safari on iPhone').getAttribute('aria-busy')).toBe('true')
    expect(storedToken()).not.toBeNull()
    vi.advanceTimersByTime(LOG_OUT_WAIT_MS)
    vi.useRealTimers()
    await eventually(() => expect(storedToken()).toBeNull())
    await eventually(() => expect(currentPath()).not.toContain('/settings'))
  })

  it('A9 E3 a list that cannot be loaded shows an error and can be loaded again', async () => {
    setAnswers({ 'GET /api/logins/': undefined })
    await open('/main/settings/logins')
    await eventually(() => expect(queryAll('[role=alert]')).toHaveLength(1))
    setAnswers({ 'GET /api/logins/': [thisDevice] })
    byName('Try again').click()
    await eventually(() => expect(rows()).toHaveLength(1))
  })
})
