import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenLive } from '../../testing/live-client.ts'
import { openSession } from '../../testing/session-fixture.ts'
import { granted, type Person, refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'

describe('the nickname of a guest', () => {
  let server: TestServer
  let ann: Person
  let ssid: string
  beforeAll(async () => {
    server = await startTestServer()
    ann = await server.signUp('ann')
    ssid = await openSession(ann)
  })
  afterAll(() => server.close())

  const rename = (person: Person, nickname: string) => person.call('renameGuest', { body: { nickname } })

  it('G9 a guest changes it, and everyone in the session sees the new name at once', async () => {
    const robin = await server.joinAsGuest('Robin', ssid)
    await granted(robin.call('session', { params: { ssid } }))
    const live = await listenLive(server.address, ann.token, ssid)
    const changed = { id: robin.id, username: 'Kim 2', guest: true }
    expect(await granted(rename(robin, '  Kim 2 '))).toEqual({ ...changed, email: '', level: 0 })
    await Promise.race([
      live.next('session', ({ session }) => session.active.some(({ username }) => username === 'Kim 2')),
      live.next('people', ({ named }) => named?.users.some(({ username }) => username === 'Kim 2') === true),
    ])
    live.terminate()
    expect(await granted(robin.call('user', { query: {} }))).toMatchObject(changed)
    expect(await granted(ann.call('user', { query: { userID: robin.id } }))).toEqual(changed)
  })

  it.each(['', ' ', '<b>Robin</b>', 'Robin\u202Enna', 'Ro\u200Bbin', 'x'.repeat(21), 'x'.repeat(60_000)])(
    'G1 G9 the nickname %j is refused, and the old one stays',
    async (nickname) => {
      const robin = await server.joinAsGuest('Robin', ssid)
      expect(await rename(robin, nickname)).toMatchObject({
        ...{ status: 422, error: { code: 'invalid', fields: { nickname: 'nickname' } } },
      })
      expect(await granted(robin.call('user', { query: {} }))).toMatchObject({ username: 'Robin' })
    },
  )

  it('G9 a guest changes it at most ten times in ten minutes', async () => {
    const robin = await server.joinAsGuest('Robin', ssid)
    for (let times = 0; times < 10; times += 1) await granted(rename(robin, `Robin ${times}`))
    expect(await refusal(rename(robin, 'Kim'))).toBe('429 rate-limited')
    await granted(rename(await server.joinAsGuest('Sam', ssid), 'Kim'))
  })

  it('G9 a person with an account has none to change', async () => {
    expect(await refusal(rename(ann, 'Robin'))).toBe('403 forbidden')
    expect(await granted(ann.call('user', { query: {} }))).toMatchObject({ username: 'ann' })
  })
})
