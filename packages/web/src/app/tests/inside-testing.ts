import type {
  Account,
  AnswerOf,
  FoundSong,
  Invite,
  Playlist,
  Routes,
  SessionAnswer,
  Song,
  Vote,
} from '@jointly/contract'
import { expect } from 'vitest'
import { aSession, aSong, aVote, SSID } from '../../features/session/model/testing.ts'
import { storeGuest } from '../../shared/browser/stored-guest.ts'
import { signIn, useStore } from '../../shared/store/store.ts'
import { insideTexts } from '../inside-texts.ts'
import { queryAll, resetBrowser, open, pageText, press, eventually, startApp } from './app-testing.tsx'

export const USER = {
  id: '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01',
  username: 'ann',
  email: 'ann@example.org',
  level: 0,
}
export const ssid = (last: number) => `7b0c4c38-55aa-4d6e-9a3c-0d9bb1a3d00${last}`

export const account: Account = {
  id: 'ann-lindqvist',
  service: 'spotify',
  access_token: 't',
  refresh_token: '',
  valid_until: 1,
  selected_playlists: 1,
  title: 'Ann Lindqvist',
  detail: 'Spotify · premium',
  name: 'Ann Lindqvist',
  status: 'ok',
}

/**
 * The server's description of the provider. All tests of a file use the same description, because the app requests it
 * only once per visit.
 */
export const provider: AnswerOf<Routes['provider']> = {
  service: 'spotify',
  name: 'Provider',
  apiBase: 'https://provider.example/v1',
  sdkUrl: '/player.js',
  manageUrl: null,
  blurCover: true,
  silentLoop: true,
  keepsTime: true,
  attribution: false,
  registration: 'open',
  resetMail: false,
  guests: true,
  directLink: true,
  linkOrigin: 'https://jointly.example',
}

export const playlist = (id: string, load: boolean): Playlist => ({
  id,
  accounts: [account.id],
  title: `Songs of ${id}`,
  name: `Songs of ${id}`,
  cover: null,
  owner: 'ann',
  load,
  state: 'ready',
  imported: 3,
  total: 3,
  reason: null,
  retryAt: null,
})

export const invite = (last: number, parts: Partial<Invite> = {}): Invite => ({
  uuid: ssid(last),
  session_uuid: ssid(last),
  ssid: ssid(last),
  title: `Room ${last}`,
  mode: 'own',
  managed: false,
  active: last,
  playing: false,
  nowPlaying: { mode: 'passive', song: null, startTime: null, nowTime: 1, by: null, chosen: null },
  invitedBy: null,
  ...parts,
})

export const playing: Partial<Invite> = {
  playing: true,
  nowPlaying: {
    mode: 'active',
    song: {
      id: 'song',
      title: 'Nine Bridges',
      artists: [],
      cover: '/cover.svg',
      duration: 1000,
      sources: [],
      link: null,
      explicit: false,
    },
    startTime: 1,
    nowTime: 1,
    by: null,
    chosen: 'vote',
  },
}

const lists = {
  'POST /api/refresh/': { user: USER, active: { id: '1', token: 'secret' } },
  'GET /api/accounts/': [account],
  'GET /api/invites/': [],
  'GET /api/playlists/': [],
  'GET /api/friends/': [],
}

/** Logs Ann in. The server answers with the lists above, and `more` adds answers or replaces them. */
export function loggedIn(more: Record<string, unknown> = {}, level = 0): void {
  resetBrowser({ ...lists, ...more })
  signIn({ user: { ...USER, level }, active: { id: '1', token: 'secret' } })
}

/** Makes Ann the guest Kim of this device, who joined this session last. */
export function setGuest(session: string): void {
  useStore.setState({ user: { ...USER, username: 'Kim', email: '', guest: true } })
  storeGuest({ device: 'secret', nickname: 'Kim', ssid: session })
}

export const song = (id: string): FoundSong => ({
  ...aSong(id),
  title: `Song ${id}`,
  artists: [{ id: null, name: `Band of ${id}` }],
  cover: `/cover-${id}.svg`,
})

export const voteFor = (one: Song, upvotes: number, downvotes: number): Vote => ({
  ...aVote(one.id, upvotes, downvotes),
  song: one,
})

export const ANN = { id: USER.id, username: USER.username }
export const BEN = { id: '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a02', username: 'ben' }

/** The options of Ann's session before the owner changes them. */
export const savedOptions = {
  version: 1,
  managed: false,
  title: 'Kitchen',
  policy: 'link',
  skipPercent: 35,
  guests: true,
}

/** Opens Ann's session. `parts` replaces parts of the session, and `more` adds answers of the server. */
export async function openSession(
  parts: Partial<SessionAnswer> = {},
  more: Record<string, unknown> = {},
): Promise<void> {
  // The person is logged out first, so that the app does not ask about unsaved changes of the previous test.
  resetBrowser()
  await open('/about')
  const emptySession = aSession({ active: [ANN, BEN], activeCount: 2 })
  const session = { ...emptySession, session: { ...emptySession.session, owner: ANN }, ...parts }
  loggedIn({ [`GET /api/session/${SSID}`]: session, ...more })
  await open(`/main/${SSID}`)
  const tabs = parts.setup?.chat ? 5 : 4
  await eventually(() => expect(queryAll('[role=tab]').length, `${location.hash} ${pageText()}`).toBe(tabs))
  // The votes appear after the tabs.
  await eventually(() =>
    expect(queryAll(`section[aria-label="${insideTexts.session.votes.title}"]`)).toHaveLength(1),
  )
}

/** Opens a tab. An open tab is not pressed, because the press would close it. */
export function openTab(name: string): void {
  const tab = queryAll('[role=tab]').find((each) => each.textContent === name)
  if (tab?.getAttribute('aria-selected') !== 'true') press(tab)
}

/**
 * Starts the app and opens a session once, so that the code of the session screen is loaded before the first test.
 */
export async function startInSession(): Promise<void> {
  await startApp()
  await openSession()
}

/** Returns the mini-player. Undefined if it is not shown. */
export const miniPlayer = () => queryAll(`section[aria-label="${insideTexts.session.mini.label}"]`)[0]

/** Returns the field with the title of the session in the options. */
export const nameInput = () => queryAll('form input[required]')[0]

/** Returns whether the options offer to save changes. */
export const offersSave = () => queryAll('button[type=submit]').length > 0
