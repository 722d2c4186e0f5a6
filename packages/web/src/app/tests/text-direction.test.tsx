import { expect, it } from 'vitest'
import { aSession } from '../../features/session/model/testing.ts'
import { eventually, queryAll, withApp } from './app-testing.tsx'
import { ANN, BEN, openSession, openTab, song, startInSession, voteFor } from './inside-testing.ts'

withApp(startInSession)

const title = 'שיר ארוך מאוד'
const artist = 'להקה'
const room = 'מסיבה במטבח'

/** The elements that show exactly this text. */
const elementsWith = (text: string) =>
  queryAll('main *').filter((each) => each.textContent?.trim() === text && each.childElementCount === 0)

it('D11 titles, names and artists run in their own direction', async () => {
  const hebrew = { ...song('1'), title, artists: [{ id: null, name: artist }] }
  const empty = aSession()
  await openSession({
    session: { ...empty.session, title: room, owner: ANN },
    nowPlaying: { ...empty.nowPlaying, mode: 'active', song: hebrew, startTime: Date.now() },
    active: [ANN, { ...BEN, username: 'דוד' }],
    votes: [voteFor({ ...hebrew, id: '2' }, 1, 0)],
    voteCount: 1,
  })
  openTab('Social')
  await eventually(() => expect(elementsWith('דוד')).not.toEqual([]))
  for (const text of [title, artist, room, 'דוד']) {
    const shown = elementsWith(text)
    expect([text, shown.length > 0]).toEqual([text, true])
    for (const each of shown)
      expect([text, each.outerHTML, each.closest('[dir=auto], bdi') !== null]).toEqual([
        text,
        each.outerHTML,
        true,
      ])
  }
})
