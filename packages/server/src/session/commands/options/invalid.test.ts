import type { OptionsBody } from '@jointly/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSessionOfRoles, type RoleName, saveOver } from '../../../testing/managed-session.ts'
import {
  befriend,
  type TestUser,
  granted,
  type SessionFixture,
  openSessionFixture,
} from '../../../testing/session-fixture.ts'

describe('invalid options', () => {
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

  const over = (guest: TestUser, body: Omit<OptionsBody, 'version'>) => saveOver(guest, ssid, body)
  const fieldsOf = async (answer: ReturnType<typeof over>) => {
    const got = await answer
    return got.ok || !('fields' in got.error) ? null : got.error.fields
  }
  const modList = (...guests: TestUser[]) =>
    guests.map(({ id }) => ({ user_id: id, level: 'relate' as const }))

  it('S3 E1 an invalid title is refused by its name, and HTML in a title is plain text', async () => {
    for (const title of ['', '   ', 'x'.repeat(81), '\u200B'])
      expect(await fieldsOf(over(people.owner, { title }))).toEqual({ title: 'title' })
    const title = '<img src=x onerror=alert(1)>'
    expect(await granted(over(people.owner, { title }))).toMatchObject({ title })
    const { session } = await granted(people.guest.call('session', { params: { ssid } }))
    expect(session.title).toBe(title)
  })

  it('K2 E1 the threshold is 1 to 100', async () => {
    for (const skipPercent of [0, 101, 1.5])
      expect(Object.keys((await fieldsOf(over(people.owner, { skipPercent }))) ?? {})).toEqual([
        'skipPercent',
      ])
    for (const skipPercent of [1, 100]) await granted(over(people.owner, { skipPercent }))
  })

  it('R3 moderators are friends of the owner or of the manager who saves', async () => {
    const mods = modList(people.manager, people.operator, people.relate, extra)
    expect(await fieldsOf(over(people.manager, { mods }))).toEqual({ 'mods.3': 'stranger' })
    await befriend(people.manager, extra)
    expect(await fieldsOf(over(people.owner, { mods }))).toEqual({ 'mods.3': 'stranger' })
    await granted(
      over(people.manager, {
        mods: mods.map((mod) => (mod.user_id === people.manager.id ? { ...mod, level: 'manager' } : mod)),
      }),
    )
    await granted(over(people.owner, { mods: mods.map((mod) => ({ ...mod, level: 'operator' })) }))
  })

  it('R3 a manager cannot change or remove the owner, or give anyone a level above manager', async () => {
    const { owner, manager, operator } = people
    for (const user_id of [operator.id, manager.id])
      expect(await fieldsOf(over(manager, { mods: [{ user_id, level: 'owner' }] }))).toEqual({
        'mods.0': 'owner',
      })
    for (const level of ['manager', 'relate'] as const)
      expect(await fieldsOf(over(manager, { mods: [{ user_id: owner.id, level }] }))).toEqual({
        'mods.0': 'owner',
      })
    const { mods } = await granted(over(manager, { mods: [{ user_id: manager.id, level: 'manager' }] }))
    expect(mods?.map(({ level }) => level)).toEqual(['owner', 'manager'])
    expect(await fieldsOf(over(manager, { banned: [{ user_id: owner.id }] }))).toEqual({
      'banned.0': 'owner',
    })
  })

  it('R3 active users can be banned, and banned users stay banned whether or not they are active', async () => {
    const away = await fixture.addUser('away')
    const banned = [{ user_id: extra.id }, { user_id: away.id }]
    expect(await fieldsOf(over(people.operator, { banned }))).toEqual({ 'banned.1': 'away' })
    await granted(over(people.operator, { banned: [{ user_id: extra.id }] }))
    await granted(away.call('session', { params: { ssid } }))
    const since = () =>
      fixture.db.selectFrom('bans').select('since').where('user_id', '=', extra.id).execute()
    const first = await since()
    fixture.clock.ms += 1_000
    const shown = await granted(over(people.manager, { banned }))
    expect(shown.banned).toEqual([
      { user_id: extra.id, username: extra.name },
      { user_id: away.id, username: away.name },
    ])
    expect(await since()).toEqual(first)
  })

  it('R3 a moderator can be banned only if the same save removes their level', async () => {
    const { manager, operator, relate } = people
    const banned = [{ user_id: relate.id }]
    expect(await fieldsOf(over(operator, { banned }))).toEqual({ 'banned.0': 'moderator' })
    expect(await fieldsOf(over(manager, { banned }))).toEqual({ 'banned.0': 'moderator' })
    expect(await fieldsOf(over(operator, { banned: [{ user_id: operator.id }] }))).toEqual({
      'banned.0': 'self',
    })
    const mods = [{ user_id: manager.id, level: 'manager' as const }]
    await granted(over(manager, { banned, mods }))
    expect(await fieldsOf(over(manager, { mods: [...mods, ...modList(relate)] }))).toEqual({
      'mods.1': 'banned',
    })
  })

  it('E1 rows of a wrong shape are named by their index', async () => {
    const response = await fetch(`${fixture.origin}/api/session/${ssid}/options`, {
      method: 'POST',
      headers: { authorization: `Bearer ${people.owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        mods: [{ user_id: 'x', level: 'king' }],
        flavor: { mode: 'ban', selected: [{}] },
      }),
    })
    expect(response.status).toBe(422)
    const body: unknown = await response.json()
    expect(body).toMatchObject({
      error: { fields: { version: 'required', 'mods.0.level': 'value', 'flavor.mode': 'value' } },
    })
  })
})
