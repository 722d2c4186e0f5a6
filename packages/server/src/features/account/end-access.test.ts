import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { connectLiveAs } from '../../testing/live-client.ts'
import {
  granted,
  link,
  PASSWORD,
  type Person,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'

describe.each(databases)('access tokens of a person who ends their logins on $name', (database) => {
  let server: TestServer
  let first: Person
  beforeAll(async () => {
    server = await startTestServer(database)
    first = await server.signUp('first')
  })
  afterAll(() => server.close())

  const meStatus = async (token: string | undefined) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${server.address}/spotify/api/v1/me`, { headers })).status
  }

  it('B3 stop with a log-out everywhere; the next log-in gets a new one, of the same link', async () => {
    const zoe = await server.signUp('zoe')
    const [before] = await link(zoe, 'eva')
    expect(await meStatus(before?.access_token)).toBe(200)
    await granted(zoe.call('logout', { body: { everywhere: true } }))
    expect(await meStatus(before?.access_token)).toBe(401)
    const body = { username: 'zoe', password: PASSWORD }
    const { active } = await granted(server.anonymous('login', { body }))
    const [after] = await granted(server.clientOf(active.token)('accounts'))
    expect(after).toMatchObject({ id: before?.id, status: 'ok' })
    expect(await meStatus(after?.access_token)).toBe(200)
  })

  it('B3 stop with a change of the password; who changed it hears that there are new ones', async () => {
    const ada = await server.signUp('ada')
    const [before] = await link(ada, 'eva')
    const live = await connectLiveAs(server.address, ada.token)
    const body = { password: PASSWORD, newPassword: 'another one 1' }
    await granted(ada.call('changePassword', { body }))
    expect(await meStatus(before?.access_token)).toBe(401)
    expect(await live.next('changed')).toMatchObject({ what: 'accounts' })
    const [after] = await granted(ada.call('accounts'))
    expect(await meStatus(after?.access_token)).toBe(200)
    live.leave()
  })

  it('B3 stop with a password that was set by a link', async () => {
    const bea = await server.signUp('bea')
    const [before] = await link(bea, 'eva')
    const made = await granted(
      first.call('createResetLink', { body: { username: 'bea', password: PASSWORD } }),
    )
    const code = made.link.split('/').at(-1) ?? ''
    await granted(server.anonymous('resetPassword', { body: { code, password: 'Fresh-music-26' } }))
    expect(await meStatus(before?.access_token)).toBe(401)
  })
})
