import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../platform/log/log.ts'
import { databases } from '../../testing/databases.ts'
import { makeCredential, useCredential } from '../../testing/software-authenticator.ts'
import {
  granted,
  PASSWORD,
  type Person,
  refusal,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'

const ORIGIN = 'https://music.example.org'

describe.each(databases)('a reset and the passkeys on $name', (database) => {
  const written: string[] = []
  let server: TestServer
  let first: Person
  beforeAll(async () => {
    const log = createLog('info', { write: (line) => void written.push(line) })
    const settings = { PUBLIC_ORIGIN: ORIGIN, REGISTRATION: 'open', LOG_LEVEL: 'info' }
    server = await startTestServer(database, { log }, settings)
    first = await server.signUp('first')
    await server.db.updateTable('users').set({ level: 735 }).where('id', '=', first.id).execute()
    const { active } = await granted(
      server.anonymous('login', { body: { username: 'first', password: PASSWORD } }),
    )
    first = { ...first, token: active.token, call: server.clientOf(active.token) }
  })
  afterAll(() => server.close())

  /** Registers a user who has a passkey. */
  async function withPasskey(username: string) {
    const person = await server.signUp(username)
    const options = await granted(person.call('passkeyOptions', { body: {} }))
    const { credential, answer } = makeCredential(options, ORIGIN)
    await granted(person.call('addPasskey', { body: { name: 'Key', credential: answer } }))
    const logIn = async () => {
      const challenge = await granted(server.anonymous('passkeyLoginOptions'))
      const body = { credential: useCredential(credential, challenge, ORIGIN) }
      return refusal(server.anonymous('passkeyLogin', { body }))
    }
    return { person, logIn }
  }
  const linkFor = (username: string, endLogins = false) =>
    granted(first.call('createResetLink', { body: { username, password: PASSWORD, endLogins } }))

  it('A14 using a link removes the passkeys of the person, and of nobody else', async () => {
    const [ann, ben] = [await withPasskey('ann'), await withPasskey('ben')]
    const code = (await linkFor('ann')).link.split('/').at(-1) ?? ''
    expect(await ann.logIn()).toMatch(/^granted /)
    await granted(server.anonymous('resetPassword', { body: { code, password: 'Fresh-music-26' } }))
    expect(await ann.logIn()).toBe('422 passkey')
    expect(await ben.logIn()).toMatch(/^granted /)
  })

  it('A14 making a link removes them at once if the maker ends the logins', async () => {
    const [cleo, dan] = [await withPasskey('cleo'), await withPasskey('dan')]
    await linkFor('cleo', true)
    expect(await cleo.logIn()).toBe('422 passkey')
    await granted(dan.person.call('passkeys'))
    expect(await dan.logIn()).toMatch(/^granted /)
  })

  it('A8 each removed passkey is a security event', async () => {
    const eva = await withPasskey('eva')
    const { passkeys } = await granted(eva.person.call('passkeys'))
    await linkFor('eva', true)
    const removed = written.filter(
      (line) => line.includes('"passkey.removed"') && line.includes(eva.person.id),
    )
    const about = { userId: first.id, targetId: eva.person.id, passkeyId: passkeys[0]?.id }
    expect(removed.map((line) => JSON.parse(line) as unknown)).toMatchObject([about])
  })
})
