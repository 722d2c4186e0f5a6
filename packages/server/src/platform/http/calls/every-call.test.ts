import { randomUUID } from 'node:crypto'
import { addressOf, type Query, type Route, type RouteName, type Routes, routes } from '@jointly/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../../testing/databases.ts'
import { befriend } from '../../../testing/session-fixture.ts'
import { NEW_CREDENTIAL, passkeyOf } from '../../../testing/user-with-data.ts'
import {
  granted,
  link,
  PASSWORD,
  type Person,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts'

type PrivateName = { [N in RouteName]: Routes[N]['access'] extends 'public' ? never : N }[RouteName]

type CallParts = { params?: Record<string, string>; query?: Query; body?: unknown }

/**
 * The expected answers when other users make a call with ids of Ann's data. `outsider` is the answer to a user
 * outside Ann's session, and `guest` the answer to a user who is in it. `own` means that the call contains no id of
 * another user's data.
 */
type Rights = 'own' | { ask(home: Home): CallParts; outsider: string; guest: string }

const ofSession = (outsider: string, guest: string, body?: unknown): Rights => ({
  ask: ({ ssid }) => ({ params: { ssid }, body }),
  outsider,
  guest,
})
const alike = (answer: string, ask: (home: Home) => CallParts): Rights => ({
  ask,
  outsider: answer,
  guest: answer,
})

/** A call about a session that only its members may make. */
const forMembers = (ask: (home: Home) => CallParts): Rights => ({
  ask,
  outsider: '404 not-found',
  guest: '200',
})

/** A call about a session that members without a role may not make. */
const forModerators = (ask: (home: Home) => CallParts): Rights => ({
  ask,
  outsider: '404 not-found',
  guest: '403 forbidden',
})

/** The expected answers of every private route. Without an entry for each route, this file does not compile. */
const rightsOn: Record<PrivateName, Rights> = {
  user: alike('200', ({ ann }) => ({ query: { userID: ann.id } })),
  deleteUser: alike('422 invalid', () => ({ body: { password: "Ann's, not theirs" } })),
  exportUser: 'own',
  changePassword: alike('422 invalid', () => ({
    body: { password: "Ann's, not theirs", newPassword: 'fresh123' },
  })),
  savePicture: 'own',
  removePicture: 'own',
  logout: 'own',
  logins: 'own',
  endLogin: alike('404 not-found', ({ loginId }) => ({ params: { id: loginId } })),
  doctor: alike('403 forbidden', () => ({})),
  createTicket: alike('403 forbidden', () => ({})),
  openTicketPage: alike('403 forbidden', () => ({})),

  upgradeGuest: alike('403 forbidden', () => ({ body: { username: 'theirs', password: 'fresh123' } })),
  renameGuest: alike('403 forbidden', () => ({ body: { nickname: 'theirs' } })),
  deleteGuest: alike('403 forbidden', () => ({})),

  passkeys: 'own',
  passkeyOptions: 'own',
  addPasskey: alike('409 no-passkeys', () => ({ body: { name: 'Theirs', credential: NEW_CREDENTIAL } })),
  renamePasskey: alike('404 not-found', ({ ann: { id } }) => ({ params: { id }, body: { name: 'Theirs' } })),
  removePasskey: alike('404 not-found', ({ ann }) => ({ params: { id: ann.id } })),
  createResetLink: alike('403 forbidden', ({ ann }) => ({ body: { username: ann.username } })),

  invites: 'own',
  invite: forMembers(({ ssid, ann }) => ({ body: { invitedID: ann.id, ssid } })),
  createSession: 'own',
  session: ofSession('404 not-found', '200'),
  deleteSession: ofSession('404 not-found', '403 forbidden'),
  play: ofSession('404 not-found', '200'),
  skip: ofSession('404 not-found', '200', {}),
  pause: ofSession('404 not-found', '403 forbidden', { paused: true }),
  options: ofSession('404 not-found', '200'),
  saveOptions: ofSession('404 not-found', '403 forbidden', { version: 1, title: 'Taken over' }),
  setBan: forModerators(({ ssid, outsider }) => ({
    params: { ssid, id: outsider.id },
    body: { banned: true },
  })),
  setRole: forModerators(({ ssid, guest }) => ({
    params: { ssid, id: guest.id },
    body: { level: 'manager' },
  })),
  matcher: ofSession('404 not-found', '200'),
  suggestions: ofSession('404 not-found', '200'),
  votes: forMembers(({ ssid }) => ({ params: { ssid }, query: { from: '0' } })),
  chat: ofSession('404 not-found', '200'),
  addChatLine: ofSession('404 not-found', '200', { text: 'Hello', key: randomUUID() }),
  deleteChatLine: forModerators(({ ssid }) => ({ params: { ssid, id: '1' } })),
  mute: forModerators(({ ssid, ann }) => ({ params: { ssid }, body: { userID: ann.id, muted: true } })),
  upgrade: ofSession('404 not-found', '403 forbidden', { plan: 'infinite' }),
  downgrade: ofSession('404 not-found', '403 forbidden'),
  stages: ofSession('404 not-found', '403 forbidden'),
  pairStage: ofSession('404 not-found', '403 forbidden', { code: 'ABC234', sound: false }),
  changeStage: forModerators(({ ssid, stage }) => ({
    params: { ssid, id: stage.id },
    body: { sound: true },
  })),
  removeStage: forModerators(({ ssid, stage }) => ({ params: { ssid, id: stage.id } })),
  favorite: ofSession('404 not-found', '200'),
  unfavorite: ofSession('404 not-found', '200'),
  voteUp: forMembers(({ ssid, songId }) => ({ params: { ssid }, body: { songID: songId } })),
  voteDown: forMembers(({ ssid, songId }) => ({ params: { ssid }, body: { songID: songId } })),

  waiting: ofSession('404 not-found', '200'),
  approve: forModerators(({ ssid, songId }) => ({
    params: { ssid, songID: songId },
    body: { approved: true },
  })),

  songs: forMembers(({ ssid }) => ({ query: { query: 'a', ssid } })),
  album: forMembers(({ ssid, albumId }) => ({ params: { id: albumId }, query: { ssid } })),
  accounts: 'own',
  putAccount: 'own',
  connectAccount: 'own',
  connectDirectly: 'own',
  renewAccount: 'own',
  accountCallback: alike('409 link-state', ({ state }) => ({ body: { code: 'any', state } })),
  deleteAccount: alike('404 not-found', ({ accountId }) => ({ params: { id: accountId } })),
  playlists: 'own',
  playlist: alike('404 not-found', ({ playlistId }) => ({ query: { playlistID: playlistId } })),
  providerPlaylists: 'own',
  choosePlaylists: alike('409 not-linked', ({ playlistId }) => ({ body: [{ id: playlistId, load: true }] })),
  fetchPlaylists: 'own',

  friends: 'own',
  findFriends: alike('200', ({ ann }) => ({ body: { s: ann.username } })),
  changeFriend: alike('200', ({ ann }) => ({ body: { friend: ann.id, wish: true } })),
  timeline: 'own',
  history: alike('404 not-found', ({ visit }) => ({ params: { visit } })),
  saveHistory: alike('404 not-found', ({ visit }) => ({ params: { visit }, body: PLAYLIST })),
  historyM3u: alike('404 not-found', ({ visit }) => ({ params: { visit } })),
  historyCsv: alike('404 not-found', ({ visit }) => ({ params: { visit } })),
}

const PLAYLIST = { name: 'Party', description: 'What played.' }

/** Text that no answer to another user may contain: e-mail addresses, tokens, and options of the session. */
const NOT_FOR_OTHERS = /@|"(access_token|flavor|mods|banned|share|email)"/

type Home = Awaited<ReturnType<typeof setUpUsers>>

/**
 * Creates three users: Ann with a linked account and a private session, Ben who is in Ann's session, and Cleo who is
 * not.
 */
async function setUpUsers(server: TestServer) {
  await server.signUp('operator')
  const ann = await server.signUp('ann')
  const guest = await server.signUp('ben')
  const outsider = await server.signUp('cleo')
  const [account] = await link(ann, 'ann')
  const playlists = await granted(ann.call('providerPlaylists'))
  const playlistId = playlists.find(({ state }) => state !== 'refused')?.id ?? ''
  await granted(ann.call('choosePlaylists', { body: [{ id: playlistId, load: true }] }))
  const { url } = await granted(ann.call('connectAccount', { body: { service: 'spotify' } }))
  const session = { title: 'Private', managed: false, isPrivate: true }
  const { id: ssid } = await granted(ann.call('createSession', { body: session }))
  await granted(ann.call('session', { params: { ssid } }))
  await befriend(ann, guest)
  await granted(ann.call('invite', { body: { invitedID: guest.id, ssid } }))
  await granted(guest.call('session', { params: { ssid } }))
  const { visit_at } = await server.db
    .selectFrom('visits')
    .select('visit_at')
    .where('user_id', '=', ann.id)
    .executeTakeFirstOrThrow()
  const [login] = await granted(ann.call('logins'))
  const { data } = await granted(ann.call('songs', { query: { query: 'a' } }))
  const line = { text: 'Welcome', key: randomUUID() }
  await granted(ann.call('addChatLine', { params: { ssid }, body: line }))
  await server.db.insertInto('passkeys').values(passkeyOf(ann.id)).execute()
  const { code, secret } = await granted(server.anonymous('createStage'))
  const [screen] = await granted(ann.call('pairStage', { params: { ssid }, body: { code, sound: false } }))
  return {
    stage: { id: screen?.id ?? '', secret },
    ann,
    guest,
    outsider,
    ssid,
    visit: `${ssid}-${visit_at}`,
    playlistId,
    songId: data[0]?.id ?? '',
    albumId: data[0]?.album?.id ?? '',
    accountId: account?.id ?? '',
    loginId: login?.id ?? '',
    state: new URL(url).searchParams.get('state') ?? '',
  }
}

describe.each(databases)('every call on $name', (database) => {
  let server: TestServer
  let home: Home
  beforeAll(async () => {
    // Each reading moves this clock by 1 ms. With a real clock, Ben would be inactive 30 seconds after his last call
    // (S4), and a slow machine may need longer than that.
    let nowMs = Date.now()
    server = await startTestServer(database, { now: () => (nowMs += 1) })
    home = await setUpUsers(server)
  })
  afterAll(() => server.close())

  /** Calls a route with this `Authorization` header, or without one. */
  async function send(route: Route, { params, query, body }: CallParts, authorization: string | undefined) {
    const headers = {
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const { status, error, text } = await server.raw(route.method, addressOf(route, { params, query }), {
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { answer: error ? `${status} ${error.code}` : `${status}`, text }
  }

  const names = Object.keys(rightsOn) as PrivateName[]
  const partsFor = (name: PrivateName): CallParts => {
    const rights = rightsOn[name]
    return rights === 'own' ? {} : rights.ask(home)
  }

  it('A1 the table has an entry for each private call and no other', () => {
    const isPrivate = ([, { access }]: [string, Route]) => access !== 'public'
    const expected = Object.entries<Route>(routes).filter(isPrivate)
    expect(names.sort()).toEqual(expected.map(([name]) => name).sort())
  })

  describe('without a valid token', () => {
    let expired: string
    beforeAll(async () => {
      const body = { username: 'ann', password: PASSWORD }
      const { active } = await granted(server.anonymous('login', { body }))
      await server.db.updateTable('tokens').set({ expires_at: 1 }).where('id', '=', active.id).execute()
      expired = active.token
    })

    it.each(names)('A1 X3 %s is refused', async (name) => {
      const headers = [
        undefined,
        'Bearer null',
        'Bearer unknown',
        `Bearer ${expired}`,
        `Bearer ${home.stage.secret}`,
        `Basic ${home.ann.token}`,
      ]
      for (const authorization of headers)
        expect([authorization, (await send(routes[name], partsFor(name), authorization)).answer]).toEqual([
          authorization,
          '401 unauthenticated',
        ])
    })
  })

  describe('with the token of another user', () => {
    const concerning = names.filter((name) => rightsOn[name] !== 'own')

    const answerTo = (name: PrivateName, person: Person) =>
      send(routes[name], partsFor(name), `Bearer ${person.token}`)
    const expected = (name: PrivateName, who: 'outsider' | 'guest') => {
      const rights = rightsOn[name]
      return rights === 'own' ? undefined : rights[who]
    }

    it.each(concerning)('S2 R2 D4 %s answers an outsider no more than it may', async (name) => {
      const { answer, text } = await answerTo(name, home.outsider)
      expect([name, answer]).toEqual([name, expected(name, 'outsider')])
      expect(text).not.toMatch(NOT_FOR_OTHERS)
    })

    it.each(concerning)('S6 R1 D4 %s answers a guest no more than it may', async (name) => {
      const { answer, text } = await answerTo(name, home.guest)
      expect([name, answer]).toEqual([name, expected(name, 'guest')])
      expect(text).not.toMatch(NOT_FOR_OTHERS)
    })

    it('E2 refused calls changed nothing', async () => {
      const { session } = await granted(home.ann.call('session', { params: { ssid: home.ssid } }))
      expect(session).toMatchObject({ title: 'Private', managed: false })
      expect(await granted(home.ann.call('accounts'))).toHaveLength(1)
      const { secret } = home.stage
      const screen = await granted(server.anonymous('stageState', { body: { secret } }))
      expect(screen).toEqual({ ssid: home.ssid, sound: false })
      await granted(server.anonymous('login', { body: { username: 'ann', password: PASSWORD } }))
    })
  })
})
