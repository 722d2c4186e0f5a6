import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../db/tables.ts'
import { createLocalBus } from '../../live/bus.ts'
import { refuse } from '../../refusal.ts'
import { databases } from '../../testing/databases.ts'
import { granted, type House, openHouse, openParty } from '../../testing/session-house.ts'
import { createVotes } from './service.ts'
import { recount, saveVotes } from './store.ts'

describe.each(databases)('on $name', (factory) => {
  let house: House

  beforeAll(async () => {
    house = await openHouse(factory)
  })
  afterAll(() => house.close())

  it('V5 a song that is voted up at the moment at which it would leave the list stays', async () => {
    const [ann, ben] = [await house.guest('ann'), await house.guest('ben')]
    const parties = [await openParty(ann, ben), await openParty(ann, ben)]
    await house.songs(['a'])
    for (const ssid of parties)
      await granted(ann.call('voteDown', { params: { ssid }, body: { songID: 'a' } }))
    house.clock.ms += 24 * 3_600_000

    // The song of both sessions was found to have overstayed. While the first leaves, the other gets votes.
    let left: string | undefined
    const now = () => house.clock.ms
    const votesComeForTheOther = async (db: Db, ssids: readonly string[]) => {
      if (left !== undefined) return
      left = ssids[0]
      const other = { ssid: parties.find((ssid) => ssid !== left) ?? '', songId: 'a' }
      await saveVotes(
        db,
        [ann, ben].map(({ id }) => ({ ...other, userId: id, direction: 'up', castAt: now() })),
      )
      await recount(db, [other], now())
    }
    const votes = createVotes({
      db: house.db,
      now,
      bus: createLocalBus(),
      hold: votesComeForTheOther,
      admission: { standings: async () => [], refusals: async () => new Map() },
      resolveSong: async () => refuse('not-found'),
    })
    await votes.dropOverstayed()

    for (const ssid of parties) {
      const { votes: list } = await granted(ann.call('session', { params: { ssid } }))
      expect(list.map(({ score }) => score)).toEqual(ssid === left ? [] : [2])
    }
  })
})
