import type { ListedSong } from '@jointly/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPresence } from '../presence/presence.ts'
import { createBarrier, untilBlocked } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import { type Guest, type House, openHouse, openParty } from '../../testing/session-house.ts'
import { moveOn } from './move.ts'
import type { PlaybackDeps } from './ports.ts'

describe.each(databases)('moves at the same moment, on $name', (factory) => {
  let house: House
  let ann: Guest
  beforeAll(async () => {
    house = await openHouse(factory)
    ann = await house.guest('ann')
    await house.songs(['a', 'b'])
  })
  afterAll(() => house.close())

  const listed = (songId: string): Omit<ListedSong, 'refused'> => ({
    songId,
    score: 1,
    behind: null,
    firstVoteAt: 0,
    overtaken: 0,
  })

  it('P4 who waits while another chooses finds that song, and chooses none', async () => {
    const ssid = await openParty(ann)
    const presence = createPresence({ now: () => house.clock.ms, onChange: () => undefined })
    presence.poll(ssid, ann.id)
    const barrier = createBarrier()
    let choices = 0
    const deps: PlaybackDeps = {
      db: house.db,
      now: () => house.clock.ms,
      chance: () => 0,
      bus: house.bus,
      presence,
      votes: {
        async listed() {
          choices += 1
          if (choices === 1) await barrier.stop()
          return [listed('a'), listed('b')]
        },
        spend: async () => [],
        noteOvertaken: async () => undefined,
      },
      refusedSongs: async () => new Set(),
      noteHeard: async () => undefined,
    }
    const first = moveOn(deps, ssid, 'play')
    await barrier.reached
    const second = moveOn(deps, ssid, 'play')
    await untilBlocked(factory, house.db, second)
    barrier.release()
    const moves = await Promise.all([first, second])
    expect(moves.map(({ move, playing }) => [move, playing?.songId])).toEqual([
      [1, 'a'],
      [1, 'a'],
    ])
    expect(choices).toBe(1)
  })
})
