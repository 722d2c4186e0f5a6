import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { listenLive } from '../../testing/live-client.ts'
import { openSession } from '../../testing/session-fixture.ts'
import { granted, type Person, refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'

const HOUR_MS = 3_600_000
const clock = { ms: Date.UTC(2026, 10, 20, 20) }

describe.each(databases)('places of guests on $name', (database) => {
  let server: TestServer
  let ann: Person
  let ssid: string
  beforeAll(async () => {
    server = await startTestServer(database, { now: () => clock.ms })
    ann = await server.signUp('ann')
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    ssid = await openSession(ann)
  })

  /** Stores guests who joined and never opened the session. */
  const fill = async (guests: number) => {
    const ids = Array.from({ length: guests }, () => randomUUID())
    const user = { username: 'Kim', email: '', password_hash: '', level: 0, guest: 1, created_at: clock.ms }
    const users = ids.map((id) => ({ ...user, id, username_key: `:${id}` }))
    await server.db.insertInto('users').values(users).execute()
    const joined = ids.map((id) => ({ user_id: id, device_hash: id, session_id: ssid, used_at: clock.ms }))
    await server.db.insertInto('guests').values(joined).execute()
  }
  const join = (device?: string) =>
    refusal(server.anonymous('joinAsGuest', { body: { nickname: 'Sam', ssid, device } }))
  const saveOptions = async (body: object) => {
    const { version } = await granted(ann.call('options', { params: { ssid } }))
    await granted(ann.call('saveOptions', { params: { ssid }, body: { version, ...body } }))
  }

  it('G4 a guest who is not in the session takes a place for an hour after they joined', async () => {
    await fill(200)
    clock.ms += HOUR_MS - 1
    expect(await join()).toBe('409 too-many')
    clock.ms += 1
    expect(await join()).toMatch('granted')
  })

  it('G4 a guest takes a place as long as they are in the session', async () => {
    const robin = await server.joinAsGuest('Robin', ssid)
    const live = await listenLive(server.address, robin.token, ssid)
    clock.ms += 2 * HOUR_MS
    await fill(199)
    expect(await join()).toBe('409 too-many')
    live.terminate()
    await granted(robin.call('deleteGuest'))
    expect(await join()).toMatch('granted')
  })

  it('G3 G4 a guest who comes back keeps their place, or needs one if theirs is free again', async () => {
    await fill(199)
    const robin = await server.joinAsGuest('Robin', ssid)
    expect(await join(robin.device)).toMatch('granted')
    clock.ms += HOUR_MS
    await fill(200)
    expect(await join(robin.device)).toBe('409 too-many')
  })

  it('G4 S5 a banned guest takes no place', async () => {
    const robin = await server.joinAsGuest('Robin', ssid)
    await granted(robin.call('session', { params: { ssid } }))
    await fill(199)
    expect(await join()).toBe('409 too-many')
    await granted(ann.call('upgrade', { params: { ssid }, body: { plan: 'infinite' } }))
    await saveOptions({ banned: [{ user_id: robin.id }] })
    expect(await join()).toMatch('granted')
  })

  it.each([
    [{ guests: false }, { guests: true }],
    [{ policy: 'invite' }, { policy: 'free' }],
  ])('G4 G5 all places are free after the options %j', async (closed, open) => {
    await fill(200)
    expect(await join()).toBe('409 too-many')
    await saveOptions(closed)
    await saveOptions(open)
    expect(await join()).toMatch('granted')
  })
})
