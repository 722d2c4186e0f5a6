import { AVATAR_PAIRS, movedPairs, pairOfId } from '@jointly/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import {
  granted,
  openSession,
  openSessionFixture,
  type SessionFixture,
} from '../../testing/session-fixture.ts'
import type { TestUser } from '../../testing/session-fixture.ts'

describe.each(databases)('on $name', (factory) => {
  let fixture: SessionFixture

  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
  })
  afterAll(() => fixture.close())

  /** Adds people until the ids of two of them give the same pair of colours, and returns these two. */
  async function addTwoAlike(): Promise<[TestUser, TestUser]> {
    const byPair = new Map<number, TestUser>()
    for (let count = 0; count <= AVATAR_PAIRS.length; count++) {
      const user = await fixture.addUser('guest')
      const same = byPair.get(pairOfId(user.id))
      if (same) return [same, user]
      byPair.set(pairOfId(user.id), user)
    }
    throw new Error('there are more people than pairs')
  }

  it('U2 of two people with the same colours, the one who entered later gets others, the same for everyone', async () => {
    const [first, second] = await addTwoAlike()
    const ssid = await openSession(first)
    const coloursFor = async (user: TestUser) =>
      (await granted(user.call('session', { params: { ssid } }))).colours
    expect(await coloursFor(first)).toBeUndefined()
    fixture.clock.ms += 1
    await coloursFor(second)
    const moved = movedPairs([first.id, second.id])
    expect(Object.keys(moved)).toEqual([second.id])
    expect(await coloursFor(second)).toEqual(moved)
    expect(await coloursFor(first)).toEqual(moved)
  })
})
