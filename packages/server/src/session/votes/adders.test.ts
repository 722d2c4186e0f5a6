import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../platform/db/transact.ts'
import { saveOver } from '../../testing/managed-session.ts'
import {
  granted,
  openSession,
  openSessionFixture,
  type SessionFixture,
} from '../../testing/session-fixture.ts'
import { withdrawAllVotes } from './recount.ts'
import { waitingCount } from './waiting-store.ts'

let fixture: SessionFixture
beforeAll(async () => {
  fixture = await openSessionFixture()
})
afterAll(() => fixture.close())

it('A7 H3 a song of a deleted person belongs to the person with the oldest up-vote that remains', async () => {
  const [ann, ben, cleo] = [
    await fixture.addUser('ann'),
    await fixture.addUser('ben'),
    await fixture.addUser('cleo'),
  ]
  const ssid = await openSession(ann, ben, cleo)
  const params = { ssid }
  await fixture.addSongs(['a'])
  for (const user of [ben, cleo])
    await granted(user.call('voteUp', { params, body: { songID: 'a', vote: 'up' } }))
  // Ben added the song, although his vote is gone.
  await granted(ben.call('voteUp', { params, body: { songID: 'a', vote: 'none' } }))
  const addedBy = async (user: typeof ann) => (await granted(user.call('session', { params }))).you.added
  expect([await addedBy(ben), await addedBy(cleo)]).toEqual([1, 0])
  await transact(fixture.db, (trx) => withdrawAllVotes(trx, ben.id, fixture.clock.ms))
  fixture.bus.publish({ type: 'you', ssid, userId: cleo.id })
  expect(await addedBy(cleo)).toBe(1)
})

it('A7 H9 a deletion removes the wishes of the person, and others fetch the waiting songs again', async () => {
  const [ann, ben] = [await fixture.addUser('ann'), await fixture.addUser('ben')]
  const ssid = await openSession(ann, ben)
  const params = { ssid }
  await fixture.addSongs(['a'])
  await granted(saveOver(ann, ssid, { approve: true }))
  await granted(ben.call('voteUp', { params, body: { songID: 'a', vote: 'up' } }))
  expect(await waitingCount(fixture.db, ssid)).toEqual({ count: 1, version: 1 })
  await transact(fixture.db, (trx) => withdrawAllVotes(trx, ben.id, fixture.clock.ms))
  expect(await waitingCount(fixture.db, ssid)).toEqual({ count: 0, version: 2 })
})
