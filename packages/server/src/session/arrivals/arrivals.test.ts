import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Presence } from '../presence/presence.ts'
import { refuse } from '../../platform/refusal.ts'
import { createBarrier } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import { granted, type SessionFixture, openSessionFixture } from '../../testing/session-fixture.ts'
import { createSessionContext } from '../context.ts'
import { createArrivals } from './arrivals.ts'
import { findMemberships } from '../access/membership.ts'
import type { SessionUser } from '../access/session-store.ts'

describe.each(databases)('entering on $name', (factory) => {
  let fixture: SessionFixture
  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
  })
  afterAll(() => fixture.close())

  it('S5 a user who is banned between the check and the entry is removed and never shown', async () => {
    const [ann, ben] = [await fixture.addUser('ann'), await fixture.addUser('ben')]
    const body = { title: 'Kitchen', managed: false, isPrivate: false }
    const { id: ssid } = await granted(ann.call('createSession', { body }))
    const presence = new Presence({ now: () => fixture.clock.ms, onChange: () => undefined })
    const barrier = createBarrier()
    const memberships = {
      async add(user: SessionUser) {
        const [membership] = await findMemberships(fixture.db, [user], fixture.clock.ms)
        await barrier.stop()
        return membership ?? refuse('not-found')
      },
    }
    const { db, bus, clock } = fixture
    const context = createSessionContext(
      {
        ...{ db, bus, now: () => clock.ms, random: () => 0 },
        ...{ logSecurity: () => undefined, logFault: () => undefined },
      },
      () => presence,
    )
    const arrivals = createArrivals(context, memberships)
    const came = arrivals.poll(ssid, ben.id)
    await barrier.reached
    await db.insertInto('bans').values({ session_id: ssid, user_id: ben.id, since: 0 }).execute()
    barrier.release()
    expect(await came).toMatchObject({ code: 'banned' })
    expect(presence.has(ssid, ben.id)).toBe(false)
    expect(await db.selectFrom('members').select('user_id').where('session_id', '=', ssid).execute()).toEqual(
      [],
    )
  })
})
