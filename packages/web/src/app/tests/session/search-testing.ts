import type { FoundSong, SessionAnswer } from '@jointly/contract'
import { expect } from 'vitest'
import { aSession, SSID, settled } from '../../../features/session/model/testing.ts'
import { eventually, net, queryAll, setAnswers, textOf, typeInto } from '../app-testing.tsx'
import { openSession, openTab, song } from '../inside-testing.ts'

export const album = { id: 'album1', name: 'First light' }
const artist = { id: 'artist1', name: 'Nova' }
export const found = (id: string): FoundSong => ({ ...song(id), artists: [artist], album })
export const byArtist = `GET /api/song?query=${encodeURIComponent('artist:"Nova"').replaceAll('%20', '+')}&ssid=${SSID}`
export const ofAlbum = `GET /api/album/album1?ssid=${SSID}`
export const suggested = `GET /api/session/${SSID}/suggestions`
export const forOne = `GET /api/song?query=one&ssid=${SSID}`

export const answers = {
  [suggested]: {
    groups: [
      { kind: 'recent', songs: [song('late')] },
      { kind: 'playlists', songs: [song('own')] },
    ],
  },
  [forOne]: { data: [found('one'), song('two')] },
  [byArtist]: { data: [found('one'), { ...song('three'), artists: [{ id: 'other', name: 'Nova' }] }] },
  [ofAlbum]: { ...album, songs: [song('four'), song('one')] },
}

export const input = () => queryAll('input[type=search]')[0]
export const valueOf = (field: Element | undefined) =>
  field instanceof HTMLInputElement ? field.value : null
export const rows = () => queryAll('[role=tabpanel] li').filter((row) => !row.closest('[hidden]'))
export const titles = () => rows().map((row) => row.querySelector('[title^=Song]')?.getAttribute('title'))

/** Opens a session and its search. */
export async function openSearch(parts: Partial<SessionAnswer> = {}): Promise<void> {
  await openSession(parts, answers)
  openTab('Search')
  await eventually(() => expect(input()).toBeDefined())
}

/** Opens a session and searches two songs. */
export async function searchOne(parts: Partial<SessionAnswer> = {}): Promise<void> {
  await openSearch(parts)
  typeInto(input(), 'one')
  await eventually(() => expect(titles()).toEqual(['Song one', 'Song two']))
}

/** Takes the device off the network for a moment. */
export async function reconnect(): Promise<void> {
  for (const isOnline of [false, true]) {
    net(isOnline)
    await settled()
  }
}

/** Lets another song play. The app fetches the session again when the device is online again. */
export async function playNext(parts: Partial<SessionAnswer> = {}): Promise<void> {
  const session = aSession(parts)
  const nowPlaying = { ...session.nowPlaying, mode: 'active', song: song('new'), startTime: 1 }
  setAnswers({ [`GET /api/session/${SSID}`]: { ...session, nowPlaying } })
  await reconnect()
  // The text for screen readers (M14) comes before the player shows the song, so it does not count here.
  await eventually(() => expect(textOf('header p')).toContain('Band of new'))
}
