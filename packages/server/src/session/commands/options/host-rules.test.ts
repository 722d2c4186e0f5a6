import type { OptionsBody } from '@jointly/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSessionOfRoles, type RoleName, saveOver } from '../../../testing/managed-session.ts'
import {
  granted,
  openSessionFixture,
  type SessionFixture,
  type TestUser,
} from '../../../testing/session-fixture.ts'

describe('the rules of the host in the options', () => {
  let fixture: SessionFixture
  let people: Record<RoleName, TestUser>
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture()
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    ;({ people, ssid } = await openSessionOfRoles(fixture))
  })

  const over = (guest: TestUser, body: Omit<OptionsBody, 'version'>) => saveOver(guest, ssid, body)
  const save = (guest: TestUser, body: OptionsBody) => guest.call('saveOptions', { params: { ssid }, body })
  const read = (guest: TestUser) => granted(guest.call('options', { params: { ssid } }))

  it('R4 H2 two saves at once while adding is locked lose nothing', async () => {
    const { owner, manager } = people
    const { version } = await granted(over(owner, { adding: false }))
    const answers = await Promise.all([
      save(owner, { version, maxMinutes: 8 }),
      save(manager, { version, songsPerPerson: 3 }),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const refused = answers[0]?.ok ? { by: manager, songsPerPerson: 3 } : { by: owner, maxMinutes: 8 }
    const { by, ...rest } = refused
    await granted(over(by, rest))
    expect(await read(owner)).toMatchObject({ adding: false, maxMinutes: 8, songsPerPerson: 3 })
  })

  it.each([
    ['songsPerPerson', 0],
    ['songsPerPerson', 201],
    ['maxMinutes', 0],
    ['maxMinutes', 121],
    ['noRepeat', -1],
    ['noRepeat', 101],
  ] as const)('H1 refuses %s of %i', async (name, value) => {
    const answer = await over(people.owner, { [name]: value })
    expect(answer).toMatchObject({ status: 422, error: { fields: { [name]: 'number' } } })
  })
})
