import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocalBus } from '../../platform/event-bus.ts'
import { refuse } from '../../platform/refusal.ts'
import { whileDeletingSession } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import { type Guest, type House, openHouse, openParty } from '../../testing/session-house.ts'
import { createVotes } from './service.ts'

describe.each(databases)('votes for a session that is deleted meanwhile, on $name', (factory) => {
  let house: House
  let ann: Guest
  let ben: Guest
  beforeAll(async () => {
    house = await openHouse(factory)
    ;[ann, ben] = [await house.guest('ann'), await house.guest('ben')]
    await house.songs(['a', 'b'])
  })
  afterAll(() => house.close())

  it('S6 V7 find nothing, and those for others are committed with them at once', async () => {
    const [gone, open] = [await openParty(ann, ben), await openParty(ann, ben)]
    let commits = 0
    const votes = createVotes({
      db: house.db,
      now: () => house.clock.ms,
      bus: createLocalBus(),
      admission: {
        async standings(db, visitors) {
          commits += 1
          const rows = await db.selectFrom('sessions').select('id').execute()
          const open = new Set(rows.map(({ id }) => id))
          return visitors.map(({ ssid }) =>
            open.has(ssid) ? { ssid, managed: false, flavor: '' } : refuse('not-found'),
          )
        },
        refusals: async () => new Map(),
      },
      resolveSong: async () => refuse('not-found'),
    })
    const cast = (ssid: string, userId: string, songId: string) =>
      votes.cast({ ssid, userId, songId, wish: { kind: 'set', vote: 'up' } })
    const answers = await whileDeletingSession(factory, house.db, gone, () =>
      Promise.all(
        [ann, ben].flatMap(({ id }) =>
          [gone, open].flatMap((ssid) => ['a', 'b'].map((songId) => cast(ssid, id, songId))),
        ),
      ),
    )
    const outcomes = answers.map((answer) => ('code' in answer ? answer.code : answer.upvotes))
    expect(outcomes).toEqual([1, 2].flatMap(() => ['not-found', 'not-found', 2, 2]))
    expect(commits).toBe(1)
  })
})
