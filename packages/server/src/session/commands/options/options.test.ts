import { type HostRules, Options, type OptionsBody } from '@jointly/contract'
import { hostRuleNames } from '@jointly/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSessionOfRoles, type RoleName, roleNames, saveOver } from '../../../testing/managed-session.ts'
import {
  type TestUser,
  granted,
  type SessionFixture,
  openSessionFixture,
  refusal,
} from '../../../testing/session-fixture.ts'

/** Rules of the host (H1). Every value is different from the default of a new session. */
const changedRules: HostRules = {
  adding: false,
  songsPerPerson: 3,
  downVotes: false,
  explicit: false,
  maxMinutes: 8,
  noRepeat: 20,
  approve: true,
}

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

describe('options', () => {
  let fixture: SessionFixture
  let people: Record<RoleName, TestUser>
  let extra: TestUser
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture()
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
})
