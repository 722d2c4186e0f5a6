import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  consent,
  type Faults,
  granted,
  link,
  type Person,
  refusal,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { databases } from '../../testing/databases.ts'

describe.each(databases)('linked accounts on $name', (database) => {
  const MINUTE_MS = 60_000
  const HOUR_MS = 60 * MINUTE_MS

  let nowMs = Date.now()
  let server: TestServer
  let alice: Person
  let bob: Person
  beforeAll(async () => {
    server = await startTestServer(database, { now: () => nowMs })
    alice = await server.signUp('alice')
    bob = await server.signUp('bob')
  })
  afterEach(() => server.endFaults())
  afterAll(() => server.close())

  const begin = async ({ call }: Person) =>
    (await granted(call('connectAccount', { body: { service: 'spotify' } }))).url
  const finish = ({ call }: Person, body: { code?: string; error?: string; state: string }) =>
    call('accountCallback', { body })
  const storedAccount = (userId: string) =>
    server.db.selectFrom('accounts').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()

  it('L1 a person can link at most five accounts, also with concurrent links, and a refused link is revoked', async () => {
    const gina = await server.signUp('gina')
    const before = (await server.providerGrants()).length
    await link(gina, 'ann')
    const rest = ['ben', 'cleo', 'dan', 'eva', 'finn']
    const returned = await Promise.all(rest.map(async (name) => consent(await begin(gina), name)))
    const answers = await Promise.all(returned.map((body) => finish(gina, body)))
    expect(answers.filter(({ ok }) => !ok)).toMatchObject([{ status: 409, error: { code: 'too-many' } }])
    expect(await granted(gina.call('accounts'))).toHaveLength(5)
    await expect.poll(() => server.providerGrants()).toHaveLength(before + 5)
    expect(await link(gina, 'ann')).toHaveLength(5)
  })

  describe('linking an account', () => {
    it('L1 opens the consent page with PKCE and a state, and returns to our own origin', async () => {
      const url = new URL(await begin(alice))
      expect(url.origin).toBe(server.address)
      expect(url.searchParams.get('redirect_uri')).toBe(`${server.address}/callback/spotify`)
      expect(url.searchParams.get('code_challenge_method')).toBe('S256')
      expect(url.searchParams.get('state')).toHaveLength(43)
      expect(url.searchParams.get('scope')?.split(' ').toSorted()).toEqual([
        'playlist-modify-private',
        'playlist-modify-public',
        'playlist-read-collaborative',
        'playlist-read-private',
        'streaming',
        'user-modify-playback-state',
        'user-read-email',
        'user-read-playback-state',
        'user-read-private',
      ])
    })

    it('L1 succeeds when the provider has said which user it is', async () => {
      const [account] = await link(alice, 'ann')
      expect(account).toMatchObject({
        id: (await storedAccount(alice.id)).id,
        service: 'spotify',
        valid_until: Math.floor(nowMs / 1000) + 3600,
        title: 'Jointly Music',
        detail: 'Ann Lindqvist',
        name: 'Ann Lindqvist',
        status: 'ok',
        selected_playlists: 0,
      })
      const me = await fetch(`${server.address}/spotify/api/v1/me`, {
        headers: { authorization: `Bearer ${account?.access_token}` },
      })
      expect(me.status).toBe(200)
    })

    it('L1 a repeated link replaces the tokens and keeps the account', async () => {
      const [before] = await granted(alice.call('accounts'))
      const accounts = await link(alice, 'ann')
      expect(accounts.map(({ id }) => id)).toEqual([before?.id])
      expect(accounts[0]?.access_token).not.toBe(before?.access_token)
    })

    it('B1 two people who link as the same listener have separate accounts and players', async () => {
      const people = [await server.signUp('xenia'), await server.signUp('yara')]
      const ids = new Set<string>()
      for (const person of people) {
        const [account] = await link(person, 'cleo')
        const { provider_user_id, owner_id } = await storedAccount(person.id)
        ids.add(provider_user_id).add(owner_id)
        expect(account).toMatchObject({ name: 'Cleo Papadaki' })
        const lists = await granted(person.call('fetchPlaylists'))
        expect(lists.some(({ state }) => state !== 'refused')).toBe(true)
      }
      expect(ids.size).toBe(4)
    })

    it('L1 refuses the state of another person, so that nobody gets a stranger’s consent', async () => {
      const returned = await consent(await begin(alice), 'eva')
      expect(await refusal(finish(bob, returned))).toBe('409 link-state')
      expect(await granted(bob.call('accounts'))).toEqual([])
      await granted(finish(alice, returned))
    })

    it('L1 refuses a state that was used, is unknown, or is older than ten minutes', async () => {
      const returned = await consent(await begin(bob), 'ben')
      await granted(finish(bob, returned))
      expect(await refusal(finish(bob, returned))).toBe('409 link-state')
      expect(await refusal(finish(bob, { code: 'x', state: 'unknown' }))).toBe('409 link-state')
      const late = await consent(await begin(bob), 'ben')
      nowMs += 10 * MINUTE_MS
      expect(await refusal(finish(bob, late))).toBe('409 link-state')
    })

    it('L1 reports that the person denied, and links nothing', async () => {
      const carla = await server.signUp('carla')
      const state = new URL(await begin(carla)).searchParams.get('state') ?? ''
      expect(await refusal(finish(carla, { error: 'access_denied', state }))).toBe('409 link-denied')
      expect(await granted(carla.call('accounts'))).toEqual([])
    })

    it('L1 refuses a code that the provider does not know', async () => {
      const state = new URL(await begin(alice)).searchParams.get('state') ?? ''
      expect(await refusal(finish(alice, { code: 'forged', state }))).toBe('409 link-state')
    })

    it('E2 L3 links nothing if the provider issues tokens but then refuses the person', async () => {
      const dan = await server.signUp('dan')
      const before = (await server.providerGrants()).length
      const returned = await consent(await begin(dan), 'dan')
      await server.simulateFaults({ allowlist: ['ann'] })
      const answer = await finish(dan, returned)
      expect(answer).toMatchObject({ ok: false, status: 409, error: { code: 'provider-refused' } })
      expect(answer.ok || answer.error.message).toContain('Ask the operator')
      expect(await granted(dan.call('accounts'))).toEqual([])
      await expect.poll(() => server.providerGrants()).toHaveLength(before)
    })

    it('L1 L14 accepts tokens from elsewhere if the provider says whose they are, and ignores the sent id', async () => {
      const [linked] = await granted(alice.call('accounts'))
      const gil = await server.signUp('gil')
      const tokens = { refresh_token: 'brought', service: 'spotify' } as const
      const put = (access_token: string, id = 'any') =>
        gil.call('putAccount', { body: { ...tokens, id, access_token } })
      expect(await refusal(put('forged'))).toBe('409 provider-refused')
      expect(await refusal(put('a\r\nb'))).toBe('422 invalid')
      expect(await granted(gil.call('accounts'))).toEqual([])
      expect(await granted(put(linked?.access_token ?? ''))).toMatchObject([
        { name: linked?.name, access_token: linked?.access_token, refresh_token: '', status: 'ok' },
      ])
      const { id, refresh_token } = await storedAccount(gil.id)
      expect(refresh_token).not.toBe('')
      expect(await granted(put(linked?.access_token ?? '', linked?.id))).toMatchObject([{ id }])
    })
  })

  describe('tokens of linked accounts', () => {
    it('L2 refresh tokens never reach the browser', async () => {
      await link(alice, 'ann')
      const { refresh_token } = await storedAccount(alice.id)
      expect(refresh_token).not.toBe('')
      const { text } = await server.raw('GET', '/api/accounts/', {
        headers: { authorization: `Bearer ${alice.token}` },
      })
      expect(text).toContain('"refresh_token":""')
    })

    it('L2 are stored encrypted', async () => {
      const accounts = await granted(alice.call('accounts'))
      const rows = JSON.stringify(await server.db.selectFrom('accounts').selectAll().execute())
      for (const { access_token } of accounts) expect(rows).not.toContain(access_token)
    })

    it('L2 are renewed before they expire, with one refresh for concurrent calls', async () => {
      const [before] = await link(bob, 'ben')
      const { token_version } = await storedAccount(bob.id)
      nowMs += HOUR_MS - 30_000
      const lists = await Promise.all([1, 2, 3].map(() => granted(bob.call('accounts'))))
      const tokens = new Set(lists.map(([account]) => account?.access_token))
      expect(tokens.size).toBe(1)
      expect(tokens).not.toContain(before?.access_token)
      expect((await storedAccount(bob.id)).token_version).toBe(token_version + 1)
    })

    it('L2 after the grant has ended, the account can be connected again', async () => {
      await link(bob, 'ben')
      await server.simulateFaults({ clockSkewMs: 200 * 24 * HOUR_MS })
      nowMs += HOUR_MS
      const [dead] = await granted(bob.call('accounts'))
      expect(dead).toMatchObject({ status: 'reconnect', access_token: '' })
      expect(await refusal(bob.call('fetchPlaylists'))).toBe('409 reconnect')
      await server.endFaults()
      expect(await link(bob, 'ben')).toMatchObject([{ status: 'ok' }])
    })
  })

  describe('disconnecting', () => {
    it('L3 removes tokens, playlists and profile at once', async () => {
      const eva = await server.signUp('eva')
      const [account] = await link(eva, 'eva')
      const [playlist] = await granted(eva.call('providerPlaylists'))
      await granted(eva.call('choosePlaylists', { body: [{ id: playlist?.id ?? '', load: true }] }))
      await server.app.importsIdle()
      expect(await granted(eva.call('deleteAccount', { params: { id: account?.id ?? '' } }))).toEqual([])
      expect(await granted(eva.call('playlists'))).toEqual([])
      for (const table of ['accounts', 'loaded_songs'] as const)
        expect(await server.db.selectFrom(table).selectAll().where('user_id', '=', eva.id).execute()).toEqual(
          [],
        )
    })

    it('L3 another person’s account cannot be disconnected', async () => {
      const [account] = await granted(alice.call('accounts'))
      expect(await refusal(bob.call('deleteAccount', { params: { id: account?.id ?? '' } }))).toBe(
        '404 not-found',
      )
      expect(await granted(alice.call('accounts'))).not.toEqual([])
    })
  })

  describe('a provider that refuses calls', () => {
    let dora: Person
    beforeAll(async () => {
      dora = await server.signUp('dora')
      await link(dora, 'dan')
    })
    const failing = async (failNext: NonNullable<Faults['failNext']>) => {
      await server.simulateFaults({ failNext })
      return dora.call('fetchPlaylists')
    }
    const gone = JSON.stringify({ error: { status: 500, message: 'Server error.' } })

    it('E1 the person gets an explanation in plain words', async () => {
      expect(await refusal(failing({ status: 500, body: gone, times: 1 }))).toBe('503 provider-away')
      expect(await refusal(failing({ status: 502, body: '<html>', times: 1 }))).toBe('503 provider-away')
      expect(await refusal(failing({ status: 403, body: 'Forbidden', times: 1 }))).toBe(
        '409 provider-refused',
      )
      expect(await refusal(failing({ status: 404, body: '{}', times: 1 }))).toBe('404 not-found')
    })

    it('E1 an account that the provider refuses is marked until the provider accepts it', async () => {
      await server.simulateFaults({ allowlist: ['ann'] })
      expect(await refusal(dora.call('fetchPlaylists'))).toBe('409 provider-refused')
      expect(await granted(dora.call('accounts'))).toMatchObject([{ status: 'not-allowed' }])
      await server.endFaults()
      await granted(dora.call('fetchPlaylists'))
      expect(await granted(dora.call('accounts'))).toMatchObject([{ status: 'ok' }])
    })

    it('L2 a refused token is renewed once', async () => {
      const unauthorized = JSON.stringify({ error: { status: 401, message: 'The access token expired' } })
      await granted(failing({ status: 401, body: unauthorized, times: 1 }))
      expect(await granted(dora.call('accounts'))).toMatchObject([{ status: 'ok' }])
    })

    it('E1 after a 429 the answer says how long to wait, and the provider is not called until then', async () => {
      const limited = await failing({ status: 429, body: 'Too many requests', times: 1, retryAfterSec: 7 })
      expect(limited).toMatchObject({
        ok: false,
        status: 503,
        error: { code: 'provider-limit' },
        retryAfterSec: 7,
      })
      nowMs += 4_000
      expect(await dora.call('fetchPlaylists')).toMatchObject({ ok: false, retryAfterSec: 3 })
      nowMs += 3_000
      await granted(dora.call('fetchPlaylists'))
    })
  })
})
