import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insideTexts } from '../../inside-texts.ts'
import { SSID } from '../../../features/session/model/testing.ts'
import { router } from '../../routing/app-router.tsx'
import { queryAll, byName, currentPath, eventually, pageText, withApp } from '../app-testing.tsx'
import { openSession, openTab, song, startInSession, voteFor } from '../inside-testing.ts'

const { drawer, skip } = insideTexts.session
const { innerWidth } = window

beforeAll(() => void Object.assign(window, { innerWidth: 390 }))
afterAll(() => void Object.assign(window, { innerWidth }))
withApp(startInSession)

describe('the drawer of the phone (spec section 2)', () => {
  const stage = () => byName(skip.wish).closest('[inert]')
  const focused = () => document.activeElement

  beforeEach(async () => {
    await openSession({ votes: [voteFor(song('one'), 1, 0)] })
    await eventually(() => expect(byName(drawer.raise)).toBeDefined())
  })

  it('nothing below it can be reached while it is raised', async () => {
    expect(stage()).toBeNull()
    byName(drawer.raise).click()
    await eventually(() => expect(stage()).not.toBeNull())
    byName(drawer.raise).click()
    await eventually(() => expect(byName(drawer.lower)).toBeDefined())
    byName(drawer.lower).click()
    await eventually(() => expect(stage()).toBeNull())
  })

  it('raising it by its grip keeps the focus there, and only opening the search focuses its field', async () => {
    openTab('Search')
    await eventually(() => expect(focused()?.getAttribute('type')).toBe('search'))
    byName(drawer.lower).click()
    await eventually(() => expect(queryAll('input[type=search]')).toEqual([]))
    byName(drawer.raise).focus()
    byName(drawer.raise).click()
    await eventually(() => expect(queryAll('input[type=search]')).toHaveLength(1))
    expect(focused()?.getAttribute('aria-label')).toBe(drawer.raise)
  })

  it('M3 Back lowers a raised drawer, Forward raises it, and the screen stays', async () => {
    byName(drawer.raise).click()
    await eventually(() => expect(stage()).not.toBeNull())
    const path = currentPath()
    history.back()
    await eventually(() => expect(stage()).toBeNull())
    history.forward()
    await eventually(() => expect(stage()).not.toBeNull())
    expect(currentPath()).toBe(path)
  })

  it('M3 a drawer that was lowered by its button needs no Back of its own', async () => {
    await router.navigate({ to: '/app/timeline' })
    await router.navigate({ to: '/app/$ssid', params: { ssid: SSID } })
    await eventually(() => expect(byName('Search')).toBeDefined())
    openTab('Search')
    await eventually(() => expect(stage()).not.toBeNull())
    byName(drawer.lower).click()
    await eventually(() => expect(history.state).not.toHaveProperty('layers'))
    expect(stage()).toBeNull()
    history.back()
    await eventually(() => expect(currentPath()).toBe('/app/timeline'))
  })

  it('M3 a raised drawer is raised again when the person comes back from another screen', async () => {
    byName(drawer.raise).click()
    await eventually(() => expect(history.state).toHaveProperty('layers'))
    await router.navigate({ to: '/app/timeline' })
    history.back()
    await eventually(() => expect(stage()).not.toBeNull())
  })

  it('M3 a drawer that was raised before a reload is low', async () => {
    // This history entry was made before the reload.
    const { href, state } = router.history.location
    router.history.push(href, { ...state, layers: ['drawer'], page: performance.timeOrigin - 1_000 })
    await router.navigate({ to: '/app/timeline' })
    history.back()
    await eventually(() => expect(byName(drawer.raise)).toBeDefined())
    await eventually(() => expect(history.state).not.toHaveProperty('layers'))
    expect(stage()).toBeNull()
  })

  it('a lowered drawer has only the first votes, and all of them as soon as it is touched', async () => {
    const votes = Array.from({ length: 60 }, (_, index) => voteFor(song(`s${index}`), 1, 0))
    await openSession({ votes, voteCount: 60 })
    await eventually(() => expect(byName(drawer.raise)).toBeDefined())
    const rows = () => queryAll('section li').length
    expect(rows()).toBeLessThan(6)
    expect(pageText()).toContain('60')
    byName(drawer.raise).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    await eventually(() => expect(rows()).toBe(60))
  })
})
