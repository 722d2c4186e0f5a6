import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocalBus } from '../../platform/event-bus.ts'
import { refuse } from '../../platform/refusal.ts'
import { whileDeletingSession } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import {
  type TestUser,
  type SessionFixture,
  openSessionFixture,
  openSession,
} from '../../testing/session-fixture.ts'
import { createVoting } from './voting.ts'

describe.each(databases)('votes for a session that is deleted at the same time, on $name', (factory) => {
  let fixture: SessionFixture
  let ann: TestUser
  let ben: TestUser
  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
    ;[ann, ben] = [await fixture.addUser('ann'), await fixture.addUser('ben')]
    await fixture.addSongs(['a', 'b'])
  })
  afterAll(() => fixture.close())

  it('S6 V7 are answered as not found, and votes for other sessions are committed at once', async () => {
    const [deleted, open] = [await openSession(ann, ben), await openSession(ann, ben)]
    let commits = 0
    const bus = createLocalBus()
    // Each batch publishes one event for each session, so this counts the batches.
    bus.subscribe((event) => {
      if (event.type === 'session' && event.ssid === open) commits += 1
    })
    const voting = createVoting({ db: fixture.db, now: () => fixture.clock.ms, bus }, async () =>
      refuse('not-found'),
    )
    const cast = (ssid: string, userId: string, songId: string) =>
      voting.vote({ ssid, userId, songId, action: { kind: 'set', vote: 'up' } })
    const answers = await whileDeletingSession(factory, fixture.db, deleted, () =>
      Promise.all(
        [ann, ben].flatMap(({ id }) =>
          [deleted, open].flatMap((ssid) => ['a', 'b'].map((songId) => cast(ssid, id, songId))),
        ),
      ),
    )
    const outcomes = answers.map((answer) => ('code' in answer ? answer.code : answer.upvotes))
    expect(outcomes).toEqual([1, 2].flatMap(() => ['not-found', 'not-found', 2, 2]))
    expect(commits).toBe(1)
  })
})
