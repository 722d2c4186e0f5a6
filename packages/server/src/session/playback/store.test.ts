import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { type SessionFixture, openSessionFixture, openSession } from '../../testing/session-fixture.ts'
import { loadPlayback, savePlayback } from './store.ts'

describe.each(databases)('the playback on $name', (factory) => {
  let fixture: SessionFixture
  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
  })
  afterAll(() => fixture.close())

  it('P4 P5 a change is stored once: of two changes from the same state, the second stores nothing', async () => {
    const ssid = await openSession(await fixture.addUser('ann'))
    const before = await loadPlayback(fixture.db, ssid)
    expect(await savePlayback(fixture.db, before, { ...before, turn: 1 })).toBe(true)
    expect(await savePlayback(fixture.db, before, { ...before, turn: 2 })).toBe(false)
    expect(await loadPlayback(fixture.db, ssid)).toEqual({ ...before, version: before.version + 1, turn: 1 })
  })

  it('S1 P1 a new session has a playback in which nothing plays', async () => {
    const ssid = await openSession(await fixture.addUser('ann'))
    const row = fixture.db.selectFrom('playbacks').select(['move', 'song_id']).where('session_id', '=', ssid)
    expect(await row.execute()).toEqual([{ move: 0, song_id: null }])
  })
})
