import type { OptionsBody } from '@jointly/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../../testing/databases.ts'
import { openSessionOfRoles, type RoleName, saveOver } from '../../../testing/managed-session.ts'
import {
  type TestUser,
  granted,
  type SessionFixture,
  openSessionFixture,
  refusal,
} from '../../../testing/session-fixture.ts'

describe.each(databases)('concurrent saves on $name', (factory) => {
  let fixture: SessionFixture
  let people: Record<RoleName, TestUser>
  let extra: TestUser
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    ;({ people, extra, ssid } = await openSessionOfRoles(fixture))
  })

  const read = (guest: TestUser) => granted(guest.call('options', { params: { ssid } }))
  const save = (guest: TestUser, body: OptionsBody) => guest.call('saveOptions', { params: { ssid }, body })
  const over = (guest: TestUser, body: Omit<OptionsBody, 'version'>) => saveOver(guest, ssid, body)

  it('R4 a save over an older version is refused with the current options that the user may see', async () => {
    const { owner, operator } = people
    const { version } = await read(operator)
    await granted(over(owner, { title: 'Bar', policy: 'free' }))
    const answer = await save(operator, { version, skipPercent: 60 })
    expect(answer).toMatchObject({ status: 409, error: { code: 'stale', current: await read(operator) } })
    expect(await read(operator)).toMatchObject({ title: 'Bar', skipPercent: 35, version: version + 1 })
    expect(await refusal(save(owner, { version: version + 9, title: 'x' }))).toBe('409 stale')
  })

  it('R4 of several saves over the same version on two servers, one succeeds', async () => {
    const { callAs } = await fixture.startSecondServer()
    const { version } = await read(people.owner)
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((title, index) => {
        const guest = index % 2 ? people.owner : people.manager
        const call = index % 3 ? callAs(guest) : guest.call
        return call('saveOptions', { params: { ssid }, body: { version, title } })
      }),
    )
    const won = answers.filter(({ ok }) => ok)
    expect(won).toHaveLength(1)
    expect(answers.flatMap((answer) => (answer.ok ? [] : answer.error.code))).toEqual(Array(5).fill('stale'))
    expect(won[0]).toMatchObject({
      value: await read(people.owner).then(({ title }) => ({ title, version: 3 })),
    })
  })

  it('R2 a moderator who was demoted while editing is refused, and nothing is saved', async () => {
    const { owner, manager } = people
    const copy = await read(manager)
    const { title = '', flavor, mods, banned } = copy
    await granted(over(owner, { mods: [{ user_id: manager.id, level: 'relate' }] }))
    const before = await read(owner)
    for (const body of [{ title: 'Mine' }, { title, policy: 'free' as const, flavor }, { mods, banned }])
      expect(await refusal(save(manager, { version: copy.version, ...body }))).toBe('403 forbidden')
    expect(await read(owner)).toEqual(before)
  })

  it('R2 a user who gives away their own level gets only the sections of the new role', async () => {
    expect(await granted(over(people.manager, { mods: [] }))).toEqual({ version: 3, managed: true })
  })

  it('R2 a save works while others vote, skip and enter, and while the session is deleted', async () => {
    await fixture.addSongs(['a'])
    const { owner, manager, guest } = people
    const params = { ssid }
    const vote = { params, body: { songID: 'a' } }
    const { version } = await read(owner)
    const answers = await Promise.all([
      guest.call('voteUp', vote),
      save(owner, { version, banned: [{ user_id: guest.id }] }),
      guest.call('skip', { params }),
      extra.call('session', { params }),
      manager.call('upgrade', { params, body: { plan: 'monthly' } }),
      owner.call('downgrade', { params }),
      owner.call('deleteSession', { params }),
      save(manager, { version, title: 'Late' }),
      extra.call('voteDown', vote),
    ])
    const codes = answers.flatMap((answer) => (answer.ok ? [] : answer.status))
    expect(codes.filter((code) => ![403, 404, 409].includes(code))).toEqual([])
  })
})
