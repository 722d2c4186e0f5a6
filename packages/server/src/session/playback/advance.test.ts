import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginTransaction, untilBlocked } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import {
  granted,
  type TestUser,
  type SessionFixture,
  openSessionFixture,
  openSession,
} from '../../testing/session-fixture.ts'
import type { SessionContext } from '../context.ts'
import { Presence } from '../presence/presence.ts'
import { advancePlayback } from './advance.ts'

describe.each(databases)('moves at the same moment, on $name', (factory) => {
  let fixture: SessionFixture
  let ann: TestUser
  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
    ann = await fixture.addUser('ann')
    await fixture.addSongs(['a', 'b'])
  })
  afterAll(() => fixture.close())

  it('P4 a call that waits for another choice gets that song and chooses none', async () => {
    const ssid = await openSession(ann)
    for (const songID of ['a', 'b']) {
      fixture.clock.ms += 1
      await granted(ann.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
    }
    const presence = new Presence({ now: () => fixture.clock.ms, onChange: () => undefined })
    presence.poll(ssid, ann.id)
    const context: SessionContext = {
      ...{ db: fixture.db, bus: fixture.bus, presence, now: () => fixture.clock.ms, random: () => 0 },
      ...{ logSecurity: () => undefined, logFault: () => undefined },
    }
    // The first choice stops at the point where it removes the votes of its song.
    const held = await beginTransaction(fixture.db, (trx) =>
      trx.selectFrom('votes').select('song_id').where('session_id', '=', ssid).forUpdate().execute(),
    )
    const first = advancePlayback(context, ssid, 'play')
    await untilBlocked(factory, fixture.db, first)
    const second = advancePlayback(context, ssid, 'play')
    await untilBlocked(factory, fixture.db, second, 2)
    await held.commit()
    const changed = await Promise.all([first, second])
    expect(changed.map(({ version, turn, playing }) => [version, turn, playing?.songId])).toEqual([
      [1, 1, 'a'],
      [1, 1, 'a'],
    ])
  })
})
