import type { FoundSong } from '@jointly/contract'
import { openRules } from '@jointly/domain/testing/open-rules'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aSession, SSID } from '../../../features/session/model/testing.ts'
import { setReachable } from '../../../shared/browser/connection/online.ts'
import { router } from '../../routing/app-router.tsx'
import { insideTexts } from '../../inside-texts.ts'
import {
  byName,
  currentPath,
  eventually,
  pageText,
  press,
  queryAll,
  sentTo,
  setAnswers,
  textOf,
  typeInto,
  withApp,
} from '../app-testing.tsx'
import { openSession, openTab, song, startInSession, voteFor } from '../inside-testing.ts'
import {
  album,
  answers,
  forOne,
  found,
  input,
  ofAlbum,
  openSearch,
  playNext,
  rows,
  searchOne,
  suggested,
  titles,
  valueOf,
} from './search-testing.ts'

const { search, votes } = insideTexts.session

withApp(startInSession)

describe('the search of a session', () => {
  it('Q3 the votes have the whole panel until a tab is opened, and again when it is closed', async () => {
    await openSession({ votes: [voteFor(song('one'), 2, 1)] }, answers)
    expect(queryAll('[role=tabpanel]')).toEqual([])
    expect(queryAll('[role=tab][aria-selected=true]')).toEqual([])
    expect(pageText()).toContain('Song one')
    openTab('Search')
    await eventually(() => expect(queryAll('[role=tabpanel]')).toHaveLength(1))
    press(queryAll('[role=tab]')[0])
    await eventually(() => expect(queryAll('[role=tabpanel]')).toEqual([]))
  })

  it('Q2 Q3 a list that was empty when a tab was opened stays one row high while tabs are open', async () => {
    const short = () => queryAll('[data-short]').length
    await openSession({}, answers)
    openTab('Search')
    await eventually(() => expect(short()).toBe(1))
    openTab('Library')
    await eventually(() => expect(queryAll('[role=tabpanel]')).toHaveLength(1))
    expect(short()).toBe(1)
    await openSession({ votes: [voteFor(song('one'), 2, 1)] }, answers)
    openTab('Search')
    await eventually(() => expect(queryAll('[role=tabpanel]')).toHaveLength(1))
    expect(short()).toBe(0)
  })

  it('D14 the open tab is the next in the tab order after the tabs', async () => {
    await openSession({}, answers)
    openTab('Library')
    await eventually(() => expect(queryAll('[role=tabpanel]')).toHaveLength(1))
    const [tabs, panel] = queryAll('[role=tablist], [role=tabpanel]')
    expect(tabs?.getAttribute('role')).toBe('tablist')
    expect(tabs?.nextElementSibling).toBe(panel)
    expect(panel?.getAttribute('tabindex')).toBe('0')
  })

  it.each([
    ['the input keeps the focus', 0],
    ['a phone closes its keyboard', 5],
  ])('D14 after Enter in the search, %s, and Escape closes the tab', async (_, maxTouchPoints) => {
    Object.defineProperty(navigator, 'maxTouchPoints', { value: maxTouchPoints, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'maxTouchPoints'))
    await openSearch()
    await eventually(() => expect(document.activeElement).toBe(input()))
    const pressKey = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    pressKey('Enter')
    expect(document.activeElement === input()).toBe(maxTouchPoints === 0)
    pressKey('Escape')
    await eventually(() => expect(queryAll('[role=tabpanel]')).toEqual([]))
  })

  it('Q3 the empty list of votes opens the search', async () => {
    await openSession({}, answers)
    byName(votes.emptyAction).click()
    await eventually(() => expect(input()).toBeDefined())
  })

  it('Q4 suggests songs before anything is typed, in groups', async () => {
    await openSearch()
    await eventually(() => expect(titles()).toEqual(['Song late', 'Song own']))
    expect(textOf('[role=tabpanel] h3')).toEqual([search.groups.recent, search.groups.playlists])
    typeInto(input(), 'one')
    await eventually(() => expect(titles()).toEqual(['Song one', 'Song two']))
    expect(textOf('[role=tabpanel] h3')).toEqual([])
  })

  it('Q4 asks what to hear if there is nothing to suggest', async () => {
    await openSession({}, { [suggested]: { groups: [] } })
    openTab('Search')
    await eventually(() => expect(pageText()).toContain(search.start))
  })

  it('H2 H5 says before a try that adding is locked, and why a song is refused', async () => {
    const session = aSession()
    const setup = { ...session.setup, rules: { ...openRules, adding: false, downVotes: false } }
    const you = { ...session.you, role: 'guest' as const }
    const refused: FoundSong = { ...found('two'), refused: true, refusedRule: 'length' }
    const listed: FoundSong = { ...found('three'), listed: true }
    await openSession(
      // The search result says that this song is in the list. The app has not loaded that part of the list.
      { setup, you, votes: [voteFor(song('four'), 2, 1)], voteCount: 2 },
      { ...answers, [forOne]: { data: [found('one'), refused, listed] } },
    )
    // The button for down-votes is hidden (H4).
    expect(queryAll('li [aria-pressed]')).toHaveLength(1)
    openTab('Search')
    await eventually(() => expect(input()).toBeDefined())
    expect(textOf('[role=tabpanel] [role=status]').join()).toContain(insideTexts.session.rule.locked)
    typeInto(input(), 'one')
    await eventually(() => expect(rows()).toHaveLength(3))
    const buttons = rows().map((row) => row.querySelector('button[title]') !== null)
    expect(buttons).toEqual([false, false, true])
    expect(rows()[1]?.textContent).toContain(insideTexts.session.rule.length)
  })

  it('H2 while adding is locked, the empty list invites nobody to add, and a song that was listed has no button', async () => {
    const session = aSession()
    const setup = { ...session.setup, rules: { ...openRules, adding: false } }
    const you = { ...session.you, role: 'guest' as const }
    // The search result says that the song is in the list. But since then the song was announced, so the list is
    // empty.
    const announced: FoundSong = { ...found('one'), listed: true }
    await openSession({ setup, you }, { ...answers, [forOne]: { data: [announced, found('two')] } })
    expect(pageText()).toContain(votes.lockedText)
    expect(pageText()).not.toContain(votes.emptyText)
    expect(pageText()).not.toContain(votes.emptyAction)
    openTab('Search')
    await eventually(() => expect(input()).toBeDefined())
    expect(pageText()).not.toContain(votes.emptyText)
    typeInto(input(), 'one')
    await eventually(() => expect(titles()).toEqual(['Song one', 'Song two']))
    expect(rows().map((row) => row.querySelector('button[title]') !== null)).toEqual([false, false])
  })

  it('Q5 the suggestions stay the same until another song plays and the search opens again', async () => {
    await openSearch()
    await eventually(() => expect(titles()).toEqual(['Song late', 'Song own']))
    setAnswers({ [suggested]: { groups: [{ kind: 'playlists', songs: [song('another')] }] } })
    openTab('Library')
    await eventually(() => expect(input()).toBeUndefined())
    openTab('Search')
    await eventually(() => expect(titles()).toEqual(['Song late', 'Song own']))
    expect(sentTo(suggested)).toHaveLength(1)

    await playNext()
    expect(titles()).toEqual(['Song late', 'Song own'])
    openTab('Library')
    await eventually(() => expect(input()).toBeUndefined())
    openTab('Search')
    await eventually(() => expect(titles()).toEqual(['Song another']))
  })

  it('E3 a search that failed without a connection starts again when the connection is back', async () => {
    await openSession({}, { ...answers, [forOne]: undefined })
    openTab('Search')
    await eventually(() => expect(input()).toBeDefined())
    typeInto(input(), 'one')
    await eventually(() => expect(sentTo(forOne)).toHaveLength(1))
    await eventually(() => expect(queryAll('[role=tabpanel] [role=alert]').length).toBeGreaterThan(0))
    setAnswers({ [forOne]: answers[forOne] })
    setReachable(true)
    await eventually(() => expect(titles()).toEqual(['Song one', 'Song two']))
  })

  it('E3 a running search goes on when the connection is back', async () => {
    const answer = Promise.withResolvers<unknown>()
    await openSession({}, { ...answers, [forOne]: answer.promise })
    openTab('Search')
    await eventually(() => expect(input()).toBeDefined())
    typeInto(input(), 'one')
    await eventually(() => expect(sentTo(forOne)).toHaveLength(1))
    // The app shows the next song when it has loaded the session again.
    await playNext()
    answer.resolve(answers[forOne])
    await eventually(() => expect(titles()).toEqual(['Song one', 'Song two']))
    expect(sentTo(forOne)).toHaveLength(1)
  })

  it('Q1 keeps its text and results on other tabs and screens, without another call', async () => {
    await searchOne()
    openTab('Library')
    await eventually(() => expect(input()).toBeUndefined())
    openTab('Search')
    await eventually(() => expect(titles()).toEqual(['Song one', 'Song two']))
    expect(valueOf(input())).toBe('one')
    await router.navigate({ to: '/main/timeline' })
    await eventually(() => expect(input()).toBeUndefined())
    await router.navigate({ to: '/main/$ssid', params: { ssid: SSID } })
    await eventually(() => expect(queryAll('[role=tab]')).toHaveLength(4))
    openTab('Search')
    await eventually(() => expect(titles()).toEqual(['Song one', 'Song two']))
    expect(sentTo(forOne)).toHaveLength(1)
  })

  it('Q1 forgets the text when the person leaves the session', async () => {
    await searchOne()
    await openSearch()
    expect(valueOf(input())).toBe('')
  })

  it('Q6 the name of an artist opens the artist’s songs, and Back returns to the results', async () => {
    await searchOne()
    const name = byName(search.pages.openArtist.replace('{{name}}', 'Nova'))
    name.focus()
    name.click()
    await eventually(() => expect(titles()).toEqual(['Song one']))
    await eventually(() => expect(document.activeElement?.tagName).toBe('H3'))
    byName(search.pages.back.replace('{{name}}', 'Nova')).click()
    await eventually(() => expect(titles()).toEqual(['Song one', 'Song two']))
    await eventually(() => expect(document.activeElement).toBe(name))
    expect(valueOf(input())).toBe('one')
    expect(sentTo(forOne)).toHaveLength(1)
  })

  it('M3 Back closes an open album, then the artist, and the person stays in the session', async () => {
    await searchOne()
    const path = currentPath()
    byName(search.pages.openArtist.replace('{{name}}', 'Nova')).click()
    await eventually(() => expect(titles()).toEqual(['Song one']))
    press(
      rows()[0]?.querySelector(`[aria-label="${search.pages.openAlbum.replace('{{name}}', album.name)}"]`) ??
        undefined,
    )
    await eventually(() => expect(titles()).toEqual(['Song four', 'Song one']))
    history.back()
    await eventually(() => expect(titles()).toEqual(['Song one']))
    await eventually(() => expect(router.history.location.state.layers).toEqual(['dialog']))
    history.back()
    await eventually(() => expect(titles()).toEqual(['Song one', 'Song two']))
    expect(currentPath()).toBe(path)
  })

  it('Q1 Q7 an open album stays open on other tabs, and Escape closes one page after the other', async () => {
    await searchOne()
    byName(search.pages.openArtist.replace('{{name}}', 'Nova')).click()
    await eventually(() => expect(titles()).toEqual(['Song one']))
    press(
      rows()[0]?.querySelector(`[aria-label="${search.pages.openAlbum.replace('{{name}}', album.name)}"]`) ??
        undefined,
    )
    await eventually(() => expect(titles()).toEqual(['Song four', 'Song one']))
    openTab('Social')
    await eventually(() =>
      expect(queryAll('[role=tabpanel] h3').map((h) => h.textContent)).not.toContain(album.name),
    )
    openTab('Search')
    await eventually(() => expect(titles()).toEqual(['Song four', 'Song one']))
    expect(sentTo(ofAlbum)).toHaveLength(1)
    const escape = () =>
      queryAll('[role=tabpanel] li button')
        .at(-1)
        ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    escape()
    await eventually(() => expect(titles()).toEqual(['Song one']))
    await eventually(() => expect(document.activeElement?.tagName).toBe('H3'))
    escape()
    await eventually(() => expect(titles()).toEqual(['Song one', 'Song two']))
  })
})
