import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insideTexts } from '../inside-texts.ts'
import { all, named, shown, withApp } from './app-testing.tsx'
import { openSession, openTab, song, startInSession, voteFor } from './inside-testing.ts'

const { drawer, skip } = insideTexts.session
const { innerWidth } = window

beforeAll(() => void Object.assign(window, { innerWidth: 390 }))
afterAll(() => void Object.assign(window, { innerWidth }))
withApp(startInSession)

describe('the drawer of the phone (spec section 2)', () => {
  const stage = () => named(skip.wish).closest('[inert]')
  const focused = () => document.activeElement

  beforeEach(async () => {
    await openSession({ votes: [voteFor(song('one'), 1, 0)] })
    await shown(() => expect(named(drawer.raise)).toBeDefined())
  })

  it('nothing below it can be reached while it is raised', async () => {
    expect(stage()).toBeNull()
    named(drawer.raise).click()
    await shown(() => expect(stage()).not.toBeNull())
    named(drawer.raise).click()
    await shown(() => expect(named(drawer.lower)).toBeDefined())
    named(drawer.lower).click()
    await shown(() => expect(stage()).toBeNull())
  })

  it('raising it by its grip keeps the focus there, and only opening the search focuses its field', async () => {
    openTab('Search')
    await shown(() => expect(focused()?.getAttribute('type')).toBe('search'))
    named(drawer.lower).click()
    await shown(() => expect(all('input[type=search]')).toEqual([]))
    named(drawer.raise).focus()
    named(drawer.raise).click()
    await shown(() => expect(all('input[type=search]')).toHaveLength(1))
    expect(focused()?.getAttribute('aria-label')).toBe(drawer.raise)
  })
})
