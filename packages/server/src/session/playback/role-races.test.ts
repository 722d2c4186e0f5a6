import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Loss, whileLosing } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import { openSessionOfRoles, type RoleName } from '../../testing/managed-session.ts'
import {
  granted,
  openSessionFixture,
  refusal,
  type SessionFixture,
  type TestUser,
} from '../../testing/session-fixture.ts'

describe.each(databases)('a manager who loses the role, on $name', (factory) => {
  let fixture: SessionFixture
  let people: Record<RoleName, TestUser>
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
    await fixture.addSongs(['a', 'b'])
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    ;({ people, ssid } = await openSessionOfRoles(fixture))
    for (const songID of ['a', 'b']) {
      fixture.clock.ms += 1
      await granted(people.owner.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
    }
    await granted(people.owner.call('play', { params: { ssid } }))
  })

  const skip = () => people.manager.call('skip', { params: { ssid }, body: { wish: true } })
  const pause = () => people.manager.call('pause', { params: { ssid }, body: { paused: true } })
  const see = async () => {
    const { nowPlaying, skips } = await granted(people.owner.call('session', { params: { ssid } }))
    return { song: nowPlaying.song?.id, isWished: skips > 0 }
  }
  const calling = <T>(loss: Loss, call: () => Promise<T>): Promise<T> =>
    whileLosing(factory, fixture.db, { ssid, userId: people.manager.id, loss }, call)

  it('K1 K3 skips with one wish without the role', async () => {
    expect(await granted(calling('role', skip))).toMatchObject({ wish: true, skipped: false })
    expect(await see()).toEqual({ song: 'a', isWished: true })
  })

  it('K3 S5 skips nothing after a ban', async () => {
    expect(await refusal(calling('ban', skip))).toBe('403 banned')
    expect(await see()).toEqual({ song: 'a', isWished: false })
    const wishes = fixture.db.selectFrom('skip_wishes').select('user_id').where('session_id', '=', ssid)
    expect(await wishes.execute()).toEqual([])
  })

  it.each([
    ['role', '403 forbidden'],
    ['ban', '403 banned'],
  ] as const)('H8 S5 pauses nothing after the loss of: %s', async (loss, refused) => {
    expect(await refusal(calling(loss, pause))).toBe(refused)
    const { nowPlaying } = await granted(people.owner.call('session', { params: { ssid } }))
    expect(nowPlaying.pausedBy).toBeUndefined()
  })
})
