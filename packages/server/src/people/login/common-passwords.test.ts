import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { granted, PASSWORD, refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { isCommonPassword, isNamePassword } from './common-passwords.ts'

it('A10 the most common passwords are refused in any case of letters, and similar ones are not', async () => {
  for (const common of ['password1', 'abc123', 'PassW0rd', 'Qwerty123', 'trustno1', 'p@ssw0rd', 'LETMEIN1'])
    expect([common, await isCommonPassword(common)]).toEqual([common, true])
  for (const other of ['Passw0rd-41', 'password1 ', 'xpassword1', 'Kitchen-7', 'abc1234567890', 'ﬁreﬂy12'])
    expect([other, await isCommonPassword(other)]).toEqual([other, false])
})

it('A10 the list has the 3,000 most common passwords that follow the rule, and all of the 10,000 most common ones', async () => {
  // The package `@zxcvbn-ts/language-common` has the first at place 9,938 of its list. The second is the 3,000th that has
  // a letter and a digit.
  for (const last of ['asdasd123', 'pacific1'])
    expect([last, await isCommonPassword(last)]).toEqual([last, true])
})

it('A10 the names of product and user are refused with up to four digits or signs before and after them', () => {
  for (const name of ['jointly1', 'JOINTLY-202', '1234Jointly!!!!', 'ann.b1', '#Ann.B2026', '11ANN.B'])
    expect([name, isNamePassword(name, 'Ann.b')]).toEqual([name, true])
  for (const other of [
    'jointly12345',
    '12345jointly',
    'jointlyx1',
    'my-jointly-1',
    'ann.b-music-1',
    'ann.bé1',
    'annab1',
  ])
    expect([other, isNamePassword(other, 'Ann.b')]).toEqual([other, false])
})

describe('new passwords', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  const account = (username: string, password: string) => ({
    username,
    email: `${username}@example.org`,
    password,
  })
  const refusedAs = (field: string) => ({
    ok: false,
    status: 422,
    error: { code: 'invalid', fields: { [field]: 'common' } },
  })

  it('A10 registration refuses a common one', async () => {
    expect(await server.anonymous('register', { body: account('ann', 'Password1') })).toMatchObject(
      refusedAs('password'),
    )
    await granted(server.anonymous('register', { body: account('ann', PASSWORD) }))
  })

  it('A10 registration, change and reset refuse the username', async () => {
    expect(await server.anonymous('register', { body: account('olga', 'Olga2026') })).toMatchObject(
      refusedAs('password'),
    )
    const owner = await server.signUp('owner')
    await server.db.updateTable('users').set({ level: 735 }).where('id', '=', owner.id).execute()
    const { active } = await granted(
      server.anonymous('login', { body: { username: 'owner', password: PASSWORD } }),
    )
    const { call } = await server.signUp('Olga')
    const change = { password: PASSWORD, newPassword: 'OLGA_42' }
    expect(await call('changePassword', { body: change })).toMatchObject(refusedAs('newPassword'))
    const { link } = await granted(
      server.clientOf(active.token)('createResetLink', { body: { username: 'olga' } }),
    )
    const code = link.split('/').at(-1) ?? ''
    const reset = (password: string) => server.anonymous('resetPassword', { body: { code, password } })
    expect(await reset('!olga12')).toMatchObject(refusedAs('password'))
    await granted(reset('olga-and-music-1'))
  })

  it('A10 a change refuses a common one', async () => {
    const { call } = await server.signUp('ben')
    const change = (newPassword: string) =>
      call('changePassword', { body: { password: PASSWORD, newPassword } })
    expect(await change('abcd1234')).toMatchObject(refusedAs('newPassword'))
    const body = { username: 'ben', password: PASSWORD }
    await granted(server.anonymous('login', { body }))
    await granted(change('a-better-one-1'))
  })

  it('A10 a ticket cannot be claimed with a common one and stays valid', async () => {
    const ticketServer = await startTestServer(undefined, {}, { REGISTRATION: 'ticket' })
    try {
      const link = (await ticketServer.app.activationLink()) ?? ''
      const code = link.slice(link.lastIndexOf('/') + 1)
      const claim = (password: string) =>
        ticketServer.anonymous('claimTicket', {
          params: { code },
          body: { code, data: account('cleo', password) },
        })
      for (const bad of ['iloveyou1', 'cleo123'])
        expect(await claim(bad)).toMatchObject(refusedAs('data.password'))
      await granted(claim(PASSWORD))
    } finally {
      await ticketServer.close()
    }
  })

  it('A10 a user who had a common one before can still log in with it', async () => {
    const { id } = await server.signUp('dan')
    const { hash } = await import('@node-rs/argon2')
    const password_hash = await hash('password1', { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    await server.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
    await granted(server.anonymous('login', { body: { username: 'dan', password: 'password1' } }))
    expect(await refusal(server.anonymous('login', { body: { username: 'dan', password: PASSWORD } }))).toBe(
      '401 credentials',
    )
  })
})
