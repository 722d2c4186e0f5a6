import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSessionOfRoles, type RoleName, roleNames, saveOver } from '../../testing/managed-session.ts'
import {
  granted,
  openSessionFixture,
  type SessionFixture,
  type TestUser,
} from '../../testing/session-fixture.ts'

/**
 * For each role: `adds` is whether it adds songs without approval. `decides` is whether it sees all waiting songs and
 * decides about them (H9).
 */
const table: Record<'managed' | 'unmanaged', Record<RoleName, { adds: boolean; decides: boolean }>> = {
  managed: {
    owner: { adds: true, decides: true },
    manager: { adds: true, decides: true },
    operator: { adds: true, decides: true },
    relate: { adds: true, decides: false },
    guest: { adds: false, decides: false },
  },
  unmanaged: {
    owner: { adds: true, decides: true },
    manager: { adds: false, decides: false },
    operator: { adds: false, decides: false },
    relate: { adds: false, decides: false },
    guest: { adds: false, decides: false },
  },
}

describe.each(['managed', 'unmanaged'] as const)('waiting songs in a session that is %s', (state) => {
  let fixture: SessionFixture
  let people: Record<RoleName, TestUser>
  let extra: TestUser
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture()
    ;({ people, extra, ssid } = await openSessionOfRoles(fixture))
    await fixture.addSongs(roleNames.flatMap((role) => [role, `own-${role}`]))
    if (state === 'unmanaged') await granted(people.owner.call('downgrade', { params: { ssid } }))
    await granted(saveOver(people.owner, ssid, { approve: true }))
  })
  afterAll(() => fixture.close())

  const add = async (user: TestUser, songID: string) => {
    const answer = await granted(user.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
    return answer.waiting !== true
  }

  it.each(roleNames)('H9 R1 %s adds, sees and decides as the table says', async (role) => {
    const user = people[role]
    const { adds, decides } = table[state][role]
    expect(await add(extra, role)).toBe(false)
    expect(await add(user, `own-${role}`)).toBe(adds)
    const seen = await granted(user.call('waiting', { params: { ssid } }))
    const ids = seen.songs.map(({ song }) => song.id)
    expect(ids.includes(role)).toBe(decides)
    expect(ids.includes(`own-${role}`)).toBe(!adds)
    for (const approved of [true, false]) {
      await add(extra, role)
      const answer = await user.call('approve', { params: { ssid, songID: role }, body: { approved } })
      if (decides) expect(answer).toMatchObject({ ok: true })
      else expect(answer).toMatchObject({ status: 403, error: { code: 'forbidden' } })
      await extra.call('voteUp', { params: { ssid }, body: { songID: role, vote: 'none' } })
    }
  })

  it('H9 a banned person neither sees nor decides', async () => {
    const { guest, owner } = people
    await add(guest, 'guest')
    await granted(owner.call('setBan', { params: { ssid, id: guest.id }, body: { banned: true } }))
    expect(await guest.call('waiting', { params: { ssid } })).toMatchObject({ status: 403 })
    const decided = guest.call('approve', { params: { ssid, songID: 'guest' }, body: { approved: true } })
    expect(await decided).toMatchObject({ status: 403, error: { code: 'banned' } })
  })
})
