import type { VoteDirection } from '@jointly/domain'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import {
  granted,
  type TestUser,
  type SessionFixture,
  openSessionFixture,
} from '../../testing/session-fixture.ts'
import type { VoteRequest } from './decide-votes.ts'
import { commitVotes } from './commit-votes.ts'
import { listedSongs, saveOvertaken } from './store.ts'

const songIds = ['a', 'b']

type Cast = { voter: number; songId: string; action: VoteRequest['action'] }

type Commit = (casts: readonly Cast[]) => Promise<unknown[]>

const group = fc.array(
  fc.record<Cast>({
    voter: fc.nat({ max: 2 }),
    songId: fc.constantFrom(...songIds),
    action: fc.oneof(
      fc.record({
        kind: fc.constant('set' as const),
        vote: fc.constantFrom<VoteDirection>('up', 'down', 'none'),
      }),
      fc.record({ kind: fc.constant('toggle' as const), direction: fc.constantFrom('up', 'down') }),
    ),
  }),
  { minLength: 1, maxLength: 8 },
)

describe.each(databases)('on $name', (factory) => {
  let fixture: SessionFixture
  let guests: TestUser[]

  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
    guests = await Promise.all(['ann', 'ben', 'cleo'].map((name) => fixture.addUser(name)))
    await fixture.addSongs(songIds)
  })
  afterAll(() => fixture.close())

  async function openEmptySession(): Promise<{ ssid: string; commit: Commit }> {
    const { id: ssid } = await granted(
      guests[0]?.call('createSession', { body: { title: 'Kitchen', managed: false, isPrivate: false } }) ??
        Promise.reject(new Error('nobody')),
    )
    const commit = async (casts: readonly Cast[]) => {
      const requests = casts.map(({ voter, songId, action }) => ({
        ssid,
        userId: guests[voter]?.id ?? '',
        songId,
        action,
      }))
      const outcomes = await commitVotes(fixture.db, requests, () => fixture.clock.ms)
      return outcomes.map((outcome) =>
        typeof outcome === 'object' && 'vote' in outcome ? outcome.vote : outcome,
      )
    }
    return { ssid, commit }
  }

  const addersOf = (ssid: string) =>
    fixture.db
      .selectFrom('listed_songs')
      .select(['song_id', 'added_id'])
      .where('session_id', '=', ssid)
      .orderBy('song_id')
      .execute()

  it('V1 V3 V4 V5 V7 H3 a group of votes has the same result as the votes one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(group, { minLength: 1, maxLength: 4 }), async (groups) => {
        const [grouped, single] = [await openEmptySession(), await openEmptySession()]
        for (const casts of groups) {
          fixture.clock.ms += 1
          const together = await grouped.commit(casts)
          const inTurn: unknown[] = []
          for (const cast of casts) inTurn.push(...(await single.commit([cast])))
          expect(together).toEqual(inTurn)
          for (const { ssid } of [grouped, single]) await saveOvertaken(fixture.db, ssid, songIds)
        }
        const listOf = async ({ ssid }: { ssid: string }) =>
          Object.fromEntries((await listedSongs(fixture.db, ssid)).map((song) => [song.songId, song]))
        expect(await listOf(grouped)).toEqual(await listOf(single))
        expect(await addersOf(grouped.ssid)).toEqual(await addersOf(single.ssid))
      }),
      { numRuns: 25 },
    )
  })
})
