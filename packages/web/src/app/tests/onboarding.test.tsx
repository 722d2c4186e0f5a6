import { LOADED_PLAYLISTS_MAX } from '@jointly/contract'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { nextTask } from '../../shared/browser/timers.ts'
import { insideTexts } from '../inside-texts.ts'
import { texts } from '../texts.ts'
import {
  byName,
  currentPath,
  eventually,
  open,
  pageText,
  press,
  queryAll,
  sentTo,
  setAnswers,
  textOf,
  withApp,
} from './app-testing.tsx'
import { loggedIn, playlist } from './inside-testing.ts'

withApp()
beforeEach(() => loggedIn())

describe('onboarding', () => {
  const tiles = () =>
    queryAll('ol li button').map((tile) => [tile.textContent, tile.hasAttribute('disabled')])

  it('has three steps, of which only those that can be reached are open', async () => {
    loggedIn({ 'GET /api/accounts/': [] })
    await open('/onboarding')
    expect(tiles()).toEqual([
      ['1Connect Accounts', false],
      ['2Choose Favorite Playlists', true],
      ['3Done', true],
    ])
    expect(byName('Next').hasAttribute('disabled')).toBe(true)
  })

  const switches = () => queryAll('[role=switch]').map((each) => each.getAttribute('aria-checked'))
  const openOnboarding = async () => {
    loggedIn({
      'GET /api/spotify/playlists': [playlist('one', false), playlist('two', false)],
      'POST /api/spotify/playlists': [playlist('one', true), playlist('two', false)],
      'GET /api/playlists/': [playlist('one', true)],
    })
    await open('/load')
    await eventually(() => expect(currentPath()).not.toBe('/load'))
    await open('/onboarding')
    await eventually(() => expect(switches()).toEqual(['true', 'true']))
  }
  const isNextOff = () => byName('Next').hasAttribute('disabled')

  it('continues when an account exists and one playlist is marked, and ends in the web app', async () => {
    await openOnboarding()
    expect(tiles().map(([, closed]) => closed)).toEqual([false, false, false])
    for (const label of queryAll('label')) press(label)
    await eventually(() => expect(isNextOff()).toBe(true))
    press(queryAll('label')[0])
    await eventually(() => expect(isNextOff()).toBe(false))
    byName('Next').click()
    await eventually(() => expect(byName(insideTexts.onboarding.finish)).toBeDefined())
    byName(insideTexts.onboarding.finish).click()
    await eventually(() => expect(currentPath()).toBe('/main'))
  })

  it('L16 selects every playlist at first, and keeps the choice when going back', async () => {
    await openOnboarding()
    press(queryAll('label')[1])
    await eventually(() => expect(switches()).toEqual(['true', 'false']))
    press(queryAll('ol li button')[0])
    await eventually(() => expect(switches()).toEqual([]))
    byName('Next').click()
    await eventually(() => expect(switches()).toEqual(['true', 'false']))
    byName('Next').click()
    const sent = () => sentTo('POST /api/spotify/playlists')
    await eventually(() => expect(sent()).toEqual([[{ id: 'one', load: true }]]))
  })

  /** Opens the step of the playlists. `on` is the number of switches that are on at first. */
  const openPlaylists = async (playlists: readonly unknown[], on: number) => {
    loggedIn({ 'GET /api/spotify/playlists': playlists, 'GET /api/playlists/': [] })
    await open('/load')
    await eventually(() => expect(currentPath()).not.toBe('/load'))
    await open('/onboarding')
    await eventually(() => byName('Next'))
    await eventually(() => expect(switches().filter((each) => each === 'true')).toHaveLength(on))
    await eventually(() => expect(switches()).toHaveLength(playlists.length))
  }

  it('L4 L16 selects at most as many playlists as a person may load, and says so', async () => {
    const many = Array.from({ length: LOADED_PLAYLISTS_MAX + 2 }, (_, index) => playlist(`p${index}`, false))
    await openPlaylists(many, LOADED_PLAYLISTS_MAX)
    const limit = (chosen: number) =>
      insideTexts.account.limit.replace('{{most}}', '100').replace('{{chosen}}', String(chosen))
    expect(pageText()).toContain(limit(LOADED_PLAYLISTS_MAX))
    const last = () => queryAll('[role=switch]').at(-1)
    expect(last()?.getAttribute('aria-disabled')).toBe('true')
    press(queryAll('label')[0])
    await eventually(() => expect(pageText()).toContain(limit(LOADED_PLAYLISTS_MAX - 1)))
    press(queryAll('label').at(-1))
    await eventually(() => expect(last()?.getAttribute('aria-checked')).toBe('true'))
    byName('Next').click()
    await eventually(() => expect(sentTo('POST /api/spotify/playlists')).toHaveLength(1))
    const [choice] = sentTo('POST /api/spotify/playlists')
    expect(JSON.stringify(choice).split('"load":true')).toHaveLength(LOADED_PLAYLISTS_MAX + 1)
  })

  const list = 'GET /api/spotify/playlists'
  const running = (imported: number) => [{ ...playlist('one', true), state: 'importing', imported, total: 9 }]
  const progress = insideTexts.account.importing.replace('{{imported}}', '5').replace('{{total}}', '9')

  it('E3 L4 a failed check of a running import keeps the playlists, and the next check is used', async () => {
    await openPlaylists(running(1), 1)
    setAnswers({
      [list]: Response.json({ error: { code: 'database-away', message: '' } }, { status: 503 }),
    })
    await eventually(() => expect(textOf('[role=alert]').join()).toContain(texts.error['database-away']))
    expect(switches()).toEqual(['true'])
    expect(isNextOff()).toBe(false)
    setAnswers({ [list]: running(5) })
    await eventually(() => expect(pageText()).toContain(progress))
    expect(textOf('[role=alert]').join()).not.toContain(texts.error['database-away'])
  })

  it('L4 shows how far an import is, also if the answer comes after the next check is due', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    await openPlaylists(running(1), 1)
    const before = sentTo(list).length
    const slow = Promise.withResolvers<unknown>()
    setAnswers({ [list]: slow.promise })
    vi.advanceTimersByTime(1200)
    await eventually(() => expect(sentTo(list)).toHaveLength(before + 1))
    setAnswers({ [list]: new Promise(() => {}) })
    vi.advanceTimersByTime(1200)
    for (let turn = 0; turn < 50; turn += 1) await nextTask()
    slow.resolve(running(5))
    await eventually(() => expect(pageText()).toContain(progress))
  })

  it.each([
    ['no playlist', []],
    ['only playlists that are not shared', [{ ...playlist('one', false), state: 'refused' as const }]],
  ])('L16 with %s, the list can be refreshed, and the person can continue', async (_, playlists) => {
    await openPlaylists(playlists, 0)
    await eventually(() => byName(insideTexts.account.refresh))
    expect(isNextOff()).toBe(true)
    byName(insideTexts.account.refresh).click()
    await eventually(() => expect(sentTo('PUT /api/spotify/playlists')).toHaveLength(1))
    byName(insideTexts.onboarding.withoutPlaylists).click()
    await eventually(() => expect(currentPath()).toBe('/main'))
  })
})
