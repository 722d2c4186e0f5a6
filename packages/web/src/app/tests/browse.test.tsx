import { describe, expect, it } from 'vitest'
import {
  queryAll,
  byName,
  open,
  press,
  sentTo,
  eventually,
  withApp,
  pageText,
  refusal,
} from './app-testing.tsx'
import { loggedIn } from './inside-testing.ts'
import { chooseTheme } from '../../shared/ui/styles/theme.ts'
import { insideTexts } from '../inside-texts.ts'

const { browse } = insideTexts
const OPEN_PAGE = 'POST /api/ticket/page'

withApp()

describe('browse', () => {
  it('A6 lists what can be opened: tickets for level 735 alone', async () => {
    loggedIn()
    await open('/main/browse')
    await eventually(() => expect(pageText()).toContain(browse.api))
    expect(pageText()).not.toContain(browse.ticket)
    loggedIn({}, 735)
    await open('/main/browse')
    await eventually(() => expect(queryAll('a[href="#/main/browse/ticket"]')).toHaveLength(1))
    expect(queryAll('a[href="#/main/browse/api"]')).toHaveLength(1)
  })

  it('A6 tells everyone else who may open it', async () => {
    loggedIn({ [OPEN_PAGE]: refusal('forbidden', 403) })
    await open('/main/browse/ticket')
    await eventually(() => expect(pageText()).toContain(browse.notYours))
    expect(queryAll('iframe')).toEqual([])
  })

  it('W2 asks for the theme that the person chose, and for none without a choice', async () => {
    const framed = () => queryAll('iframe').map((frame) => frame.getAttribute('src'))
    loggedIn({ [OPEN_PAGE]: { url: '/ticket?code=1' } }, 735)
    await open('/main/browse/ticket')
    await eventually(() => expect(framed()).toEqual(['/ticket?code=1']))
    chooseTheme('dark')
    await open('/main/browse/api')
    await eventually(() => expect(framed()).toEqual(['/api/docs?theme=dark']))
    chooseTheme('system')
  })

  it('E3 says what failed, and opens the page on another try', async () => {
    loggedIn({ [OPEN_PAGE]: refusal('database-away', 503) }, 735)
    await open('/main/browse/ticket')
    await eventually(() => expect(queryAll('[role=alert]')).toHaveLength(1))
    press(byName('Try again'))
    await eventually(() => expect(sentTo(OPEN_PAGE)).toHaveLength(2))
  })

  it('leads from an unknown page to the list of pages', async () => {
    loggedIn()
    await open('/main/browse/elsewhere')
    await eventually(() => expect(pageText()).toContain(browse.unknown))
    expect(queryAll('iframe')).toEqual([])
    expect(byName(browse.toPages).getAttribute('href')).toBe('#/main/browse')
  })
})
