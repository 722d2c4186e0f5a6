import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../platform/db/transact.ts'
import { openSecrets } from '../platform/security/secrets.ts'
import { createBarrier } from '../testing/barriers.ts'
import { databases } from '../testing/databases.ts'
import { openSessionFixture, type SessionFixture } from '../testing/session-fixture.ts'
import { createAccountStore } from './account-store.ts'
import { createTokenRefresh } from './token-refresh.ts'

describe.each(databases)('the refresh of a token on $name', (factory) => {
  let fixture: SessionFixture
  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
  })
  afterAll(() => fixture.close())

  const store = createAccountStore(openSecrets('a key of at least 32 characters.', ''))
  const depsOf = ({ db, clock }: SessionFixture) => ({ db, now: () => clock.ms, onChange: () => {} })
  const tokens = { accessToken: 'old', refreshToken: 'refresh', validUntilSec: 0 }

  async function linkedAccount(username: string) {
    const { db, clock } = fixture
    const { id: userId } = await fixture.addUser(username)
    const person = { accountId: username, id: username, name: username }
    await transact(db, (trx) => store.link(trx, { userId, person, tokens, nowMs: clock.ms }))
    const [account] = await store.ofUser(db, userId)
    if (!account) throw new Error('not linked')
    return account
  }

  it('L2 waits for a refresh by another server and does not repeat it', async () => {
    const { db, clock } = fixture
    const account = await linkedAccount('ann')
    // The other server starts its refresh first.
    expect(await store.beginRefresh(db, account, clock.ms, clock.ms + 1_000)).toBe(true)

    const secondLook = createBarrier()
    let looks = 0
    const refreshed: string[] = []
    const refresh = createTokenRefresh({
      ...depsOf(fixture),
      store: {
        ...store,
        async byId(at, accountId) {
          looks += 1
          if (looks === 2) await secondLook.stop()
          return store.byId(at, accountId)
        },
      },
      oauth: {
        async refresh(refreshToken) {
          refreshed.push(refreshToken)
          return { ...tokens, accessToken: 'repeated' }
        },
      },
    })
    const waiting = refresh(account)
    await Promise.race([secondLook.reached, waiting])
    await store.endRefresh(db, account, { ...tokens, accessToken: 'of the other server' }, clock.ms)
    secondLook.release()
    expect(await waiting).toMatchObject({ id: account.id, accessToken: 'of the other server' })
    expect(refreshed).toEqual([])
  })

  it('L2 waits until another server has had all its time, and then refreshes the token', async () => {
    const { clock } = fixture
    const account = await linkedAccount('cleo')
    const otherServer = createBarrier()
    const deps = depsOf(fixture)
    const refreshByOther = createTokenRefresh({
      ...deps,
      store,
      oauth: {
        async refresh() {
          await otherServer.stop()
          return tokens
        },
      },
    })
    const ended = refreshByOther(account)
    await otherServer.reached
    const refresh = createTokenRefresh({
      ...deps,
      store: {
        ...store,
        byId(at, accountId) {
          clock.ms += 10_250
          return store.byId(at, accountId)
        },
      },
      oauth: { refresh: () => Promise.resolve({ ...tokens, accessToken: 'new' }) },
    })
    expect(await refresh(account)).toMatchObject({ accessToken: 'new' })
    otherServer.release()
    await ended
  })

  it('L2 stores the new tokens also if the database was away when they arrived', async () => {
    const account = await linkedAccount('ben')
    let attempts = 0
    const refreshed: string[] = []
    const refresh = createTokenRefresh({
      ...depsOf(fixture),
      store: {
        ...store,
        async endRefresh(...given) {
          attempts += 1
          if (attempts === 1) throw Object.assign(new Error('the database restarts'), { code: '57P01' })
          return store.endRefresh(...given)
        },
      },
      oauth: {
        async refresh(refreshToken) {
          refreshed.push(refreshToken)
          return { ...tokens, accessToken: 'new', refreshToken: 'rotated' }
        },
      },
    })
    expect(await refresh(account)).toMatchObject({ accessToken: 'new', refreshToken: 'rotated' })
    expect(refreshed).toEqual(['refresh'])
  })
})
