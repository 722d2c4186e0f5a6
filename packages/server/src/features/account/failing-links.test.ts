import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBarrier } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import { bad, type FaultyProvider, startFaultyProvider } from '../../testing/faulty-provider.ts'
import { granted, link, type Person, startTestServer, type TestServer } from '../../testing/test-server.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

describe.each(databases)('failing links on $name', (database) => {
  let nowMs = Date.now()
  let provider: FaultyProvider
  let server: TestServer
  let ann: Person
  let count = 0
  beforeAll(async () => {
    provider = await startFaultyProvider(() => nowMs)
    server = await startTestServer(database, { now: () => nowMs }, provider.settings)
  })
  beforeEach(async () => {
    ann = await server.signUp(`ann${(count += 1)}`)
  })
  afterEach(() => provider.reset())
  afterAll(async () => {
    await server.close()
    await provider.close()
  })

  const stored = () =>
    server.db.selectFrom('accounts').selectAll().where('user_id', '=', ann.id).executeTakeFirstOrThrow()
  const status = async () => (await granted(ann.call('accounts')))[0]?.status
  const renewals = () => provider.calls('/api/token').length

  describe('a refused token', () => {
    beforeEach(async () => {
      await link(ann, 'ann')
      provider.reset()
    })

    it('L9 refused twice in a row: the link and its tokens stay', async () => {
      const before = await stored()
      provider.next('/me/playlists', bad.token, bad.token)
      expect(await ann.call('fetchPlaylists')).toMatchObject({
        status: 503,
        error: { code: 'provider-away', reason: 'token' },
      })
      expect(await stored()).toMatchObject({ status: 'ok' })
      expect((await stored()).refresh_token).not.toBe('')
      expect((await stored()).token_version).toBe(before.token_version + 1)
      await granted(ann.call('fetchPlaylists'))
    })

    it('L3 connecting again continues its grant, which does not end if that fails', async () => {
      provider.next('/me', bad.broken, bad.broken, bad.broken, bad.broken)
      await expect(link(ann, 'ann')).rejects.toThrow('refused: 503')
      provider.reset()
      await link(ann, 'ann')
      expect(await server.db.selectFrom('revocations').selectAll().execute()).toEqual([])
      expect(provider.calls('/api/revoke')).toEqual([])
      expect(await granted(ann.call('accounts'))).toMatchObject([{ status: 'ok' }])
    })

    it('L14 a new access token without a refresh token replaces only the access token', async () => {
      const before = await stored()
      const [account] = await granted(ann.call('accounts'))
      const body = { access_token: account?.access_token ?? '', service: 'spotify' as const }
      await granted(ann.call('putAccount', { body }))
      expect(await stored()).toMatchObject({ id: before.id, refresh_token: before.refresh_token })
      nowMs += HOUR_MS
      expect(await status()).toBe('ok')
    })

    it('L9 it is renewed at most every 30 seconds', async () => {
      provider.always('/me/playlists', bad.token)
      for (let round = 0; round < 5; round += 1) await ann.call('fetchPlaylists')
      expect(renewals()).toBe(1)
      nowMs += 30_000
      await ann.call('fetchPlaylists')
      expect(renewals()).toBe(2)
    })

    it('L9 it is renewed after the clock of the server was set back', async () => {
      provider.always('/me/playlists', bad.token)
      await ann.call('fetchPlaylists')
      nowMs -= HOUR_MS
      await ann.call('fetchPlaylists')
      expect(renewals()).toBe(2)
      nowMs += HOUR_MS
    })

    it('L9 a browser names the token that its player could not use, and gets a new one', async () => {
      const [account] = await granted(ann.call('accounts'))
      const refused = account?.access_token ?? ''
      const [renewed] = await granted(ann.call('renewAccount', { body: { refused } }))
      expect(renewed).toMatchObject({ status: 'ok' })
      expect(renewed?.access_token).not.toBe(refused)
      // Another window of the same user still has the first token. That window gets the new token.
      provider.reset()
      const [again] = await granted(ann.call('renewAccount', { body: { refused } }))
      expect(again?.access_token).toBe(renewed?.access_token)
      expect(renewals()).toBe(0)
      // The provider refuses the new token too. The user cannot fix this failure.
      const newest = { refused: renewed?.access_token ?? '' }
      expect(await ann.call('renewAccount', { body: newest })).toMatchObject({
        status: 503,
        error: { reason: 'token' },
        retryAfterSec: 30,
      })
      nowMs += 30_000
      expect(await status()).toBe('ok')
      const [last] = await granted(ann.call('renewAccount', { body: newest }))
      expect(last?.access_token).not.toBe(newest.refused)
    })

    it('L9 with two accounts, only the account of the token is renewed', async () => {
      const [first, second] = await link(ann, 'ben')
      const refused = second?.access_token ?? ''
      const after = await granted(ann.call('renewAccount', { body: { refused } }))
      expect(after[0]?.access_token).toBe(first?.access_token)
      expect(after[1]?.access_token).not.toBe(refused)
    })

    it('L9 a token of another person’s account is not renewed', async () => {
      const eve = await server.signUp(`eve${count}`)
      const [account] = await granted(ann.call('accounts'))
      provider.reset()
      expect(
        await granted(eve.call('renewAccount', { body: { refused: account?.access_token ?? '' } })),
      ).toEqual([])
      expect(renewals()).toBe(0)
    })

    it('L9 the renewals of a person are limited', async () => {
      const answers = await Promise.all(
        Array.from({ length: 31 }, () => ann.call('renewAccount', { body: { refused: 'unknown' } })),
      )
      expect(answers.filter(({ ok }) => !ok)).toMatchObject([{ error: { code: 'rate-limited' } }])
    })
  })

  describe('a grant that is reported as ended', () => {
    beforeEach(async () => {
      await link(ann, 'ann')
      provider.reset()
    })

    it('L9 after one report it keeps its tokens, and works again if the report was wrong', async () => {
      nowMs += HOUR_MS
      provider.next('/api/token', bad.grant)
      expect(await status()).toBe('reconnect')
      expect((await stored()).refresh_token).not.toBe('')
      nowMs += 9 * MINUTE_MS
      expect(await status()).toBe('reconnect')
      expect(renewals()).toBe(1)
      nowMs += MINUTE_MS
      expect(await status()).toBe('ok')
      expect(await stored()).toMatchObject({ grant_doubted_at: null })
    })

    it('L9 two reports at least ten minutes apart end it', async () => {
      nowMs += HOUR_MS
      provider.always('/api/token', bad.grant)
      expect(await status()).toBe('reconnect')
      nowMs += 10 * MINUTE_MS
      expect(await status()).toBe('reconnect')
      expect(await stored()).toMatchObject({ status: 'reconnect', access_token: '', grant_doubted_at: null })
      nowMs += HOUR_MS
      provider.reset()
      expect(await status()).toBe('reconnect')
      expect(renewals()).toBe(0)
    })

    it.each([
      ['first', 0],
      ['second', 10 * MINUTE_MS],
    ])('L2 L9 for the %s time does not end a link that is made new meanwhile', async (_which, confirmMs) => {
      nowMs += HOUR_MS
      if (confirmMs > 0) {
        provider.next('/api/token', bad.grant)
        expect(await status()).toBe('reconnect')
        nowMs += confirmMs
      }
      const barrier = createBarrier()
      provider.next('/api/token', async () => {
        await barrier.stop()
        return bad.grant
      })
      const asking = status()
      await barrier.reached
      const [linked] = await link(ann, 'ann')
      barrier.release()
      await asking
      expect(await granted(ann.call('accounts'))).toEqual([linked])
    })

    it('L2 L9 without a refresh token, one report ends it', async () => {
      const [account] = await granted(ann.call('accounts'))
      const eve = await server.signUp(`eve-without-${count}`)
      await granted(
        eve.call('putAccount', { body: { access_token: account?.access_token ?? '', service: 'spotify' } }),
      )
      nowMs += HOUR_MS
      expect(await granted(eve.call('accounts'))).toMatchObject([{ status: 'reconnect', access_token: '' }])
      const row = server.db.selectFrom('accounts').selectAll().where('user_id', '=', eve.id)
      expect(await row.executeTakeFirst()).toMatchObject({ access_token: '', grant_doubted_at: null })
      expect(renewals()).toBe(0)
    })

    it.each([
      ['a limit', bad.limited(30)],
      ['an outage', bad.broken],
      ['another refusal', { status: 400, json: { error: 'invalid_request' } }],
      ['what cannot be read', { status: 200, text: '<html>' }],
    ] as const)('L9 is not %s', async (_what, answer) => {
      nowMs += HOUR_MS
      provider.next('/api/token', answer)
      expect(await status()).toBe('ok')
      expect(await status()).toBe('ok')
      expect(renewals()).toBe(2)
    })
  })

  describe('one user of the provider', () => {
    const me = (change: Record<string, unknown>) => ({
      edit: (body: Record<string, unknown>) => ({ ...body, id: 'ann', ...change }),
    })
    const ids = async () => (await granted(ann.call('accounts'))).map(({ id }) => id)

    it('L14 is one account, with or without the permanent id', async () => {
      provider.next('/me', me({ account_id: undefined }))
      await link(ann, 'ann')
      const first = await ids()
      provider.next('/me', me({ account_id: 'aB3dE5fG7h' }))
      await link(ann, 'ann')
      expect(await ids()).toEqual(first)
      provider.next('/me', me({ account_id: null }))
      await link(ann, 'ann')
      expect(await ids()).toEqual(first)
      expect(await stored()).toMatchObject({ provider_user_id: 'aB3dE5fG7h', owner_id: 'ann' })
    })

    it('L14 is recognised by the permanent id when the other id changes', async () => {
      provider.next('/me', me({ account_id: 'aB3dE5fG7h' }))
      await link(ann, 'ann')
      const first = await ids()
      provider.next('/me', me({ account_id: 'aB3dE5fG7h', id: 'renamed' }))
      await link(ann, 'ann')
      expect(await ids()).toEqual(first)
      expect(await stored()).toMatchObject({ owner_id: 'renamed' })
    })

    it('L14 is different from a later user with the same changeable id', async () => {
      provider.next('/me', me({ account_id: 'first' }))
      await link(ann, 'ann')
      provider.next('/me', me({ account_id: 'second' }))
      await link(ann, 'ann')
      expect(await ids()).toHaveLength(2)
    })

    it('L14 with two accounts is merged into one account', async () => {
      provider.next('/me', me({ account_id: 'aB3dE5fG7h' }))
      await link(ann, 'ann')
      const { id, ...rest } = await stored()
      const later = { created_at: rest.created_at + 1, access_token: '', refresh_token: '' }
      const double = { ...rest, ...later, provider_user_id: 'ann' }
      await server.db
        .insertInto('accounts')
        .values({ ...double, id: '00000000-0000-4000-8000-000000000000' })
        .execute()
      expect(await ids()).toHaveLength(2)
      provider.next('/me', me({ account_id: 'aB3dE5fG7h' }))
      await link(ann, 'ann')
      expect(await ids()).toEqual([id])
    })
  })
})
