import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginTransaction, untilBlocked } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import { granted, type Guest, type House, openHouse, openParty } from '../../testing/session-house.ts'
import type { SessionContext } from '../context.ts'
import { createPresence } from '../presence/presence.ts'
import { movePlayback } from './move.ts'

describe.each(databases)('moves at the same moment, on $name', (factory) => {
  let house: House
  let ann: Guest
  beforeAll(async () => {
    house = await openHouse(factory)
    ann = await house.guest('ann')
    await house.songs(['a', 'b'])
  })
  afterAll(() => house.close())

  it('P4 who waits while another chooses finds that song, and chooses none', async () => {
    const ssid = await openParty(ann)
    for (const songID of ['a', 'b']) {
      house.clock.ms += 1
      await granted(ann.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
    }
    const presence = createPresence({ now: () => house.clock.ms, onChange: () => undefined })
    presence.poll(ssid, ann.id)
    const context: SessionContext = {
      ...{ db: house.db, bus: house.bus, presence, now: () => house.clock.ms, random: () => 0 },
      ...{ logSecurity: () => undefined, logFault: () => undefined },
    }
    // The first choice stops where it removes the votes of its song.
    const held = await beginTransaction(house.db, (trx) =>
      trx.selectFrom('votes').select('song_id').where('session_id', '=', ssid).forUpdate().execute(),
    )
    const first = movePlayback(context, ssid, 'play')
    await untilBlocked(factory, house.db, first)
    const second = movePlayback(context, ssid, 'play')
    await untilBlocked(factory, house.db, second, 2)
    await held.commit()
    const moves = await Promise.all([first, second])
    expect(moves.map(({ move, turn, playing }) => [move, turn, playing?.songId])).toEqual([
      [1, 1, 'a'],
      [1, 1, 'a'],
    ])
  })
})
