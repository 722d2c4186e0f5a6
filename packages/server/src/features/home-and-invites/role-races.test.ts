import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Loss, whileLosing } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import { openSessionOfRoles, type RoleName, saveOver } from '../../testing/managed-session.ts'
import {
  befriend,
  granted,
  openSessionFixture,
  refusal,
  type SessionFixture,
  type TestUser,
} from '../../testing/session-fixture.ts'

describe.each(databases)('the invite of a manager who loses the role, on $name', (factory) => {
  let fixture: SessionFixture
  let people: Record<RoleName, TestUser>
  let friend: TestUser
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    ;({ people, ssid } = await openSessionOfRoles(fixture))
    friend = await fixture.addUser('friend')
    await befriend(people.manager, friend)
  })

  const inviteWhileLosing = (loss: Loss): Promise<string> => {
    const inviting = () => people.manager.call('invite', { body: { invitedID: friend.id, ssid } })
    return refusal(whileLosing(factory, fixture.db, { ssid, userId: people.manager.id, loss }, inviting))
  }

  it('I1 S2 is refused in a strict session', async () => {
    await granted(saveOver(people.owner, ssid, { policy: 'strict' }))
    await granted(people.owner.call('invite', { body: { invitedID: people.manager.id, ssid } }))
    expect(await inviteWhileLosing('role')).toBe('403 policy')
    expect(await granted(friend.call('invites'))).toEqual([])
  })

  it('I1 S5 is refused after a ban', async () => {
    expect(await inviteWhileLosing('ban')).toBe('403 banned')
    expect(await granted(friend.call('invites'))).toEqual([])
  })
})
