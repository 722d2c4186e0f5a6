import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSessionOfRoles, type RoleName, roleNames, saveOver } from '../../../testing/managed-session.ts'
import {
  addMembers,
  befriend,
  granted,
  openSessionFixture,
  refusal,
  type SessionFixture,
  type TestUser,
} from '../../../testing/session-fixture.ts'

/**
 * The roles that may ban a guest at once, and that may give a guest a role at once (S7). In an unmanaged session, only
 * the owner has a role.
 */
const table = {
  managed: { setBan: ['owner', 'manager', 'operator'], setRole: ['owner', 'manager'] },
  unmanaged: { setBan: ['owner'], setRole: [] },
} as const satisfies Record<string, Record<string, readonly RoleName[]>>

describe('one person in the options', () => {
  let fixture: SessionFixture
  let people: Record<RoleName, TestUser>
  let extra: TestUser
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture()
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    ;({ people, extra, ssid } = await openSessionOfRoles(fixture))
  })

  const setBan = (by: TestUser, { id }: { id: string }, banned: boolean) =>
    by.call('setBan', { params: { ssid, id }, body: { banned } })
  const setRole = (by: TestUser, { id }: { id: string }, level: 'manager' | 'operator' | 'relate' | null) =>
    by.call('setRole', { params: { ssid, id }, body: { level } })
  const options = () => granted(people.owner.call('options', { params: { ssid } }))
  const storeBans = (userIds: readonly string[]) =>
    fixture.db
      .insertInto('bans')
      .values(userIds.map((user_id) => ({ session_id: ssid, user_id, since: 0 })))
      .execute()
  const downgrade = () => granted(people.owner.call('downgrade', { params: { ssid } }))

  for (const state of ['managed', 'unmanaged'] as const)
    it.each(roleNames)(`S7 R1 in a session that is ${state}: %s`, async (role) => {
      if (state === 'unmanaged') await downgrade()
      await befriend(people.owner, extra)
      const mayBan: readonly RoleName[] = table[state].setBan
      const mayGive: readonly RoleName[] = table[state].setRole
      const actor = people[role]
      const outcome = async (answer: ReturnType<typeof setBan>) => {
        const { ok, status = 200 } = { status: 200, ...(await answer) }
        return ok ? 200 : status
      }
      expect(await outcome(setRole(actor, extra, 'relate'))).toBe(mayGive.includes(role) ? 200 : 403)
      expect(await outcome(setBan(actor, extra, true))).toBe(mayBan.includes(role) ? 200 : 403)
      await granted(setBan(people.owner, extra, true))
      expect(await refusal(extra.call('session', { params: { ssid } }))).toBe('403 banned')
      expect(await outcome(setBan(actor, extra, false))).toBe(mayBan.includes(role) ? 200 : 403)
      await granted(setBan(people.owner, extra, false))
      await granted(extra.call('session', { params: { ssid } }))
    })

  it('S7 R3 the limits of a save hold: no owner, not oneself, nobody who is away, no stranger as a moderator', async () => {
    const { owner, manager, operator, relate } = people
    const away = await fixture.addUser('away')
    const reasonOf = async (answer: ReturnType<typeof setBan>) => {
      const got = await answer
      return got.ok || !('fields' in got.error) ? got : Object.values(got.error.fields ?? {})[0]
    }
    expect(await reasonOf(setBan(manager, owner, true))).toBe('owner')
    expect(await reasonOf(setBan(operator, operator, true))).toBe('forbidden')
    expect(await reasonOf(setBan(owner, owner, true))).toBe('owner')
    expect(await reasonOf(setBan(manager, away, true))).toBe('away')
    expect(await reasonOf(setBan(manager, { id: crypto.randomUUID() }, true))).toBe('away')
    expect(await reasonOf(setRole(manager, owner, 'relate'))).toBe('owner')
    expect(await reasonOf(setRole(manager, extra, 'relate'))).toBe('stranger')
    expect(await refusal(setBan(operator, relate, true))).toBe('403 forbidden')
  })

  it('S7 R3 a ban takes the role, also one that has no effect now', async () => {
    const { owner, manager, operator, relate } = people
    expect((await granted(setBan(manager, relate, true))).mods?.map(({ user_id }) => user_id)).not.toContain(
      relate.id,
    )
    await downgrade()
    await granted(setBan(owner, operator, true))
    await granted(owner.call('upgrade', { params: { ssid }, body: { plan: 'infinite' } }))
    const { mods, banned } = await options()
    expect(mods?.map(({ user_id }) => user_id)).toEqual([owner.id, manager.id])
    expect(banned?.map(({ user_id }) => user_id).sort()).toEqual([relate.id, operator.id].sort())
  })

  it('S7 R4 people who ban at the same time all succeed, and an older copy is refused', async () => {
    const { owner, manager, operator, guest } = people
    const { version } = await options()
    await Promise.all([
      granted(setBan(manager, extra, true)),
      granted(setBan(operator, guest, true)),
      granted(setBan(owner, extra, true)),
    ])
    const after = await options()
    expect(after.version).toBe(version + 2)
    expect(after.banned?.map(({ user_id }) => user_id).sort()).toEqual([extra.id, guest.id].sort())
    const stale = { version, banned: [] }
    expect(await refusal(owner.call('saveOptions', { params: { ssid }, body: stale }))).toBe('409 stale')
  })

  it('A4 each person whom a save changes counts, but no save is refused because it changes many', async () => {
    const { owner } = people
    const members = await addMembers(fixture.db, ssid, 70)
    await storeBans(members)
    await granted(saveOver(owner, ssid, { banned: [] }))
    expect(await refusal(setBan(owner, extra, true))).toBe('429 rate-limited')
  })

  it('A4 R3 a ban that also takes a role counts as one change', async () => {
    const { manager, relate, guest } = people
    await storeBans(await addMembers(fixture.db, ssid, 58))
    await granted(saveOver(manager, ssid, { banned: [] }))
    await granted(setBan(manager, relate, true))
    await granted(setBan(manager, extra, true))
    expect(await refusal(setBan(manager, guest, true))).toBe('429 rate-limited')
  })

  it('R3 a session has at most 100 moderators besides its owner, and a save may list all of them', async () => {
    const { owner, relate } = people
    await befriend(owner, extra)
    const members = await addMembers(fixture.db, ssid, 97)
    const level = 'relate' as const
    const mods = members.map((user_id) => ({ session_id: ssid, user_id, level, since: 0 }))
    await fixture.db.insertInto('moderators').values(mods).execute()
    expect(await refusal(setRole(owner, extra, level))).toBe('409 too-many')
    await granted(setRole(owner, relate, 'operator'))
    await granted(saveOver(owner, ssid, { mods: (await options()).mods }))
    await granted(setRole(owner, relate, null))
    await granted(setRole(owner, extra, level))
  })

  it('R3 a session has at most 1,000 banned people', async () => {
    const { owner } = people
    const members = await addMembers(fixture.db, ssid, 1_000)
    await storeBans(members)
    expect(await refusal(setBan(owner, extra, true))).toBe('409 too-many')
    await granted(setBan(owner, { id: members[0] ?? '' }, false))
    await granted(setBan(owner, extra, true))
  })

  it('S7 a repeated call changes nothing', async () => {
    const { owner } = people
    const { version } = await granted(setBan(owner, extra, true))
    expect(await granted(setBan(owner, extra, true))).toMatchObject({ version })
    expect(await granted(setRole(owner, extra, null))).toMatchObject({ version })
  })
})
