import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPresence } from '../presence/presence.ts'
import { refuse } from '../../platform/refusal.ts'
import { createBarrier } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import { granted, type House, openHouse } from '../../testing/session-house.ts'
import { createEntering } from './entering.ts'
import { standingsOf } from '../access/standing.ts'
import type { Visitor } from '../access/store.ts'

describe.each(databases)('entering on $name', (factory) => {
  let house: House
  beforeAll(async () => {
    house = await openHouse(factory)
  })
  afterAll(() => house.close())

  it('S5 who is banned between being let in and being there is put out again, unseen', async () => {
    const [ann, ben] = [await house.guest('ann'), await house.guest('ben')]
    const body = { title: 'Kitchen', managed: false, isPrivate: false }
    const { id: ssid } = await granted(ann.call('createSession', { body }))
    const presence = createPresence({ now: () => house.clock.ms, onChange: () => undefined })
    const barrier = createBarrier()
    const standings = {
      async add(visitor: Visitor) {
        const [stands] = await standingsOf(house.db, [visitor], house.clock.ms)
        await barrier.stop()
        return stands ?? refuse('not-found')
      },
    }
    const { db, bus, clock } = house
    const entering = createEntering(
      {
        ...{ db, bus, presence, now: () => clock.ms },
        playback: { load: async () => ({ playing: null, next: null }), wake: async () => undefined },
        beginVisits: async () => undefined,
        friendsOfAny: async () => [],
      },
      standings,
    )
    const came = entering.poll(ssid, ben.id)
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
