import type { VoteDirection } from '@jointly/domain'
import { type CastVote, tally } from '@jointly/domain/testing/tally'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import {
  granted,
  type TestUser,
  type SessionFixture,
  openSessionFixture,
  openSession,
} from '../../testing/session-fixture.ts'

const songIds = ['a', 'b', 'c']

const casts = fc.array(
  fc.record({
    voter: fc.nat({ max: 3 }),
    songId: fc.constantFrom(...songIds),
    vote: fc.constantFrom<VoteDirection>('up', 'down', 'none'),
  }),
  { maxLength: 25 },
)

describe.each(databases)('on $name', (factory) => {
  let fixture: SessionFixture
  let owner: TestUser
  let others: TestUser[]

  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
    owner = await fixture.addUser('ann')
    others = await Promise.all(['ben', 'cleo', 'dan'].map((name) => fixture.addUser(name)))
    await fixture.addSongs(songIds)
  })
  afterAll(() => fixture.close())

  it('V2 V3 the database counts any votes as the rule does', async () => {
    await fc.assert(
      fc.asyncProperty(casts, async (sequence) => {
        const ssid = await openSession(owner, ...others)
        const currentVotes = new Map<string, CastVote & { songId: string }>()
        for (const { voter, songId, vote } of sequence) {
          const guest = others[voter] ?? owner
          fixture.clock.ms += 1
          await granted(guest.call('voteUp', { params: { ssid }, body: { songID: songId, vote } }))
          const key = `${guest.id} ${songId}`
          if (vote === 'none') currentVotes.delete(key)
          else if (currentVotes.get(key)?.direction !== vote)
            currentVotes.set(key, { person: guest.id, direction: vote, castAt: fixture.clock.ms, songId })
        }
        const { votes } = await granted(owner.call('session', { params: { ssid } }))
        const counted = votes.map(({ song, score, upvotes, downvotes, why }) => [
          song.id,
          { score, upvotes, downvotes, behind: why.by?.id ?? null },
        ])
        const expected = songIds
          .map(
            (songId) =>
              [songId, [...currentVotes.values()].filter((vote) => vote.songId === songId)] as const,
          )
          .filter(([, cast]) => cast.length > 0)
          .map(([songId, cast]) => [songId, tally(cast)])
        expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(expected))
        await granted(owner.call('deleteSession', { params: { ssid } }))
      }),
      { numRuns: 15 },
    )
  })
})
