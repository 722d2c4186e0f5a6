import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { type House, openHouse, openParty } from '../../testing/session-house.ts'
import { loadPlayback, savePlayback } from './store.ts'

describe.each(databases)('the playback on $name', (factory) => {
  let house: House
  beforeAll(async () => {
    house = await openHouse(factory)
  })
  afterAll(() => house.close())

  it('P4 P5 a move is stored once: of two upon the same state, the second stores nothing', async () => {
    const ssid = await openParty(await house.guest('ann'))
    const before = await loadPlayback(house.db, ssid)
    expect(await savePlayback(house.db, before, { ...before, turn: 1 })).toBe(true)
    expect(await savePlayback(house.db, before, { ...before, turn: 2 })).toBe(false)
    expect(await loadPlayback(house.db, ssid)).toEqual({ ...before, move: before.move + 1, turn: 1 })
  })

  it('S1 P1 a new session has one, in which nothing plays', async () => {
    const ssid = await openParty(await house.guest('ann'))
    const row = house.db.selectFrom('playbacks').select(['move', 'song_id']).where('session_id', '=', ssid)
    expect(await row.execute()).toEqual([{ move: 0, song_id: null }])
  })
})
