import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockSessions } from '../../platform/db/row-locks.ts'
import { createLocalBus } from '../../platform/event-bus.ts'
import { beginTransaction, untilBlocked } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import {
  granted,
  type SessionFixture,
  openSessionFixture,
  openSession,
} from '../../testing/session-fixture.ts'
import { removeNegativeSongs } from './voting.ts'
import { countSongVotes, saveVotes } from './store.ts'

describe.each(databases)('on $name', (factory) => {
  let fixture: SessionFixture

  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
  })
  afterAll(() => fixture.close())

  it('V5 a song that is voted up just before it would be removed stays on the list', async () => {
    const [ann, ben] = [await fixture.addUser('ann'), await fixture.addUser('ben')]
    const parties = [await openSession(ann, ben), await openSession(ann, ben)]
    await fixture.addSongs(['a'])
    for (const ssid of parties)
      await granted(ann.call('voteDown', { params: { ssid }, body: { songID: 'a' } }))
    fixture.clock.ms += 24 * 3_600_000

    // The job finds the song in both sessions. The song gets votes in the second session before the job removes
    // it there.
    const [left = '', other = ''] = parties
    const now = () => fixture.clock.ms
    const voting = await beginTransaction(fixture.db, async (trx) => {
      await lockSessions(trx, parties)
      const key = { ssid: other, songId: 'a' }
      await saveVotes(
        trx,
        [ann, ben].map(({ id }) => ({ ...key, userId: id, direction: 'up', castAt: now() })),
      )
      await countSongVotes(trx, [key], now())
    })
    const removing = removeNegativeSongs({ db: fixture.db, now, bus: createLocalBus() })
    await untilBlocked(factory, fixture.db, removing)
    await voting.commit()
    await removing

    for (const ssid of parties) {
      const { votes: list } = await granted(ann.call('session', { params: { ssid } }))
      expect(list.map(({ score }) => score)).toEqual(ssid === left ? [] : [2])
    }
  })
})
