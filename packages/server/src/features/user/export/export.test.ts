import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { databases } from '../../../testing/databases.ts'
import { openSession } from '../../../testing/session-fixture.ts'
import { placesOf, fillUserTables } from '../../../testing/user-with-data.ts'
import { granted, link, type Person, startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { exportPerson } from './export.ts'

describe.each(databases)('the export on $name', (database) => {
  let server: TestServer
  let ann: Person
  let ben: Person
  let cleo: Person
  let listed: string
  beforeAll(async () => {
    server = await startTestServer(database)
    ;[cleo, ann, ben] = [await server.signUp('cleo'), await server.signUp('ann'), await server.signUp('ben')]
    listed = (await fillUserTables(server, [ann, ben, cleo])).listed
  })
  afterAll(() => server.close())

  it('A7 contains the stored data in readable form, and no secrets', async () => {
    const [account] = await granted(ann.call('accounts'))
    const data = await granted(ann.call('exportUser'))
    expect(data).toMatchObject({
      profile: { id: ann.id, username: ann.username, email: `${ann.username}@example.org`, level: 0 },
      logIns: [{ beganAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) }],
      accounts: [{ service: 'spotify', name: account?.name }],
      playlists: expect.arrayContaining([
        expect.objectContaining({ loaded: true, songs: expect.arrayContaining([expect.any(String)]) }),
      ]),
      savedPlaylists: [{ name: 'Kitchen party', saved: 1 }],
      friends: [
        { username: ben.username, status: 'friends' },
        { username: cleo.username, status: 'requested' },
      ],
      ownSessions: [{ title: 'Kitchen' }],
      visitedSessions: [{ session: 'Kitchen' }, { session: 'Kitchen' }],
      bans: [{ session: 'Kitchen' }],
      moderatedSessions: [{ session: 'Kitchen', level: 'relate' }],
      invites: [
        { from: ann.username, to: ben.username },
        { from: ben.username, to: ann.username },
      ],
      votes: [
        { vote: 'up', song: { id: listed } },
        { vote: 'up', song: { id: listed } },
      ],
      skipWishes: [{ session: 'Kitchen' }, { session: 'Kitchen' }],
      servedIn: [{ turn: 1 }, { turn: 1 }],
      tickets: [{ usedAt: null }],
      passkeys: [{ name: 'Phone', lastUsedAt: null }],
      passwordResets: [{ endsAt: expect.any(String) }],
    })
    expect(JSON.stringify(data.timeline)).toMatch(/"songs":\[\{"song":\{"id"/)
    for (const secret of ['argon2', ann.token, account?.access_token ?? 'none', ben.id])
      expect(JSON.stringify(data)).not.toContain(secret)
  })

  it('S2 does not contain newer titles of sessions that refuse the user', async () => {
    const [owner, guest] = [await server.signUp('olga'), await server.signUp('gina')]
    const ssid = await openSession(owner, guest)
    const change = (values: { title?: string; policy?: 'strict' }) =>
      server.db.updateTable('sessions').set(values).where('id', '=', ssid).execute()
    await change({ title: 'Kitchen at night' })
    const { visitedSessions } = await granted(guest.call('exportUser'))
    expect(visitedSessions).toMatchObject([{ session: 'Kitchen at night' }])
    await change({ policy: 'strict', title: 'About Gina' })
    const data = await granted(guest.call('exportUser'))
    expect(data.visitedSessions).toMatchObject([{ session: 'Kitchen' }])
    expect(JSON.stringify(data)).not.toContain('About Gina')
    await server.db.deleteFrom('visits').where('user_id', '=', guest.id).execute()
    const later = await granted(guest.call('exportUser'))
    expect(later.visitedSessions).toMatchObject([{ session: null }])
  })

  it('A7 contains data from every table with data of the user', async () => {
    const data = await granted(ann.call('exportUser'))
    const tables = (await placesOf(server.db, ann.id)).map((place) => place.split('.')[0] ?? '')
    for (const table of tables) expect([table, data[exportedAs[table] ?? '']]).not.toEqual([table, undefined])
  })

  it('A7 contains each column of the own sessions, unless a reason against it is listed', async () => {
    const data = await granted(ann.call('exportUser'))
    const tables = await server.db.introspection.getTables()
    const columns = tables.find(({ name }) => name === 'sessions')?.columns.map(({ name }) => name)
    expect(columns?.toSorted()).toEqual(Object.keys({ ...sessionFields, ...leftOutOfSessions }).toSorted())
    for (const field of Object.values(sessionFields)) expect(data).toHaveProperty(['ownSessions', 0, field])
  })

  it('A7 contains who may enter the own sessions, how they are opened, and their big screens', async () => {
    const host = await server.signUp('host')
    const ssid = await openSession(host)
    const pair = async (sound: boolean) => {
      const { code } = await granted(server.anonymous('createStage'))
      return granted(host.call('pairStage', { params: { ssid }, body: { code, sound } }))
    }
    const [{ id } = { id: '' }] = await pair(false)
    await granted(host.call('changeStage', { params: { ssid, id }, body: { name: 'Hall' } }))
    await pair(true)
    await server.db
      .updateTable('sessions')
      .set({ guests: 0, fallback_title: 'Evening' })
      .where('id', '=', ssid)
      .execute()
    const { session } = await granted(host.call('session', { params: { ssid } }))
    const { ownSessions } = await granted(host.call('exportUser'))
    const times = { pairedAt: expect.any(String), lastUsedAt: expect.any(String) }
    expect(ownSessions).toMatchObject([
      {
        ...{ code: session.code, policy: 'link', guests: false, fallbackPlaylist: 'Evening' },
        bigScreens: [
          { number: 1, name: 'Hall', sound: false, ...times },
          { number: 2, name: null, sound: true, ...times },
        ],
      },
    ])
  })
})

it('O6 the export gives other work a turn after each playlist', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const ann = await server.signUp('ann')
  const [account] = await link(ann, 'ann')
  const facts = { title: 'Title', owner: 'ann', cover: null, snapshot_id: '', imported_snapshot: '' }
  const rows = Array.from({ length: 100 }, (_, position) => ({
    ...{ ...facts, account_id: account?.id ?? '', id: `made-${position}`, position },
    ...{ total: 0, imported: 0, load: 1, state: 'ready' as const },
  }))
  await server.db.insertInto('playlists').values(rows).execute()
  let turns = 0
  let next = setImmediate(function count() {
    turns += 1
    next = setImmediate(count)
  })
  const data = await exportPerson({ db: server.db, now: Date.now }, ann.id)
  clearImmediate(next)
  expect(data).toMatchObject({
    playlists: expect.arrayContaining([expect.objectContaining({ title: 'Title' })]),
  })
  expect(turns).toBeGreaterThanOrEqual(100)
})

/** Where the export has the data of each table. A new table needs an entry here. */
const exportedAs: Record<string, string> = {
  users: 'profile',
  guests: 'guest',
  pictures: 'picture',
  tokens: 'logIns',
  known_networks: 'knownNetworks',
  tickets: 'tickets',
  passkeys: 'passkeys',
  password_resets: 'passwordResets',
  friends: 'friends',
  accounts: 'accounts',
  saved_playlists: 'savedPlaylists',
  loaded_songs: 'playlists',
  sessions: 'ownSessions',
  members: 'visitedSessions',
  moderators: 'moderatedSessions',
  bans: 'bans',
  invites: 'invites',
  votes: 'votes',
  listed_songs: 'votes',
  waiting_songs: 'waitingSongs',
  served: 'servedIn',
  plays: 'playedFor',
  playbacks: 'servedIn',
  skip_wishes: 'skipWishes',
  chat_lines: 'chatLines',
  chat_mutes: 'mutedIn',
  visits: 'timeline',
  heard_songs: 'timeline',
}

/** The field of a session in the export that has the data of each column. */
const sessionFields: Record<string, string> = {
  id: 'id',
  code: 'code',
  title: 'title',
  policy: 'policy',
  managed: 'managed',
  managed_until: 'managedUntil',
  skip_percent: 'skipPercent',
  flavor: 'flavor',
  guests: 'guests',
  chat: 'chat',
  adding: 'rules',
  songs_per_person: 'rules',
  down_votes: 'rules',
  explicit_songs: 'rules',
  max_minutes: 'rules',
  no_repeat: 'rules',
  approve: 'rules',
  fallback_title: 'fallbackPlaylist',
  created_at: 'createdAt',
}

/** The columns of sessions that the export leaves out, with the reason. */
const leftOutOfSessions: Record<string, string> = {
  owner_id: 'it is the person who gets the export',
  version: 'it only counts changes, so that concurrent saves are noticed',
  waiting_version: 'it only counts changes, so that clients load the list again',
  fallback_account: 'it may be the account of another person',
  fallback_playlist: 'the export has the title of the playlist',
}
