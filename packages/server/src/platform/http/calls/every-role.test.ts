import { randomUUID } from 'node:crypto'
import { addressOf, type Route, type RouteName, type Routes, routes } from '@jointly/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { befriend } from '../../../testing/session-fixture.ts'
import { granted, type Person, startTestServer, type TestServer } from '../../../testing/test-server.ts'

/** The calls whose path contains the id of a session. */
type SessionCall = {
  [N in RouteName]: Routes[N]['path'] extends `${string}:ssid${string}` ? N : never
}[RouteName]

/** Kinds of people in a managed session, in the order of their rights. A muted person is a member. */
const ranks = ['guest', 'member', 'muted', 'relate', 'operator', 'manager', 'owner'] as const
type Rank = (typeof ranks)[number]

/**
 * The expected answers to one call. People of the rank `from` and higher ranks get `answer`, and lower ranks get 403.
 * `muted` and `banned` are the answers to muted and banned people where they differ. If `isEnding` is true, the
 * owner does not make the call, because it would end the session.
 */
type Row = {
  from: Rank
  answer: string
  body?: object | undefined
  isEnding?: boolean
  muted?: string
  banned?: string
}

const all = (body?: object): Row => ({ from: 'guest', answer: '200', body })
const onlyFrom = (from: Rank, answer: string, body?: object): Row => ({ from, answer, body })

/** The expected answers to every call. Without a row for each call, this file does not compile. */
const rows: Record<SessionCall, Row> = {
  session: all(),
  play: all(),
  skip: all({}),
  pause: onlyFrom('operator', '200', { paused: true }),
  options: all(),
  saveOptions: onlyFrom('operator', '409 stale', { version: 1, title: 'Taken over' }),
  setBan: onlyFrom('operator', '200', { banned: false }),
  setRole: onlyFrom('manager', '200', { level: null }),
  matcher: all(),
  suggestions: all(),
  votes: all(),
  chat: all(),
  addChatLine: { ...all({ text: 'Hello', key: randomUUID() }), muted: '403 muted' },
  deleteChatLine: onlyFrom('operator', '200'),
  mute: onlyFrom('operator', '200', { muted: false }),
  upgrade: onlyFrom('owner', '200', { plan: 'infinite' }),
  downgrade: { ...onlyFrom('owner', '200'), isEnding: true },
  deleteSession: { ...onlyFrom('owner', '200'), isEnding: true },
  stages: onlyFrom('manager', '200'),
  pairStage: onlyFrom('manager', '422 invalid', { code: 'ABC234', sound: false }),
  changeStage: onlyFrom('manager', '404 not-found', { sound: false }),
  removeStage: onlyFrom('manager', '404 not-found'),
  favorite: all(),
  // A banned person may remove the session from their home screen.
  unfavorite: { ...all(), banned: '200' },
  voteUp: all({}),
  voteDown: all({}),
  waiting: all(),
  approve: onlyFrom('operator', '404 not-found', { approved: true }),
}
const calls = Object.keys(rows) as SessionCall[]

describe('every call about a session', () => {
  let server: TestServer
  let people: Record<Rank, Person>
  let banned: Person
  let outsider: Person
  let open: string
  let closed: string
  let songID: string

  beforeAll(async () => {
    server = await startTestServer()
    const owner = await server.signUp('owner')
    const [member, muted, relate] = [
      await server.signUp('member'),
      await server.signUp('muted'),
      await server.signUp('relate'),
    ]
    const [operator, manager] = [await server.signUp('operator'), await server.signUp('manager')]
    banned = await server.signUp('banned')
    outsider = await server.signUp('outsider')
    const create = async (isPrivate: boolean) =>
      (await granted(owner.call('createSession', { body: { title: 'Kitchen', managed: true, isPrivate } })))
        .id
    ;[open, closed] = [await create(false), await create(true)]
    const params = { ssid: open }
    for (const each of [owner, member, muted, relate, operator, manager, banned])
      await granted(each.call('session', { params }))
    await granted(owner.call('upgrade', { params, body: { plan: 'infinite' } }))
    for (const [person, level] of [
      [relate, 'relate'],
      [operator, 'operator'],
      [manager, 'manager'],
    ] as const) {
      await befriend(owner, person)
      await granted(owner.call('setRole', { params: { ...params, id: person.id }, body: { level } }))
    }
    const guest = await server.joinAsGuest('guest', open)
    await granted(guest.call('session', { params }))
    await granted(owner.call('setBan', { params: { ...params, id: banned.id }, body: { banned: true } }))
    await granted(owner.call('mute', { params, body: { userID: muted.id, muted: true } }))
    await granted(owner.call('addChatLine', { params, body: { text: 'Welcome', key: randomUUID() } }))
    songID = (await granted(owner.call('songs', { query: { query: 'a' } }))).data[0]?.id ?? ''
    people = { guest, member, muted, relate, operator, manager, owner }
  })
  afterAll(() => server.close())

  async function send(name: SessionCall, ssid: string, { token }: Person) {
    const route: Route = routes[name]
    const isPerson = name === 'setBan' || name === 'setRole'
    const id = isPerson ? people.member.id : name === 'deleteChatLine' ? '1' : randomUUID()
    const { body } = rows[name]
    const sent = body && JSON.stringify({ ...body, songID, userID: people.member.id, id })
    const query = name === 'votes' ? { from: '0' } : undefined
    const headers = {
      authorization: `Bearer ${token}`,
      ...(sent !== undefined && { 'content-type': 'application/json' }),
    }
    const where = addressOf(route, { params: { ssid, id, songID }, query })
    const { status, error, text } = await server.raw(route.method, where, {
      headers,
      ...(sent !== undefined && { body: sent }),
    })
    return { answer: error ? `${status} ${error.code}` : String(status), text }
  }

  it.each(calls)('R1 S6 H9 X1 C8 %s is answered by rank as the table says', async (name) => {
    const { from, answer, isEnding, muted } = rows[name]
    const route: Route = routes[name]
    for (const rank of ranks) {
      if (isEnding && rank === 'owner') continue
      const isAllowed = ranks.indexOf(rank) >= ranks.indexOf(from)
      const refused = rank === 'guest' && route.access === 'account' ? '403 guest' : '403 forbidden'
      const expected = rank === 'muted' && muted ? muted : isAllowed ? answer : refused
      const got = await send(name, open, people[rank])
      expect([rank, got.answer]).toEqual([rank, expected])
    }
  })

  it.each(calls)('S5 %s refuses a banned person', async (name) => {
    const { answer } = await send(name, open, banned)
    expect(answer).toBe(rows[name].banned ?? '403 banned')
  })

  it.each(calls)(
    'S2 %s answers an outsider and a guest as if a closed session did not exist',
    async (name) => {
      for (const person of [outsider, people.guest]) {
        const unknown = randomUUID()
        const [known, none] = [await send(name, closed, person), await send(name, unknown, person)]
        expect(known.text.replaceAll(closed, '')).toBe(none.text.replaceAll(unknown, ''))
        expect(known.answer).toMatch(/^40[34]/)
      }
    },
  )
})
