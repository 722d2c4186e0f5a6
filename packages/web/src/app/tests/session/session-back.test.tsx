import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SSID } from '../../../features/session/model/testing.ts'
import { insideTexts } from '../../inside-texts.ts'
import { router } from '../../routing/app-router.tsx'
import { byName, currentPath, eventually, press, queryAll, setAnswers, withApp } from '../app-testing.tsx'
import { openSession, openTab, startInSession } from '../inside-testing.ts'

const { share, options, drawer, social } = insideTexts.session
const { innerWidth } = window

beforeAll(() => void Object.assign(window, { innerWidth: 390 }))
afterAll(() => void Object.assign(window, { innerWidth }))
withApp(startInSession)

const SESSION = `/app/${SSID}`
/** The open dialogs. The drawer has the same role, but it has tabs. */
const openDialogs = () =>
  [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].filter(
    (each) => each.querySelector('[role=tab]') === null,
  )
const dialogs = () => openDialogs().length
const layers = (): unknown => router.history.location.state.layers ?? []
/** Waits until the browser's history has an entry for each of these layers. */
const haveEntries = (...expected: string[]) => eventually(() => expect(layers()).toEqual(expected))

async function openShare(): Promise<void> {
  byName(share.open).click()
  await haveEntries('dialog')
  expect(dialogs()).toBe(1)
}

/** Opens the dialog that asks before the session is deleted. The drawer is raised at that time. */
async function openQuestion(): Promise<void> {
  openTab('Options')
  await eventually(() => byName(options.delete).click())
  await haveEntries('drawer', 'dialog')
  expect(dialogs()).toBe(1)
}

describe('Back in a session', () => {
  beforeEach(async () => {
    await openSession({}, { 'GET /api/timeline': [], 'GET /api/invites/': [] })
    await router.navigate({ to: '/app/timeline' })
    await router.navigate({ to: '/app/$ssid', params: { ssid: SSID } })
    await eventually(() => expect(queryAll('[role=tab]')).toHaveLength(4))
  })

  it('M3 closes an open dialog, and the person stays in the session', async () => {
    await openShare()
    history.back()
    await eventually(() => expect(dialogs()).toBe(0))
    expect(currentPath()).toBe(SESSION)
    history.back()
    await eventually(() => expect(currentPath()).toBe('/app/timeline'))
  })

  it('M3 closes only the question above a raised drawer, then lowers the drawer', async () => {
    await openQuestion()
    history.back()
    await eventually(() => expect(dialogs()).toBe(0))
    await haveEntries('drawer')
    expect(byName(options.delete)).toBeDefined()
    history.back()
    await eventually(() => byName(drawer.raise))
    await haveEntries()
    expect(currentPath()).toBe(SESSION)
  })

  it('M3 closes only the list of friends to invite, then lowers the drawer', async () => {
    setAnswers({ 'GET /api/friends/': [] })
    openTab('Social')
    await eventually(() => byName(social.inviteFriends).click())
    await eventually(() => byName(options.done))
    await haveEntries('drawer', 'dialog')
    history.back()
    await eventually(() => byName(social.inviteFriends))
    await haveEntries('drawer')
    expect(currentPath()).toBe(SESSION)
  })

  it('M3 a dialog that was closed by its own button needs no Back of its own', async () => {
    await openShare()
    press(openDialogs()[0]?.querySelector('[aria-label=Close]') ?? undefined)
    await eventually(() => expect(dialogs()).toBe(0))
    await haveEntries()
    history.back()
    await eventually(() => expect(currentPath()).toBe('/app/timeline'))
  })

  it('M3 Forward opens no dialog again, and leaves no entry without one', async () => {
    await openShare()
    history.back()
    await eventually(() => expect(dialogs()).toBe(0))
    let moves = 0
    const count = () => void moves++
    window.addEventListener('popstate', count)
    history.forward()
    await eventually(() => expect(moves).toBe(2))
    window.removeEventListener('popstate', count)
    await haveEntries()
    expect(dialogs()).toBe(0)
  })

  it('M3 a dialog that leads to another screen is closed when the person comes back', async () => {
    await openQuestion()
    await router.navigate({ to: '/app/timeline' })
    history.back()
    await eventually(() => expect(queryAll('[role=tab]')).toHaveLength(4))
    await haveEntries('drawer')
    expect(dialogs()).toBe(0)
    expect(currentPath()).toBe(SESSION)
  })

  it('M3 after a session is left from its drawer, Back does not enter it again', async () => {
    setAnswers({ [`DELETE /api/session/${SSID}`]: {} })
    await openQuestion()
    press(openDialogs()[0]?.querySelectorAll('button')[1])
    await eventually(() => expect(currentPath()).toBe('/app'))
    await haveEntries()
    history.back()
    await eventually(() => expect(currentPath()).toBe('/app/timeline'))
    expect(queryAll('[role=tab]')).toEqual([])
  })
})
