import { createServer, type Server, type ServerResponse } from 'node:http'
import { createSpotifyEmulator, type SpotifyEmulator } from '@jointly/spotify-emulator'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db, Trx } from '../platform/db/tables.ts'
import type { Refusal } from '../platform/refusal.ts'
import { refuseFor } from '../provider/failures.ts'
import { beginTransaction, untilBlocked } from '../testing/barriers.ts'
import { lockUser } from '../platform/db/row-locks.ts'
import { transact } from '../platform/db/transact.ts'
import { databases, hasRowLocks } from '../testing/databases.ts'
import { listenOnLoopback } from '../testing/loopback.ts'
import {
  acceleratedClock,
  consent,
  granted,
  link,
  PASSWORD,
  refusal,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts'
import { createRevocations } from './revocations.ts'

const SECRET = 'a secret of sixteen characters'

describe.each(databases)('links that the provider does not end at once, on $name', (database) => {
  let emulator: SpotifyEmulator
  let provider: Server
  let server: TestServer
  /** The requests to end a link that the provider has not answered yet. It answers none while `isHanging` is true. */
  let held: ServerResponse[]
  let isHanging: boolean
  let count = 0

  beforeAll(async () => {
    emulator = createSpotifyEmulator({
      clients: [{ id: 'jointly', secret: SECRET }],
      imageOrigin: '',
      loginAs: true,
    })
    provider = createServer((request, response) => {
      if (isHanging && request.url?.endsWith('/api/revoke')) held.push(response)
      else void emulator.handle(request, response)
    })
    const url = `http://127.0.0.1:${await listenOnLoopback(provider)}`
    const settings = { PROVIDER_URL: url, PROVIDER_SECRET: SECRET }
    server = await startTestServer(database, acceleratedClock(100), settings)
  })
  beforeEach(() => {
    held = []
    isHanging = true
  })
  afterAll(async () => {
    provider.closeAllConnections()
    await server.close()
    provider.close()
    await emulator.close()
  })

  async function linked() {
    const person = await server.signUp(`ann${(count += 1)}`)
    const [account] = await link(person, 'eva')
    const me = async () => {
      const headers = { authorization: `Bearer ${account?.access_token}` }
      return (await fetch(`${server.address}/spotify/api/v1/me`, { headers })).status
    }
    return { person, id: account?.id ?? '', me }
  }
  const stored = () => server.db.selectFrom('revocations').select('token').execute()

  /** Ends a link while the provider answers nothing. Then the first request gets 503, and the retry ends the link. */
  async function expectEnd(begin: () => Promise<unknown>, me: () => Promise<number>) {
    await begin()
    await expect.poll(() => held.length).toBeGreaterThan(0)
    expect(await me()).toBe(200)
    expect(await stored()).toHaveLength(1)
    isHanging = false
    for (const response of held) response.writeHead(503).end()
    await expect.poll(me).toBe(401)
    await expect.poll(stored).toEqual([])
  }

  it('A7 deleting an account does not wait, and the link ends when the provider answers again', async () => {
    const { person, me } = await linked()
    await expectEnd(() => granted(person.call('deleteUser', { body: { password: PASSWORD } })), me)
  })

  it('L3 disconnecting does not wait, and the link ends when the provider answers again', async () => {
    const { person, id, me } = await linked()
    await expectEnd(() => granted(person.call('deleteAccount', { params: { id } })), me)
  })

  // This test needs row locks. On SQLite, nothing else runs during a transaction.
  it.each([database].filter(hasRowLocks))(
    'L1 L3 a refused link is stored to be ended in the transaction that refuses it',
    async () => {
      const { person } = await linked()
      for (const name of ['ann', 'ben', 'cleo', 'dan']) await link(person, name)
      const { url } = await granted(person.call('connectAccount', { body: { service: 'spotify' } }))
      const body = await consent(url, 'finn')
      const lock = (trx: Trx) => lockUser(trx, person.id)
      const begun = await beginTransaction(server.db, lock)
      const sixth = refusal(person.call('accountCallback', { body }))
      await untilBlocked(database, server.db, sixth)
      // This transaction gets the lock as soon as the transaction that refuses the link has ended. So it reads what
      // that transaction stored.
      const seen = transact(server.db, async (trx) => {
        await lock(trx)
        return trx.selectFrom('revocations').select('id').execute()
      })
      await untilBlocked(database, server.db, seen, 2)
      await begun.commit()
      expect(await seen).toHaveLength(1)
      expect(await sixth).toBe('409 too-many')
      await expect.poll(() => held.length).toBeGreaterThan(0)
      isHanging = false
      for (const response of held) response.writeHead(503).end()
      await expect.poll(stored).toEqual([])
    },
  )
})

describe.each(databases)('grants that must be ended, on $name', (database) => {
  const MINUTE_MS = 60_000
  const HOUR_MS = 60 * MINUTE_MS
  let db: Db
  let close: () => Promise<void>
  let nowMs = 0
  let answer: Refusal | null
  let faults: string[]
  const asked: { token: string; atMs: number }[] = []
  const deps = () => ({
    db,
    now: () => nowMs,
    secrets: {
      encrypt: (text: string, id: string) => `${id}:${text.toUpperCase()}`,
      decrypt: (text: string, id: string) => text.slice(id.length + 1).toLowerCase(),
    },
    oauth: {
      canRevoke: true,
      async revoke(token: string) {
        asked.push({ token, atMs: nowMs })
        return answer
      },
    },
    logFault: (_: unknown, what: string) => void faults.push(what),
  })
  const stored = () => db.selectFrom('revocations').select(['token', 'tries']).execute()

  beforeAll(async () => {
    ;({ db, close } = await database.open())
  })
  beforeEach(async () => {
    await db.deleteFrom('revocations').execute()
    asked.length = 0
    faults = []
    nowMs = 0
    answer = refuseFor('away')
  })
  afterAll(() => close())

  it('L3 the waits grow to an hour, and a token is stored encrypted until the provider ends its grant', async () => {
    const { add, job } = createRevocations(deps())
    await add(db, ['a'])
    expect(await stored()).toMatchObject([{ token: expect.stringMatching(/:A$/) }])
    for (; nowMs < 4 * HOUR_MS; nowMs += job.everyMs) await job.run()
    const waits = asked.slice(1).map(({ atMs }, index) => (atMs - (asked[index]?.atMs ?? 0)) / 1_000)
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
    answer = null
    nowMs += HOUR_MS
    await job.run()
    expect(await stored()).toEqual([])
    expect(faults).toEqual([])
  })

  it('L3 a grant is asked for again after 15 seconds and not sooner, however often other grants must end', async () => {
    const { add, runNow, close: idle, job } = createRevocations(deps())
    await add(db, ['a'])
    runNow()
    await idle()
    const other = createRevocations(deps())
    await add(db, ['b'])
    other.runNow()
    await other.close()
    nowMs = 14_999
    await job.run()
    expect(asked.map(({ token }) => token)).toEqual(['a', 'b'])
    nowMs = 15_000
    await job.run()
    expect(asked.map(({ token }) => token).sort()).toEqual(['a', 'a', 'b', 'b'])
  })

  it('L3 a grant that the provider does not know is not asked for again', async () => {
    const { add, job } = createRevocations(deps())
    for (const failure of ['grant-ended', 'sign-in'] as const) {
      answer = refuseFor(failure)
      await add(db, ['a'])
      await job.run()
      expect(await stored()).toEqual([])
    }
  })

  it('L3 after 30 days the token is deleted, and the log says so', async () => {
    const { add, job } = createRevocations(deps())
    await add(db, ['a'])
    nowMs += 30 * 24 * HOUR_MS - 1
    await job.run()
    expect(await stored()).toHaveLength(1)
    nowMs += HOUR_MS
    await job.run()
    expect(await stored()).toEqual([])
    expect(faults).toEqual(['a link to the streaming service could not be ended'])
  })

  it('L3 of two servers, one asks the provider', async () => {
    const [one, two] = [createRevocations(deps()), createRevocations(deps())]
    await one.add(db, ['a'])
    // This lock lets both servers find the row before one of them can change it.
    const held = await beginTransaction(db, (trx) =>
      trx.selectFrom('revocations').select('id').forUpdate().execute(),
    )
    const first = one.job.run()
    await untilBlocked(database, db, first)
    const second = two.job.run()
    await untilBlocked(database, db, second, 2)
    await held.commit()
    await Promise.all([first, second])
    expect(asked).toHaveLength(1)
  })

  it('L3 a token that cannot be decrypted delays no other', async () => {
    const { add, job } = createRevocations(deps())
    const broken = createRevocations({
      ...deps(),
      secrets: {
        encrypt: (text) => text,
        decrypt: () => {
          throw new Error('another key')
        },
      },
    })
    await add(db, ['a'])
    await broken.job.run()
    expect(faults).toHaveLength(1)
    nowMs += MINUTE_MS
    answer = null
    await job.run()
    expect(await stored()).toEqual([])
  })

  it('L3 nothing is stored for a provider that cannot end grants', async () => {
    const { add } = createRevocations({ ...deps(), oauth: { ...deps().oauth, canRevoke: false } })
    await add(db, ['a'])
    expect(await stored()).toEqual([])
  })
})
