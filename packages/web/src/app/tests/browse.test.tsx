import { describe, expect, it } from 'vitest'
import { all, named, open, press, sentTo, shown, withApp, words } from './app-testing.tsx'
import { loggedIn } from './inside-testing.ts'
import { insideTexts } from '../inside-texts.ts'

const { browse } = insideTexts
const OPEN_PAGE = 'POST /api/ticket/page'
const refused = (code: string, status: number) =>
  Response.json({ error: { code, message: 'No.' } }, { status })

withApp()

describe('browse', () => {
  it('A6 lists what can be opened: tickets for level 735 alone', async () => {
    loggedIn()
    await open('/main/browse')
    await shown(() => expect(words()).toContain(browse.api))
    expect(words()).not.toContain(browse.ticket)
    loggedIn({}, 735)
    await open('/main/browse')
    await shown(() => expect(all('a[href="/#/main/browse/ticket"]')).toHaveLength(1))
    expect(all('a[href="/#/main/browse/api"]')).toHaveLength(1)
  })

  it('A6 says to everyone else who may open it', async () => {
    loggedIn({ [OPEN_PAGE]: refused('forbidden', 403) })
    await open('/main/browse/ticket')
    await shown(() => expect(words()).toContain(browse.notYours))
    expect(all('iframe')).toEqual([])
  })

  it('E3 says what failed, and opens the page on another try', async () => {
    loggedIn({ [OPEN_PAGE]: refused('database-away', 503) }, 735)
    await open('/main/browse/ticket')
    await shown(() => expect(all('[role=alert]')).toHaveLength(1))
    press(named('Try again'))
    await shown(() => expect(sentTo(OPEN_PAGE)).toHaveLength(2))
  })

  it('leads from an unknown page to the list of pages', async () => {
    loggedIn()
    await open('/main/browse/elsewhere')
    await shown(() => expect(words()).toContain(browse.unknown))
    expect(all('iframe')).toEqual([])
    expect(named(browse.toPages).getAttribute('href')).toBe('/#/main/browse')
  })
})
