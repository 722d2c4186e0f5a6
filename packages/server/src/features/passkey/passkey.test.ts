import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import {
  type Credential,
  makeCredential,
  type AuthenticatorFaults,
  useCredential,
} from '../../testing/software-authenticator.ts'
import {
  granted,
  PASSWORD,
  type Person,
  refusal,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'

const ORIGIN = 'https://music.example.org'
const settings = { PUBLIC_ORIGIN: ORIGIN, REGISTRATION: 'open' }
const MINUTE_MS = 60_000

describe.each(databases)('passkeys on $name', (database) => {
  let nowMs = Date.UTC(2026, 10, 22)
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(database, { now: () => nowMs }, settings)
  })
  afterAll(() => server.close())

  /** Adds a passkey to a user's account. */
  async function add({ call }: Person, name = 'Phone') {
    const { credential, answer } = makeCredential(await granted(call('passkeyOptions', { body: {} })), ORIGIN)
    const passkey = await granted(call('addPasskey', { body: { name, credential: answer } }))
    return { credential, passkey }
  }

  const begin = () => granted(server.anonymous('passkeyLoginOptions'))
  const finish = (credential: ReturnType<typeof useCredential>) =>
    server.anonymous('passkeyLogin', { body: { credential } })
  const logIn = async (credential: Credential, odd: AuthenticatorFaults = {}) =>
    finish(useCredential(credential, await begin(), ORIGIN, odd))

  describe('logging in', () => {
    let ann: Person
    let credential: Credential
    beforeAll(async () => {
      ann = await server.signUp('ann')
      ;({ credential } = await add(ann))
    })

    it('A12 needs no name and starts a login like a password', async () => {
      nowMs += MINUTE_MS
      const { user, active } = await granted(logIn(credential))
      expect(user).toMatchObject({ id: ann.id, username: 'ann', email: 'ann@example.org' })
      const { passkeys, rpId } = await granted(server.clientOf(active.token)('passkeys'))
      expect([rpId, passkeys]).toMatchObject([
        'music.example.org',
        [{ name: 'Phone', createdAt: nowMs - MINUTE_MS, lastUsedAt: nowMs }],
      ])
    })

    it('A12 the options require verification of the user and name nobody', async () => {
      const { challenge, ...options } = await begin()
      expect(options).toEqual({
        rpId: 'music.example.org',
        timeout: 5 * MINUTE_MS,
        userVerification: 'required',
      })
      expect(Buffer.from(challenge, 'base64url')).toHaveLength(32)
    })

    it('A12 a challenge works once', async () => {
      const used = useCredential(credential, await begin(), ORIGIN)
      await granted(finish(used))
      expect(await refusal(finish(used))).toBe('422 passkey')
    })

    it('A12 only one of two answers to one challenge is accepted', async () => {
      const used = useCredential(credential, await begin(), ORIGIN)
      const answers = await Promise.all([finish(used), finish(used)])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    })

    it('A12 a challenge works for 5 minutes', async () => {
      const [early, late] = [await begin(), await begin()]
      nowMs += 5 * MINUTE_MS - 1
      await granted(finish(useCredential(credential, early, ORIGIN)))
      nowMs += 1
      expect(await refusal(finish(useCredential(credential, late, ORIGIN)))).toBe('422 passkey')
    })

    it('A12 challenges that nobody answers are stored for 5 minutes only', async () => {
      for (let count = 0; count < 20; count += 1) await begin()
      const stored = () => server.db.selectFrom('passkey_challenges').selectAll().execute()
      expect((await stored()).length).toBeGreaterThanOrEqual(20)
      nowMs += 5 * MINUTE_MS
      await begin()
      expect(await stored()).toHaveLength(1)
    })

    it('A12 a challenge for adding a passkey cannot be used for logging in, and the reverse', async () => {
      const adding = await granted(ann.call('passkeyOptions', { body: { password: PASSWORD } }))
      const login = await begin()
      expect(await refusal(logIn(credential, { challenge: adding.challenge }))).toBe('422 passkey')
      const { answer } = makeCredential({ ...adding, challenge: login.challenge }, ORIGIN)
      expect(await refusal(ann.call('addPasskey', { body: { name: 'X', credential: answer } }))).toBe(
        '422 passkey',
      )
    })

    it.each<[string, AuthenticatorFaults]>([
      ['a challenge that this server did not make', { challenge: Buffer.alloc(32).toString('base64url') }],
      ['another origin', { origin: 'https://music.example.org.evil.example' }],
      ['plain http', { origin: 'http://music.example.org' }],
      ['another name', { rpId: 'evil.example' }],
      ['a person whom the device did not verify', { userVerified: false }],
      ['a person who was not there', { userPresent: false }],
      ['a page in a frame of another site', { crossOrigin: true }],
      ['an answer to something else', { type: 'webauthn.create' }],
    ])('A12 refuses %s, alike', async (_, odd) => {
      expect(await logIn(credential, odd)).toEqual(await logIn(stranger()))
    })

    it('A12 refuses an unknown passkey, and a known one with the name of another user', async () => {
      const ben = await server.signUp('ben')
      const { credential: other } = await add(ben)
      expect(await refusal(logIn(stranger()))).toBe('422 passkey')
      expect(await refusal(logIn({ ...other, handle: credential.handle }))).toBe('422 passkey')
      expect(await refusal(logIn({ ...other, id: credential.id }))).toBe('422 passkey')
      expect(await refusal(logIn({ ...other, id: credential.id, handle: credential.handle }))).toBe(
        '422 passkey',
      )
      await granted(logIn(other))
    })

    it('A12 refuses a counter that does not grow, because the passkey may be a copy', async () => {
      const { credential: counting } = await add(await server.signUp('cleo'))
      await granted(logIn({ ...counting, counter: 0 }))
      await granted(logIn({ ...counting, counter: 7 }))
      for (const counter of [7, 6, 0])
        expect([counter, await refusal(logIn({ ...counting, counter }))]).toEqual([counter, '422 passkey'])
      await granted(logIn({ ...counting, counter: 8 }))
    })

    it('A12 only one of two uses with the same counter is accepted', async () => {
      const { credential: counting } = await add(await server.signUp('dan'))
      const uses = [await begin(), await begin()].map((options) =>
        useCredential({ ...counting, counter: 1 }, options, ORIGIN),
      )
      const answers = await Promise.all(uses.map(finish))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    })

    it('E1 unreadable input is refused without an error', async () => {
      const used = useCredential(credential, await begin(), ORIGIN)
      const garbled = { ...used, response: { ...used.response, clientDataJSON: 'AAAA' } }
      expect(await refusal(finish(garbled))).toBe('422 passkey')
      const other = useCredential(credential, await begin(), ORIGIN)
      const short = { ...other, response: { ...other.response, authenticatorData: 'AAAA' } }
      expect(await refusal(finish(short))).toBe('422 passkey')
      const raw = { ...other, rawId: 'other' }
      expect(await refusal(finish(raw))).toBe('422 passkey')
    })
  })

  describe('own passkeys', () => {
    it('A13 adding one needs the password unless the login began in the last 10 minutes', async () => {
      const { call } = await server.signUp('eva')
      await granted(call('passkeyOptions', { body: {} }))
      nowMs += 10 * MINUTE_MS
      const without = await call('passkeyOptions', { body: {} })
      expect(without).toMatchObject({ status: 422, error: { fields: { password: 'required' } } })
      const wrong = await call('passkeyOptions', { body: { password: 'wrong1' } })
      expect(wrong).toMatchObject({ status: 422, error: { fields: { password: 'wrong' } } })
      await granted(call('passkeyOptions', { body: { password: PASSWORD } }))
    })

    it('A13 password guesses in these calls are limited', async () => {
      const { call } = await server.signUp('fay')
      const guess = () => refusal(call('passkeyOptions', { body: { password: 'wrong1' } }))
      for (let round = 0; round < 10; round += 1) expect(await guess()).toBe('422 invalid')
      expect(await guess()).toBe('429 rate-limited')
    })

    it('A13 a challenge for adding works once and only for the login that requested it', async () => {
      const gus = await server.signUp('gus')
      const again = await granted(
        server.anonymous('login', { body: { username: 'gus', password: PASSWORD } }),
      )
      const { answer } = makeCredential(await granted(gus.call('passkeyOptions', { body: {} })), ORIGIN)
      const body = { name: 'Key', credential: answer }
      expect(await refusal(server.clientOf(again.active.token)('addPasskey', { body }))).toBe('422 passkey')
      await granted(gus.call('addPasskey', { body }))
      expect(await refusal(gus.call('addPasskey', { body }))).toBe('422 passkey')
    })

    it.each<[string, AuthenticatorFaults]>([
      ['another origin', { origin: 'https://evil.example' }],
      ['another name', { rpId: 'evil.example' }],
      ['a person whom the device did not verify', { userVerified: false }],
      ['a person who was not there', { userPresent: false }],
      ['a page in a frame of another site', { crossOrigin: true }],
      ['an answer to something else', { type: 'webauthn.get' }],
      ['an attestation that nobody asked for', { format: 'packed' }],
      ['an algorithm that nobody asked for', { algorithm: -36 }],
    ])('A13 a passkey from %s is not added', async (_, odd) => {
      const { call } = await server.signUp(`hal${Math.random().toString(36).slice(2, 10)}`)
      const { answer } = makeCredential(await granted(call('passkeyOptions', { body: {} })), ORIGIN, odd)
      expect(await refusal(call('addPasskey', { body: { name: 'Key', credential: answer } }))).toBe(
        '422 passkey',
      )
      expect((await granted(call('passkeys'))).passkeys).toEqual([])
    })

    it('A13 a known credential cannot be added by another user', async () => {
      const [ida, jon] = [await server.signUp('ida'), await server.signUp('jon')]
      const { credential } = await add(ida)
      const options = await granted(jon.call('passkeyOptions', { body: {} }))
      const { answer } = makeCredential(options, ORIGIN, {}, credential)
      expect(await refusal(jon.call('addPasskey', { body: { name: 'Key', credential: answer } }))).toBe(
        '422 passkey',
      )
      expect((await granted(logIn(credential))).user.id).toBe(ida.id)
    })

    it('A13 a user can have at most 10, also when two are added at once', async () => {
      const kim = await server.signUp('kim')
      for (let count = 0; count < 9; count += 1) await add(kim)
      const made = await Promise.all(
        [1, 2, 3].map(async () => {
          const options = await granted(kim.call('passkeyOptions', { body: {} }))
          expect(options.excludeCredentials).toHaveLength(9)
          return makeCredential(options, ORIGIN).answer
        }),
      )
      const answers = await Promise.all(
        made.map((credential) => kim.call('addPasskey', { body: { name: 'Key', credential } })),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect((await granted(kim.call('passkeys'))).passkeys).toHaveLength(10)
      expect(await refusal(kim.call('passkeyOptions', { body: {} }))).toBe('409 too-many')
    })

    it('A13 only their owner renames and removes them; a removed one cannot log in', async () => {
      const [lea, max] = [await server.signUp('lea'), await server.signUp('max')]
      const { credential, passkey } = await add(lea)
      const params = { id: passkey.id }
      expect(await refusal(max.call('renamePasskey', { params, body: { name: 'Mine' } }))).toBe(
        '404 not-found',
      )
      expect(await refusal(max.call('removePasskey', { params }))).toBe('404 not-found')
      const blank = await lea.call('renamePasskey', { params, body: { name: ' \u200B ' } })
      expect(blank).toMatchObject({ status: 422, error: { fields: { name: 'name' } } })
      await granted(lea.call('renamePasskey', { params, body: { name: ' Blue key ' } }))
      expect((await granted(lea.call('passkeys'))).passkeys).toMatchObject([{ name: 'Blue key' }])
      await granted(logIn(credential))
      await granted(lea.call('removePasskey', { params }))
      expect(await refusal(logIn(credential))).toBe('422 passkey')
      expect(await refusal(lea.call('removePasskey', { params }))).toBe('404 not-found')
    })

    it('A13 removing one needs the password unless the login began in the last 10 minutes', async () => {
      const pia = await server.signUp('pia')
      const [first, second] = [await add(pia), await add(pia, 'Key')]
      nowMs += 10 * MINUTE_MS
      const remove = (passkey: { id: string }, body?: { password: string }) =>
        pia.call('removePasskey', { params: { id: passkey.id }, ...(body && { body }) })
      expect(await remove(first.passkey)).toMatchObject({ error: { fields: { password: 'required' } } })
      expect(await remove(first.passkey, { password: 'wrong1' })).toMatchObject({
        status: 422,
        error: { fields: { password: 'wrong' } },
      })
      expect((await granted(pia.call('passkeys'))).passkeys).toHaveLength(2)
      await granted(remove(first.passkey, { password: PASSWORD }))
      // A user who forgot the password logs in with the passkey. After that, the login counts as recent.
      const { active } = await granted(logIn(second.credential))
      const params = { id: second.passkey.id }
      await granted(server.clientOf(active.token)('removePasskey', { params }))
      expect((await granted(pia.call('passkeys'))).passkeys).toEqual([])
    })

    it('A13 are deleted with the account', async () => {
      const nia = await server.signUp('nia')
      const { credential } = await add(nia)
      await granted(nia.call('deleteUser', { body: { password: PASSWORD } }))
      expect(await refusal(logIn(credential))).toBe('422 passkey')
    })
  })

  /** Creates a passkey that this server does not know. */
  function stranger(): Credential {
    const options = {
      rp: { id: 'music.example.org', name: '' },
      user: { id: 'AAAA', name: '', displayName: '' },
      challenge: '',
    }
    return makeCredential(options, ORIGIN).credential
  }
})
