import { Options, type OptionsBody } from '@jointly/contract'
import { hostRuleNames } from '@jointly/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../../testing/databases.ts'
import { changedRules } from '../../../testing/changed-rules.ts'
import { openSessionOfRoles, type RoleName, roleNames, saveOver } from '../../../testing/managed-session.ts'
import {
  type TestUser,
  granted,
  type SessionFixture,
  openSessionFixture,
  refusal,
} from '../../../testing/session-fixture.ts'

/**
 * The sections of the options that each role sees and changes (specification, section 6). In an unmanaged
 * session, the owner has fewer sections.
 */
const table = {
  managed: {
    owner: ['general', 'policy', 'guests', 'chat', 'rules', 'mods', 'flavor', 'banned', 'share'],
    manager: ['general', 'policy', 'guests', 'chat', 'rules', 'mods', 'flavor', 'banned', 'share'],
    operator: ['general', 'banned', 'share'],
    relate: ['share'],
    guest: [],
  },
  unmanaged: {
    owner: ['general', 'policy', 'guests', 'chat', 'rules', 'banned', 'share'],
    manager: [],
    operator: [],
    relate: [],
    guest: [],
  },
} as const satisfies Record<string, Record<RoleName, readonly string[]>>

describe.each(databases)('options on $name', (factory) => {
  let fixture: SessionFixture
  let people: Record<RoleName, TestUser>
  let extra: TestUser
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
  })
  afterAll(() => fixture.close())

  const openNewSession = async () => {
    ;({ people, extra, ssid } = await openSessionOfRoles(fixture))
  }
  const read = (guest: TestUser) => granted(guest.call('options', { params: { ssid } }))
  const save = (guest: TestUser, body: OptionsBody) => guest.call('saveOptions', { params: { ssid }, body })
  const over = (guest: TestUser, body: Omit<OptionsBody, 'version'>) => saveOver(guest, ssid, body)
  const downgrade = () => granted(people.owner.call('downgrade', { params: { ssid } }))
  const stored = async () => {
    const { version: _, ...options } = await read(people.owner)
    return options
  }
  const modList = (...guests: TestUser[]) =>
    guests.map(({ id }) => ({ user_id: id, level: 'relate' as const }))

  describe('readable sections', () => {
    const keysOf = {
      general: ['title', 'skipPercent'],
      policy: ['policy'],
      guests: ['guests'],
      chat: ['chat'],
      rules: [...hostRuleNames, 'fallback'],
      mods: ['mods'],
      flavor: ['flavor'],
      banned: ['banned'],
      share: ['share'],
    } as const

    // These tests only read, so they share one session.
    describe.each(['managed', 'unmanaged'] as const)('%s', (state) => {
      beforeAll(async () => {
        await openNewSession()
        if (state === 'unmanaged') await downgrade()
      })

      it.each(roleNames)(`R1 R2 D3 in a session that is ${state}: %s`, async (role) => {
        const { version, managed, managedUntil, ...sections } = await read(people[role])
        expect([version, managed]).toEqual([2, state === 'managed'])
        expect(Object.keys(sections).toSorted()).toEqual(
          table[state][role].flatMap((section) => [...keysOf[section]]).toSorted(),
        )
        expect(managedUntil).toBe(role === 'owner' && state === 'managed' ? null : undefined)
      })
    })

    it('R2 D3 the owner is the first moderator and cannot be changed', async () => {
      await openNewSession()
      const raw = await fetch(`${fixture.origin}/api/session/${ssid}/options`, {
        headers: { authorization: `Bearer ${people.manager.token}` },
      })
      const body: unknown = await raw.json()
      expect(Options.parse(body)).toEqual(body)
      const { owner, manager, operator, relate } = people
      const mods = Object.entries({ owner, manager, operator, relate }).map(([level, { id, name }]) => ({
        user_id: id,
        username: name,
        level,
      }))
      expect(body).toMatchObject({ title: 'Kitchen', skipPercent: 35, policy: 'link', banned: [] })
      expect(body).toMatchObject({ flavor: { mode: 'disabled', selected: [] } })
      const shown = Options.parse(body).mods ?? []
      expect(shown[0]).toEqual(mods[0])
      expect(shown).toEqual(expect.arrayContaining(mods))
    })

    it('S2 a user who is not admitted sees and changes nothing', async () => {
      await openNewSession()
      const stranger = await fixture.addUser('stranger')
      await granted(over(people.owner, { policy: 'invite' }))
      expect(await refusal(stranger.call('options', { params: { ssid } }))).toBe('404 not-found')
      expect(await refusal(save(stranger, { version: 3, title: 'Mine' }))).toBe('404 not-found')
      expect(await refusal(extra.call('options', { params: { ssid } }))).toBe('403 policy')
      expect((await read(people.owner)).title).toBe('Kitchen')
    })
  })

  describe('writable sections', () => {
    beforeEach(openNewSession)

    const change = {
      general: () => ({ title: 'Bar', skipPercent: 50 }),
      policy: () => ({ policy: 'free' as const }),
      guests: () => ({ guests: false }),
      chat: () => ({ chat: false }),
      rules: () => changedRules,
      mods: () => ({ mods: modList(people.manager) }),
      flavor: () => ({ flavor: { mode: 'whitelist' as const, selected: [] } }),
      banned: () => ({ banned: [{ user_id: extra.id }] }),
    }
    const sections = ['general', 'policy', 'guests', 'chat', 'rules', 'mods', 'flavor', 'banned'] as const

    for (const state of ['managed', 'unmanaged'] as const)
      it.each(roleNames)(`R1 R2 in a session that is ${state}: %s`, async (role) => {
        if (state === 'unmanaged') await downgrade()
        const mayChange: readonly string[] = table[state][role]
        for (const section of sections.filter((each) => !mayChange.includes(each))) {
          const before = await stored()
          const answer = await over(people[role], { ...change[section](), skipPercent: 35 })
          expect(answer).toMatchObject({
            status: 403,
            error: { code: 'forbidden', fields: { [section]: 'forbidden' } },
          })
          expect(await stored()).toEqual(before)
        }
        for (const section of sections.filter((each) => each !== 'mods' && mayChange.includes(each))) {
          const body = change[section]()
          const shown = await granted(over(people[role], body))
          expect(shown).toMatchObject(body)
          expect(await read(people[role])).toEqual(shown)
        }
        if (mayChange.includes('mods')) await granted(over(people[role], change.mods()))
      })

    it('R2 one forbidden section refuses the whole save', async () => {
      const before = await stored()
      expect(await refusal(over(people.operator, { title: 'Bar', policy: 'free' }))).toBe('403 forbidden')
      expect(await stored()).toEqual(before)
    })

    it('R2 a user who may not see a list cannot find out its contents by guessing', async () => {
      const { mods, flavor, banned } = await read(people.owner)
      for (const guess of [{ mods }, { flavor }, { banned }])
        expect(await refusal(over(people.guest, guess))).toBe('403 forbidden')
      expect(await refusal(over(people.operator, { mods }))).toBe('403 forbidden')
      await granted(over(people.operator, { banned }))
    })

    it('R2 an unchanged section is accepted, and missing sections stay', async () => {
      const { version, title, policy } = await read(people.owner)
      const body = {
        version,
        title: ` ${title} `,
        policy,
        banned: [],
        skipPercent: 40,
      }
      expect(await granted(save(people.operator, body))).toMatchObject({ version: 3, title, skipPercent: 40 })
      expect(await granted(over(people.owner, { title: 'Bar' }))).toMatchObject({
        version: 4,
        skipPercent: 40,
        policy,
      })
    })

    it('R2 a save without changes makes no new version', async () => {
      expect(await granted(over(people.guest, {}))).toEqual({ version: 2, managed: true })
      expect(await granted(over(people.owner, { title: 'Kitchen' }))).toMatchObject({ version: 2 })
    })

    it('R5 sections without effect in an unmanaged session can be sent unchanged', async () => {
      const { mods, flavor, banned } = await read(people.owner)
      await downgrade()
      await granted(over(people.owner, { mods, flavor, banned, title: 'Bar' }))
      expect(await refusal(over(people.owner, { mods: [] }))).toBe('403 forbidden')
    })
  })

  describe('concurrent saves', () => {
    beforeEach(openNewSession)

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
      expect(answers.flatMap((answer) => (answer.ok ? [] : answer.error.code))).toEqual(
        Array(5).fill('stale'),
      )
      expect(won[0]).toMatchObject({
        value: await read(people.owner).then(({ title }) => ({ title, version: 3 })),
      })
    })

    it('R2 a moderator who was demoted while editing is refused, and nothing is saved', async () => {
      const { owner, manager } = people
      const copy = await read(manager)
      const { title = '', flavor, mods, banned } = copy
      await granted(over(owner, { mods: modList(manager) }))
      const before = await stored()
      for (const body of [{ title: 'Mine' }, { title, policy: 'free' as const, flavor }, { mods, banned }])
        expect(await refusal(save(manager, { version: copy.version, ...body }))).toBe('403 forbidden')
      expect(await stored()).toEqual(before)
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
})
