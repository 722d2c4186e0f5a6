import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { openSession } from '../../testing/session-fixture.ts'
import { granted, type Person, refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'

const HOUR_MS = 3_600_000
const clock = { ms: Date.UTC(2026, 10, 20, 20) }

describe('limits of guests', () => {
  let server: TestServer
  let ann: Person
  beforeAll(async () => {
    server = await startTestServer(
      databases[0],
      { now: () => clock.ms },
      {
        ...{ TRUST_PROXY: 'loopback', PUBLIC_ORIGIN: 'http://home.test', REGISTRATION: 'open' },
        // The built-in provider would link an account for each guest, which takes longer than all else in these tests.
        SPOTIFY_CLIENT_ID: 'an-app',
        SPOTIFY_ACCOUNTS_BASE: 'http://127.0.0.1:9/accounts',
        SPOTIFY_API_BASE: 'http://127.0.0.1:9/v1',
      },
    )
    ann = await server.signUp('ann')
  })
  afterAll(() => server.close())

  const joinFrom = async (network: string, ssid: string, device?: string) => {
    const { status, error, headers } = await server.raw('POST', '/api/guest/', {
      headers: { 'x-forwarded-for': network, 'content-type': 'application/json' },
      body: JSON.stringify({ nickname: 'Robin', ssid, device }),
    })
    return {
      answer: error ? `${status} ${error.code}` : `${status}`,
      retry: Number(headers.get('retry-after')),
    }
  }

  it('G4 of a hundred guests from one network at once, sixty join; another network and known devices still do', async () => {
    const ssid = await openSession(ann)
    const known = await server.joinAsGuest('Robin', ssid)
    const crowd = await Promise.all(Array.from({ length: 100 }, () => joinFrom('203.0.113.1', ssid)))
    const refused = crowd.filter(({ answer }) => answer === '429 rate-limited')
    expect(refused).toHaveLength(40)
    for (const { retry } of refused) {
      expect(retry).toBeGreaterThan(400)
      expect(retry).toBeLessThanOrEqual(600)
    }
    expect((await joinFrom('203.0.113.2', ssid)).answer).toBe('200')
    expect((await joinFrom('203.0.113.1', ssid, known.device)).answer).toBe('200')
  })

  it('G4 a session has room for 200 guests, also when many join at once', async () => {
    const ssid = await openSession(ann)
    const answers = await Promise.all(
      Array.from({ length: 210 }, (_, index) => joinFrom(`198.51.100.${index % 200}`, ssid)),
    )
    expect(answers.filter(({ answer }) => answer === '409 too-many')).toHaveLength(10)
    // A refused guest does not count in the limit of the network.
    const late = await Promise.all(Array.from({ length: 60 }, () => joinFrom('192.0.2.1', ssid)))
    expect(new Set(late.map(({ answer }) => answer))).toEqual(new Set(['409 too-many']))
    const other = await openSession(ann)
    const crowd = await Promise.all(Array.from({ length: 61 }, () => joinFrom('192.0.2.1', other)))
    expect(crowd.filter(({ answer }) => answer === '200')).toHaveLength(60)
  })
})

describe.each(databases)('absent guests on $name', (database) => {
  let server: TestServer
  let ann: Person
  let ssid: string
  beforeAll(async () => {
    server = await startTestServer(database, { now: () => clock.ms, pace: 20_000 })
    ann = await server.signUp('ann')
  })
  afterAll(() => server.close())

  const exists = async ({ id }: Person) =>
    (await server.db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  const untilGone = async (person: Person) => {
    while (await exists(person)) await new Promise((resolve) => setImmediate(resolve))
  }

  it('G7 a guest is deleted 24 hours after their last call, one who was here since stays', async () => {
    ssid = await openSession(ann)
    const [away, present] = [await server.joinAsGuest('Robin', ssid), await server.joinAsGuest('Kim', ssid)]
    const { data } = await granted(away.call('songs', { query: { query: 'a', ssid } }))
    await granted(away.call('session', { params: { ssid } }))
    await granted(away.call('voteUp', { params: { ssid }, body: { songID: data[0]?.id ?? '' } }))
    clock.ms += 24 * HOUR_MS
    await granted(present.call('session', { params: { ssid } }))
    expect(await exists(away)).toBe(true)
    clock.ms += 2 * HOUR_MS
    await untilGone(away)
    expect(await exists(present)).toBe(true)
    expect(await refusal(away.call('session', { params: { ssid } }))).toBe('401 unauthenticated')
    expect((await granted(ann.call('session', { params: { ssid } }))).votes).toEqual([])
    expect((await server.joinAsGuest('Robin', ssid, away.device)).id).not.toBe(away.id)
  })

  it('G7 A7 a guest who became an account is not deleted', async () => {
    ssid = await openSession(ann)
    const [active, away] = [await server.joinAsGuest('Robin', ssid), await server.joinAsGuest('Kim', ssid)]
    await granted(
      active.call('upgradeGuest', { body: { username: `robin-${database.name}`, password: 'fresh123' } }),
    )
    clock.ms += 26 * HOUR_MS
    await untilGone(away)
    expect(await exists(active)).toBe(true)
  })
})

describe('a server without guests', () => {
  it('G5 nobody joins as a guest, and guests who are here are logged out until guests are on again', async () => {
    const [sqlite] = databases
    if (!sqlite) throw new Error('no database')
    const place = await sqlite.place()
    const database = { ...sqlite, place: async () => ({ ...place, remove: async () => undefined }) }
    const before = await startTestServer(database)
    const ann = await before.signUp('ann')
    const ssid = await openSession(ann)
    const robin = await before.joinAsGuest('Robin', ssid)
    expect(await granted(before.anonymous('provider'))).toMatchObject({ guests: true })
    await before.close()

    const off = await startTestServer(database, {}, { GUESTS: 'off' })
    const body = { nickname: 'Kim', ssid }
    for (const asked of [body, { ...body, device: robin.device }, { ...body, ssid: randomUUID() }])
      expect(await refusal(off.anonymous('joinAsGuest', { body: asked }))).toBe('403 no-guests')
    expect(await refusal(off.clientOf(robin.token)('session', { params: { ssid } }))).toBe(
      '401 unauthenticated',
    )
    expect(await granted(off.anonymous('provider'))).toMatchObject({ guests: false })
    expect(await granted(off.anonymous('invitation', { query: { ssid } }))).toMatchObject({
      ...{ guests: false, guestsOff: 'server' },
    })
    await granted(off.clientOf(ann.token)('session', { params: { ssid } }))
    await off.close()
    await place.remove()
  })
})
