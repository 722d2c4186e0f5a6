import type { FoundSong } from '@jointly/contract'
import { openRules } from '@jointly/domain/testing/open-rules'
import { describe, expect, it } from 'vitest'
import { aSession, settled } from '../../../features/session/model/testing.ts'
import { insideTexts } from '../../inside-texts.ts'
import { byName, eventually, queryAll, sentTo, setAnswers, withApp } from '../app-testing.tsx'
import { openSession, openTab, song, startInSession } from '../inside-testing.ts'
import {
  album,
  byArtist,
  forOne,
  found,
  input,
  openSearch,
  playNext,
  reconnect,
  rows,
  searchOne,
  suggested,
  titles,
  valueOf,
} from './search-testing.ts'

const { search } = insideTexts.session
/** The options of a session that plays no song twice in a row. */
const noRepeats = { setup: { ...aSession().setup, rules: { ...openRules, noRepeat: 1 } } }
const repeated = (one: FoundSong): FoundSong => ({ ...one, refused: true, refusedRule: 'repeat' })
const away = Response.json({ error: { code: 'database-away', message: '' } }, { status: 503 })
const reason = insideTexts.session.rule.repeat

withApp(startInSession)

describe('the search of a session without repeats, when a song ends', () => {
  it('Q5 H5 the open suggestions stay and get the new refusals', async () => {
    await openSearch(noRepeats)
    await eventually(() => expect(titles()).toEqual(['Song late', 'Song own']))
    const [row] = rows()
    const answer = Promise.withResolvers<unknown>()
    setAnswers({ [suggested]: answer.promise })
    await playNext(noRepeats)
    await eventually(() => expect(sentTo(suggested)).toHaveLength(2))
    expect(titles()).toEqual(['Song late', 'Song own'])
    answer.resolve({
      groups: [
        { kind: 'recent', songs: [song('later'), repeated(song('late'))] },
        { kind: 'playlists', songs: [song('another')] },
      ],
    })
    await eventually(() => expect(row?.textContent).toContain(reason))
    expect(titles()).toEqual(['Song late', 'Song own'])
    expect(rows()[0]).toBe(row)
  })

  it('Q5 H5 an open suggestion that starts to play is refused, although the new answer leaves it out', async () => {
    const suggesting = (...ids: string[]) => ({
      [suggested]: { groups: [{ kind: 'recent', songs: ids.map(song) }] },
    })
    await openSession(noRepeats, suggesting('late', 'new'))
    openTab('Search')
    await eventually(() => expect(titles()).toEqual(['Song late', 'Song new']))
    setAnswers(suggesting('late'))
    await playNext(noRepeats)
    await eventually(() => expect(rows()[1]?.textContent).toContain(reason))
    expect(titles()).toEqual(['Song late', 'Song new'])
    expect(rows()[0]?.textContent).not.toContain(reason)
  })

  it('Q1 H5 the results stay and get the new refusals', async () => {
    await searchOne(noRepeats)
    const name = byName(search.pages.openArtist.replace('{{name}}', 'Nova'))
    name.focus()
    setAnswers({ [forOne]: away })
    await playNext(noRepeats)
    await eventually(() => expect(sentTo(forOne)).toHaveLength(2))
    await settled()
    expect(titles()).toEqual(['Song one', 'Song two'])
    expect(queryAll('[role=tabpanel] [role=alert]')).toEqual([])
    // The app loads the refusals when the server can be reached again.
    setAnswers({ [forOne]: { data: [repeated(found('one')), song('two')] } })
    await reconnect()
    await eventually(() => expect(rows()[0]?.textContent).toContain(reason))
    expect(document.activeElement).toBe(name)
    expect(valueOf(input())).toBe('one')
  })

  it('Q6 H5 the open page stays and gets the new refusals', async () => {
    await searchOne(noRepeats)
    byName(search.pages.openArtist.replace('{{name}}', 'Nova')).click()
    await eventually(() => expect(titles()).toEqual(['Song one']))
    const name = byName(search.pages.openAlbum.replace('{{name}}', album.name))
    name.focus()
    const answer = Promise.withResolvers<unknown>()
    setAnswers({ [byArtist]: answer.promise })
    await playNext(noRepeats)
    await eventually(() => expect(sentTo(byArtist)).toHaveLength(2))
    expect(titles()).toEqual(['Song one'])
    answer.resolve({ data: [repeated(found('one'))] })
    await eventually(() => expect(rows()[0]?.textContent).toContain(reason))
    expect(document.activeElement).toBe(name)
  })
})
