import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  granted,
  link,
  PASSWORD,
  type Person,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'

describe('linked accounts after the secret key was lost', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  /** Signs up a person with an account whose tokens were encrypted with another key. */
  async function linkedBefore(name: string): Promise<Person & { account: string; accessToken: string }> {
    const person = await server.signUp(name)
    const [account] = await link(person, 'ann')
    const tokens = { access_token: 'of-another-key', refresh_token: 'of-another-key' }
    await server.db.updateTable('accounts').set(tokens).where('user_id', '=', person.id).execute()
    return { ...person, account: account?.id ?? '', accessToken: account?.access_token ?? '' }
  }

  it('L2 L3 they are shown as ended, and can be linked again', async () => {
    const person = await linkedBefore('alice')
    const ended = { id: person.account, status: 'reconnect', access_token: '' }
    expect(await granted(person.call('accounts'))).toMatchObject([ended])
    // The built-in provider cannot know that this is the same account. So the account that ended stays in the list.
    expect(await link(person, 'ann')).toMatchObject([ended, { status: 'ok' }])
  })

  it('L2 L14 a new access token without a refresh token makes them work again', async () => {
    const person = await linkedBefore('dan')
    const body = { access_token: person.accessToken, service: 'spotify' as const }
    const working = { id: person.account, status: 'ok', access_token: person.accessToken }
    expect(await granted(person.call('putAccount', { body }))).toMatchObject([working])
  })

  it('L3 L2 they can be disconnected', async () => {
    const person = await linkedBefore('bob')
    expect(await granted(person.call('deleteAccount', { params: { id: person.account } }))).toEqual([])
  })

  it('A7 L2 their person can leave', async () => {
    const person = await linkedBefore('carla')
    expect(await granted(person.call('deleteUser', { body: { password: PASSWORD } }))).toEqual({})
  })
})
