import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockSessions } from '../../platform/db/row-locks.ts'
import { beginTransaction, untilBlocked } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import {
  granted,
  type SessionFixture,
  openSessionFixture,
  openSession,
  refusal,
} from '../../testing/session-fixture.ts'

describe.each(databases)('votes and bans at the same moment, on $name', (factory) => {
  let fixture: SessionFixture
  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
  })
  afterAll(() => fixture.close())

  it('S5 V7 a vote waits for a ban that is being saved, and is then refused', async () => {
    const [ann, ben] = [await fixture.addUser('ann'), await fixture.addUser('ben')]
    const ssid = await openSession(ann, ben)
    await fixture.addSongs(['a'])
    const banning = await beginTransaction(fixture.db, async (trx) => {
      await lockSessions(trx, [ssid])
      await trx.insertInto('bans').values({ session_id: ssid, user_id: ben.id, since: 0 }).execute()
    })
    const voting = ben.call('voteUp', { params: { ssid }, body: { songID: 'a', vote: 'up' } })
    await untilBlocked(factory, fixture.db, voting)
    await banning.commit()
    expect(await refusal(voting)).toBe('403 banned')
    expect((await granted(ann.call('session', { params: { ssid } }))).votes).toEqual([])
  })
})
