import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockSessions, lockUser } from '../../platform/db/row-locks.ts'
import { beginTransaction, untilBlocked } from '../../testing/barriers.ts'
import { type DatabaseFactory, databases, hasRowLocks } from '../../testing/databases.ts'
import { openSession } from '../../testing/session-fixture.ts'
import { granted, type Person, refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'

const postgres = databases.find(hasRowLocks)

/** These tests are skipped on SQLite, because SQLite runs nothing else during a transaction. */
describe.skipIf(!postgres)('the vote of a guest during other calls of the guest, on PostgreSQL', () => {
  let server: TestServer
  let ssid: string
  let robin: Person & { device: string }
  let songID: string
  beforeAll(async () => {
    server = await startTestServer(postgres)
    const ann = await server.signUp('ann')
    ssid = await openSession(ann)
    const { data } = await granted(ann.call('songs', { query: { query: 'a', ssid } }))
    songID = data[0]?.id ?? ''
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    robin = await server.joinAsGuest('Robin', ssid)
    await granted(robin.call('session', { params: { ssid } }))
  })

  const vote = () => robin.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } })
  const blocked = (work: Promise<unknown>, count = 1) =>
    untilBlocked(postgres as DatabaseFactory, server.db, work, count)

  it('G3 V7 counts when their device comes back', async () => {
    const held = await beginTransaction(server.db, (trx) => lockSessions(trx, [ssid]))
    const voting = vote()
    await blocked(voting)
    const returning = server.joinAsGuest('Robin', ssid, robin.device)
    await blocked(returning, 2)
    await held.commit()
    expect((await returning).id).toBe(robin.id)
    expect(await voting).toMatchObject({ ok: true })
  })

  it('G9 V7 counts when they change their nickname', async () => {
    const held = await beginTransaction(server.db, (trx) => sql`lock table users in share mode`.execute(trx))
    const renaming = robin.call('renameGuest', { body: { nickname: 'Kim' } })
    await blocked(renaming)
    const voted = await vote()
    await held.commit()
    await granted(renaming)
    expect(voted).toMatchObject({ ok: true })
  })

  it('G6 A2 is refused, but does not log them out, while an account is made of them', async () => {
    const upgrading = await beginTransaction(server.db, (trx) => lockUser(trx, robin.id))
    const refused = await refusal(vote())
    await upgrading.commit()
    expect(refused).toBe('429 rate-limited')
    await granted(vote())
  })
})
