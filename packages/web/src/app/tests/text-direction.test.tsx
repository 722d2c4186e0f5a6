import type { Options } from '@jointly/contract'
import { expect, it } from 'vitest'
import { aSession, SSID } from '../../features/session/model/testing.ts'
import { router } from '../routing/app-router.tsx'
import { eventually, press, queryAll, withApp } from './app-testing.tsx'
import {
  ANN,
  BEN,
  invite,
  openSession,
  openTab,
  playlist,
  song,
  ssid,
  startInSession,
  voteFor,
} from './inside-testing.ts'

withApp(startInSession)

const title = 'שיר ארוך מאוד'
const artist = 'להקה'
const room = 'מסיבה במטבח'
const otherRoom = 'מסיבה בחצר'
const list = 'השירים שלי'
const david = { ...BEN, username: 'דוד' }
const hebrew = { ...song('1'), title, artists: [{ id: null, name: artist }] }

/** The elements that show exactly this text. */
const elementsWith = (text: string) =>
  queryAll('*').filter((each) => each.childElementCount === 0 && each.textContent?.trim() === text)

/** Expects that every element with one of these texts gets its text direction from the text itself. */
async function expectOwnDirection(...texts: string[]): Promise<void> {
  await eventually(() => expect(texts.filter((text) => elementsWith(text).length === 0)).toEqual([]))
  for (const each of texts.flatMap(elementsWith)) {
    const [, firstLetter] = each.closest('[dir=auto], bdi')?.textContent?.match(/^\P{L}*(\p{L})/u) ?? []
    expect([each.outerHTML, firstLetter]).toEqual([
      each.outerHTML,
      expect.stringMatching(/\p{Script=Hebrew}/u),
    ])
  }
}

it('D11 titles, names and artists run in their own direction', async () => {
  const empty = aSession()
  const options: Options = {
    version: 1,
    managed: true,
    flavor: { mode: 'blacklist', selected: [{ kind: 'artist', id: 'a', name: artist }] },
    mods: [{ user_id: david.id, username: david.username, level: 'relate' }],
    banned: [],
  }
  const visit = {
    id: 'e',
    ssid: ssid(2),
    title: otherRoom,
    description: '',
    startTime: 1,
    songs: [hebrew],
    songCount: 1,
  }
  await openSession(
    {
      session: { ...empty.session, title: room, owner: ANN, managed: true, mode: 'managed' },
      nowPlaying: { ...empty.nowPlaying, mode: 'active', song: hebrew, startTime: Date.now() },
      active: [ANN, david],
      votes: [voteFor({ ...hebrew, id: '2' }, 1, 0)],
      voteCount: 1,
    },
    {
      'GET /api/playlists/': [{ ...playlist('mine', true), title: list }],
      [`GET /api/playlist/?playlistID=mine&ssid=${SSID}`]: { ...playlist('mine', true), songs: [hebrew] },
      [`GET /api/session/${SSID}/options`]: options,
      'GET /api/invites/': [invite(2, { title: otherRoom })],
      'GET /api/timeline': [visit],
    },
  )
  openTab('Social')
  await expectOwnDirection(title, artist, room, david.username, otherRoom)
  openTab('Library')
  await expectOwnDirection(list)
  press(elementsWith(list)[0]?.closest('button') ?? undefined)
  await eventually(() => expect(elementsWith(title).length).toBeGreaterThan(2))
  await expectOwnDirection(title, artist)
  openTab('Options')
  await expectOwnDirection(david.username, artist)
  await router.navigate({ to: '/main/timeline' })
  await eventually(() => expect(queryAll('[data-mini-player]')).toHaveLength(1))
  await expectOwnDirection(title, artist, otherRoom)
})
