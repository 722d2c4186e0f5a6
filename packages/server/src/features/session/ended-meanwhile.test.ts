import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockSessions } from '../../db/row-locks.ts'
import { createLocalBus } from '../../live/bus.ts'
import { refuse } from '../../refusal.ts'
import { beginTransaction, untilBlocked } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import {
  befriend,
  granted,
  type Guest,
  type House,
  openHouse,
  openParty,
  refusal,
} from '../../testing/session-house.ts'
import { createVotes } from '../vote/service.ts'

const DAY_MS = 24 * 3_600_000

describe.each(databases)('a session that is deleted meanwhile, on $name', (factory) => {
  let house: House
  let ann: Guest
  let ben: Guest
  beforeAll(async () => {
    house = await openHouse(factory)
    ;[ann, ben] = [await house.guest('ann'), await house.guest('ben')]
    await house.songs(['a', 'b'])
    await befriend(ann, ben)
  })
  afterAll(() => house.close())

  /** Does something about a session that waits for one that deletes it. */
  async function whileDeleting<T>(ssid: string, work: () => Promise<T>): Promise<T> {
    const deleting = await beginTransaction(house.db, async (trx) => {
      await lockSessions(trx, [ssid])
      await trx.deleteFrom('sessions').where('id', '=', ssid).execute()
    })
    const working = work()
    await untilBlocked(factory, house.db, working)
    await deleting.commit()
    return working
  }

  it('S6 V7 is not found by votes for it, and those for others are committed with them at once', async () => {
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
    const answers = await whileDeleting(gone, () =>
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

  it('S6 P5 is no fault of what moves sessions on', async () => {
    const ssid = await openParty(ann)
    await granted(ann.call('voteUp', { params: { ssid }, body: { songID: 'a' } }))
    await granted(ann.call('play', { params: { ssid } }))
    house.clock.ms += 170_000
    await granted(ann.call('session', { params: { ssid } }))
    await whileDeleting(ssid, house.runChores)
  })

  it('S6 R5 is no fault of what ends its upgrade', async () => {
    const ssid = await openParty(ann)
    await granted(ann.call('upgrade', { params: { ssid }, body: { plan: 'monthly' } }))
    house.clock.ms += 32 * DAY_MS
    await whileDeleting(ssid, house.runChores)
  })

  it('S6 V5 is no fault of what drops its songs', async () => {
    const ssid = await openParty(ann)
    await granted(ann.call('voteDown', { params: { ssid }, body: { songID: 'a' } }))
    house.clock.ms += DAY_MS
    await whileDeleting(ssid, house.runChores)
  })

  it('S6 is not found by who enters, invites or saves its options', async () => {
    const acts = [
      (ssid: string) => refusal(ben.call('session', { params: { ssid } })),
      (ssid: string) => refusal(ann.call('invite', { body: { ssid, invitedID: ben.id } })),
      (ssid: string) =>
        refusal(ann.call('saveOptions', { params: { ssid }, body: { version: 1, title: 'Attic' } })),
    ]
    for (const act of acts) {
      const ssid = await openParty(ann)
      expect(await whileDeleting(ssid, () => act(ssid))).toBe('404 not-found')
    }
  })
})
