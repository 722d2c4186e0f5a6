import type { VoteDirection } from '@jointly/domain'
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

const songIds = ['a', 'b', 'unknown']
const BANNED = 3
/**
 * The index of the user who votes for all songs first. So no song leaves the list, and the order of the other votes
 * does not matter.
 */
const STAYS = 4

type Wish = { voter: number; songId: string; way: 'voteUp' | 'voteDown'; vote: VoteDirection | undefined }

/**
 * Generates votes that are cast at once. Nobody has two votes for one song, because their order would be
 * random.
 */
const round = fc.uniqueArray(
  fc.record<Wish>({
    voter: fc.nat({ max: BANNED }),
    songId: fc.constantFrom(...songIds),
    way: fc.constantFrom('voteUp', 'voteDown'),
    vote: fc.constantFrom('up', 'down', 'none', undefined),
  }),
  { selector: ({ voter, songId }) => `${voter} ${songId}`, maxLength: 10, size: 'max' },
)

describe.each(databases)('on $name', (factory) => {
  let fixture: SessionFixture
  let guests: TestUser[]

  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
    guests = await Promise.all(['ann', 'ben', 'cleo', 'dan', 'eve'].map((name) => fixture.addUser(name)))
    await fixture.addSongs(['a', 'b'])
  })
  afterAll(() => fixture.close())

  const guestOf = (voter: number): TestUser => {
    const guest = guests[voter]
    if (!guest) throw new Error('nobody')
    return guest
  }

  async function openSessionWithSongs(): Promise<string> {
    const ssid = await openSession(guestOf(0), ...guests.slice(1))
    const ban = { session_id: ssid, user_id: guestOf(BANNED).id, since: 0 }
    await fixture.db.insertInto('bans').values(ban).execute()
    for (const songId of ['a', 'b']) await cast(ssid, { voter: STAYS, songId, way: 'voteUp', vote: 'up' })
    return ssid
  }

  /** Casts a vote. The answer is returned without counts, because the counts depend on the whole group. */
  async function cast(ssid: string, { voter, songId, way, vote }: Wish) {
    const body = { songID: songId, ...(vote && { vote }) }
    const answer = await guestOf(voter).call(way, { params: { ssid }, body })
    return answer.ok ? answer.value.vote : `${answer.status} ${answer.error.code}`
  }

  const listOf = async (ssid: string) =>
    (await granted(guestOf(0).call('session', { params: { ssid } }))).votes

  it('V1 V7 votes in a group have the same result as votes one by one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { maxLength: 3 }), async (rounds) => {
        const [atOnce, inTurn] = [await openSessionWithSongs(), await openSessionWithSongs()]
        for (const wishes of rounds) {
          fixture.clock.ms += 1
          const together = await Promise.all(wishes.map((wish) => cast(atOnce, wish)))
          const single: string[] = []
          for (const wish of wishes) single.push(await cast(inTurn, wish))
          expect(together).toEqual(single)
        }
        expect(await listOf(atOnce)).toEqual(await listOf(inTurn))
        for (const ssid of [atOnce, inTurn])
          await granted(guestOf(0).call('deleteSession', { params: { ssid } }))
      }),
      { numRuns: 8, endOnFailure: true },
    )
  })
})
