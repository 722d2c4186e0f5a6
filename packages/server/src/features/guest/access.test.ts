import { randomUUID } from 'node:crypto'
import { addressOf, type Query, type Route, type RouteName, type Routes, routes } from '@jointly/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession } from '../../testing/session-fixture.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

type PrivateName = { [N in RouteName]: Routes[N]['access'] extends 'public' ? never : N }[RouteName]
type CallInput = { params?: Record<string, string>; query?: Query; body?: unknown }

const NEEDS_ACCOUNT = '403 guest'

/** The expected answer to a guest for each route that needs a token (G2). A missing route is a type error. */
const answers: Record<PrivateName, string> = {
  user: '200',
  deleteUser: NEEDS_ACCOUNT,
  savePicture: NEEDS_ACCOUNT,
  removePicture: NEEDS_ACCOUNT,
  exportUser: '200',
  changePassword: NEEDS_ACCOUNT,
  logout: '200',
  logins: '200',
  endLogin: '404 not-found',
  createTicket: NEEDS_ACCOUNT,
  openTicketPage: NEEDS_ACCOUNT,
  createResetLink: NEEDS_ACCOUNT,
  upgradeGuest: '200',
  renameGuest: '200',
  deleteGuest: '200',
  doctor: NEEDS_ACCOUNT,
  passkeys: NEEDS_ACCOUNT,
  passkeyOptions: NEEDS_ACCOUNT,
  addPasskey: NEEDS_ACCOUNT,
  renamePasskey: NEEDS_ACCOUNT,
  removePasskey: NEEDS_ACCOUNT,
  invites: '200',
  invite: NEEDS_ACCOUNT,
  createSession: NEEDS_ACCOUNT,
  session: '200',
  deleteSession: NEEDS_ACCOUNT,
  play: '200',
  skip: '200',
  pause: '403 forbidden',
  options: '200',
  saveOptions: NEEDS_ACCOUNT,
  setBan: NEEDS_ACCOUNT,
  setRole: NEEDS_ACCOUNT,
  matcher: '200',
  votes: '200',
  chat: '200',
  addChatLine: '200',
  deleteChatLine: '403 forbidden',
  mute: '403 forbidden',
  upgrade: NEEDS_ACCOUNT,
  downgrade: NEEDS_ACCOUNT,
  favorite: '200',
  unfavorite: '200',
  stages: NEEDS_ACCOUNT,
  pairStage: NEEDS_ACCOUNT,
  changeStage: NEEDS_ACCOUNT,
  removeStage: NEEDS_ACCOUNT,
  voteUp: '200',
  voteDown: '200',
  waiting: '200',
  approve: '403 forbidden',
  songs: '200',
  album: '200',
  suggestions: '200',
  accounts: '200',
  // The server links accounts for guests, so a guest cannot link an account (L15).
  putAccount: NEEDS_ACCOUNT,
  connectAccount: NEEDS_ACCOUNT,
  accountCallback: NEEDS_ACCOUNT,
  connectDirectly: '200',
  renewAccount: '200',
  deleteAccount: '404 not-found',
  playlists: '200',
  playlist: '404 not-found',
  providerPlaylists: NEEDS_ACCOUNT,
  choosePlaylists: NEEDS_ACCOUNT,
  fetchPlaylists: NEEDS_ACCOUNT,
  friends: NEEDS_ACCOUNT,
  findFriends: NEEDS_ACCOUNT,
  changeFriend: NEEDS_ACCOUNT,
  timeline: '200',
  history: '404 not-found',
  saveHistory: '404 not-found',
  historyM3u: '404 not-found',
  historyCsv: '404 not-found',
}

describe('every call as a guest', () => {
  let server: TestServer
  let ssid: string
  let songID: string
  let albumId: string
  /**
   * The device of the guest that most calls share, because a network may create only a few guests (G4). Calls that
   * delete or change a guest use a guest of their own.
   */
  let device: string | undefined
  beforeAll(async () => {
    server = await startTestServer()
    const ann = await server.signUp('ann')
    ssid = await openSession(ann)
    const found = await ann.call('songs', { query: { query: 'a', ssid } })
    songID = found.ok ? (found.value.data[0]?.id ?? '') : ''
    albumId = found.ok ? (found.value.data[0]?.album?.id ?? '') : ''
  })
  afterAll(() => server.close())

  const input = (name: PrivateName): CallInput => {
    const inputs: Partial<Record<PrivateName, CallInput>> = {
      endLogin: { params: { id: randomUUID() } },
      deleteAccount: { params: { id: randomUUID() } },
      renameGuest: { body: { nickname: 'Robin' } },
      upgradeGuest: { body: { username: 'no-guest', password: 'fresh123' } },
      skip: { body: {} },
      pause: { body: { paused: true } },
      votes: { params: { ssid }, query: { from: '0' } },
      voteUp: { params: { ssid }, body: { songID } },
      voteDown: { params: { ssid }, body: { songID } },
      approve: { params: { ssid, songID }, body: { approved: true } },
      songs: { query: { query: 'a', ssid } },
      album: { params: { id: albumId }, query: { ssid } },
      putAccount: { body: { access_token: 'a', service: 'spotify' } },
      connectAccount: { body: { service: 'spotify' } },
      accountCallback: { body: { code: 'a', state: 'a' } },
      renewAccount: { body: { refused: 'a' } },
      playlist: { query: { playlistID: 'nothing' } },
      addChatLine: { params: { ssid }, body: { text: 'Hello', key: randomUUID() } },
      deleteChatLine: { params: { ssid, id: '9' } },
      mute: { params: { ssid }, body: { userID: randomUUID(), muted: true } },
      saveHistory: { body: { name: 'Party', description: 'What played.' } },
    }
    const params = { ssid, id: randomUUID(), visit: randomUUID() }
    return { params, ...inputs[name] }
  }

  it.each(Object.entries(answers) as [PrivateName, string][])('G2 %s answers %s', async (name, expected) => {
    const guest = await server.joinAsGuest('Robin', ssid, device)
    device = guest.device
    await guest.call('session', { params: { ssid } })
    const { params, query, body } = input(name)
    const route: Route = routes[name]
    const { status, error } = await server.raw(route.method, addressOf(route, { params, query }), {
      headers: {
        authorization: `Bearer ${guest.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    expect(error ? `${status} ${error.code}` : `${status}`).toBe(expected)
    const needsAccount: Route['access'][] = expected === NEEDS_ACCOUNT ? ['account', 'private'] : ['private']
    expect(needsAccount).toContain(route.access)
  })

  it('G2 a call that needs an account says so before it reads its input', async () => {
    const { token } = await server.joinAsGuest('Robin', ssid)
    const { status, error } = await server.raw('POST', '/api/session/', {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"title":7}',
    })
    expect([status, error]).toEqual([403, { code: 'guest', message: 'Create an account to do this.' }])
  })
})
