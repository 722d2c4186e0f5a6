import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kitchen, mods, OWNER, owner } from '../testing/options-fixture.ts'
import type { Policy } from './access.ts'
import type { HostRules } from './host-rules.ts'
import {
  decideOptions,
  affectedPeople,
  type OptionsSaver,
  type CurrentOptions,
  type RequestedOptions,
} from './decide-options-save.ts'
import { maySeeSection, type ModeratorLevel, type Role } from './role-permissions.ts'

const people = ['ann', 'ben', 'cleo', 'dan', 'eva']
const person = fc.constantFrom(...people)
const level = fc.constantFrom<ModeratorLevel>('manager', 'operator', 'relate')
const policy = fc.constantFrom<Policy>('strict', 'invite', 'link', 'free')
const rules: { [Name in keyof HostRules]: fc.Arbitrary<HostRules[Name]> } = {
  adding: fc.boolean(),
  songsPerPerson: fc.integer({ min: 1, max: 2 }),
  downVotes: fc.boolean(),
  explicit: fc.boolean(),
  maxMinutes: fc.constantFrom(null, 8),
  noRepeat: fc.integer({ min: 0, max: 1 }),
  approve: fc.boolean(),
}
const flavor = fc.record({
  mode: fc.constantFrom('blacklist' as const, 'whitelist' as const, 'disabled' as const),
  selected: fc.uniqueArray(
    fc.record({
      kind: fc.constantFrom('artist' as const, 'song' as const),
      id: fc.constantFrom('x', 'y'),
    }),
    { selector: ({ kind, id }) => kind + id },
  ),
})

/**
 * Generates stored options. Nobody is owner, moderator and banned at once, because every save prevents that.
 */
const current: fc.Arbitrary<CurrentOptions> = fc
  .record({
    version: fc.integer({ min: 1, max: 3 }),
    title: fc.constantFrom('Kitchen', 'Bar'),
    skipPercent: fc.integer({ min: 1, max: 100 }),
    policy,
    guests: fc.boolean(),
    chat: fc.boolean(),
    ...rules,
    fallback: fc.constantFrom(null, 'party', 'quiet'),
    flavor,
    mods: fc.uniqueArray(fc.tuple(person, level), { selector: ([id]) => id }),
    banned: fc.uniqueArray(person),
  })
  .map(({ mods, banned, ...rest }) => {
    const levels = new Map(mods.filter(([id]) => id !== OWNER))
    const isFree = (id: string) => id !== OWNER && !levels.has(id)
    return { ...rest, mods: levels, banned: new Set(banned.filter(isFree)) }
  })

const requested: fc.Arbitrary<RequestedOptions> = fc.record(
  {
    version: fc.integer({ min: 1, max: 3 }),
    title: fc.constantFrom('Kitchen', 'Bar'),
    skipPercent: fc.integer({ min: 1, max: 100 }),
    policy,
    guests: fc.boolean(),
    chat: fc.boolean(),
    ...rules,
    fallback: fc.constantFrom(null, 'party', 'quiet'),
    flavor,
    mods: fc.array(
      fc.record({
        person,
        level: fc.oneof(level, fc.constant('owner' as const)),
      }),
      { maxLength: 4 },
    ),
    banned: fc.array(person, { maxLength: 3 }),
  },
  { requiredKeys: ['version'] },
)

const saver: fc.Arbitrary<OptionsSaver> = fc
  .record({
    role: fc.constantFrom<Role>('owner', 'manager', 'operator', 'relate', 'guest'),
    managed: fc.boolean(),
    friends: fc.uniqueArray(person).map((ids) => new Set(ids)),
    playlists: fc.constant(new Set(['party'])),
    active: fc.uniqueArray(person).map((ids) => new Set(ids)),
  })
  .map((each) => ({
    ...each,
    owner: OWNER,
    person: each.role === 'owner' ? OWNER : 'eva',
  }))

const sent = (options: CurrentOptions): RequestedOptions => ({
  ...options,
  mods: [
    { person: OWNER, level: 'owner' as const },
    ...[...options.mods].map(([person, level]) => ({ person, level })),
  ],
  banned: [...options.banned],
})

const save = (body: Omit<RequestedOptions, 'version'>, by: Partial<OptionsSaver> = {}) =>
  decideOptions(kitchen, { version: 1, ...body }, { ...owner, ...by })
const currentMods: [string, ModeratorLevel][] = [...kitchen.mods]

describe('saving options', () => {
  it('R2 people who may see a section can send it unchanged, which changes nothing', () => {
    fc.assert(
      fc.property(
        current,
        saver,
        fc.constantFrom('owner' as const, 'manager' as const),
        (options, by, role) => {
          expect(decideOptions(options, sent(options), { ...by, role })).toEqual({
            kind: 'save',
            changed: new Set(),
            options,
          })
        },
      ),
    )
  })

  it('R1 R2 nobody can change a section of others, and a refused save stores nothing', () => {
    fc.assert(
      fc.property(current, requested, saver, (options, body, by) => {
        const decision = decideOptions(options, body, by)
        if (decision.kind === 'forbidden')
          expect(maySeeSection(by.role, decision.section, by.managed)).toBe(false)
        if (decision.kind === 'save')
          for (const section of decision.changed)
            expect(maySeeSection(by.role, section, by.managed)).toBe(true)
      }),
    )
  })

  it('R2 absent sections do not change, and sent ones are stored', () => {
    fc.assert(
      fc.property(current, requested, saver, (options, body, by) => {
        const decision = decideOptions(options, body, by)
        if (decision.kind !== 'save') return
        const { options: after } = decision
        const values = ['title', 'policy', 'skipPercent', 'adding', 'approve', 'noRepeat'] as const
        for (const name of values) expect(after[name]).toBe(body[name] ?? options[name])
        expect([...after.banned].toSorted()).toEqual([...(body.banned ?? options.banned)].toSorted())
        // Only a ban removes a role that has no effect (S7).
        const mods = [...options.mods].filter(([id]) => by.managed || !body.banned?.includes(id))
        if (!body.mods) expect(after.mods).toEqual(new Map(mods))
        if (!body.flavor) expect(after.flavor).toEqual(options.flavor)
      }),
    )
  })

  it('R3 after any save, new moderators were friends, newly banned people were active, and nobody has two roles', () => {
    fc.assert(
      fc.property(current, requested, saver, (options, body, by) => {
        const decision = decideOptions(options, body, by)
        if (decision.kind !== 'save') return
        const { mods, banned } = decision.options
        expect(mods.has(OWNER) || banned.has(OWNER)).toBe(false)
        for (const id of mods.keys()) {
          expect(banned.has(id)).toBe(false)
          expect(options.mods.has(id) || by.friends.has(id)).toBe(true)
        }
        for (const id of banned)
          expect(options.banned.has(id) || (by.active.has(id) && id !== by.person)).toBe(true)
      }),
    )
  })

  it('R4 a save with an old version changes nothing', () => {
    fc.assert(
      fc.property(current, requested, saver, (options, body, by) => {
        fc.pre(body.version !== options.version)
        expect(['stale', 'forbidden']).toContain(decideOptions(options, body, by).kind)
      }),
    )
  })

  it('R3 everyone who cannot be a moderator is named', () => {
    expect(save(mods(...currentMods, ['eva', 'manager'])).kind).toBe('save')
    expect(save(mods(['ann', 'owner'], ['ben', 'operator'], ['cleo', 'manager'])).kind).toBe('save')
    for (const by of [owner, { ...owner, person: 'ben', role: 'manager' as const }])
      expect(save(mods(['ann', 'relate'], ['ben', 'owner'], ['dan', 'relate'], ['x', 'relate']), by)).toEqual(
        {
          kind: 'invalid',
          fields: {
            'mods.0': 'owner',
            'mods.1': 'owner',
            'mods.2': 'banned',
            'mods.3': 'stranger',
          },
        },
      )
    expect(save(mods(...currentMods, ['ben', 'relate']))).toEqual({
      kind: 'invalid',
      fields: { 'mods.2': 'twice' },
    })
  })

  it('R3 everyone who cannot be banned is named', () => {
    expect(save({ banned: ['dan', 'eva'] }).kind).toBe('save')
    expect(save({ banned: [] }).kind).toBe('save')
    expect(save({ banned: ['ann', 'ben', 'dan', 'x', 'dan'] })).toEqual({
      kind: 'invalid',
      fields: {
        'banned.0': 'owner',
        'banned.1': 'moderator',
        'banned.3': 'away',
        'banned.4': 'twice',
      },
    })
    expect(save({ ...mods(), banned: ['ben'] }, { person: 'ben', role: 'manager' })).toEqual({
      kind: 'invalid',
      fields: { 'banned.0': 'self' },
    })
  })

  it('R3 only a person who may change the moderators can ban one, by removing the level in the same save', () => {
    expect(save({ ...mods(['ben', 'manager']), banned: ['dan', 'cleo'] }).kind).toBe('save')
    const operator = { person: 'eva', role: 'operator' } as const
    expect(save({ banned: ['dan', 'cleo'] }, operator)).toEqual({
      kind: 'invalid',
      fields: { 'banned.1': 'moderator' },
    })
    expect(save({ ...mods(['ben', 'manager']), banned: ['dan', 'cleo'] }, operator)).toEqual({
      kind: 'forbidden',
      section: 'mods',
    })
  })

  it('R2 a moderator who was demoted gets that reason before the old version', () => {
    const decision = decideOptions(
      kitchen,
      { version: 0, policy: 'strict' },
      { ...owner, person: 'cleo', role: 'relate' },
    )
    expect(decision).toEqual({ kind: 'forbidden', section: 'policy' })
  })

  it('R3 S5 a save affects the people whose level or ban changes', () => {
    const after = {
      ...kitchen,
      mods: new Map<string, ModeratorLevel>([['ben', 'operator']]),
      banned: new Set(['eva']),
    }
    expect(affectedPeople(kitchen, after)).toEqual({
      levels: ['ben', 'cleo'],
      banned: ['eva'],
      lifted: ['dan'],
    })
    expect(affectedPeople(kitchen, kitchen)).toEqual({
      levels: [],
      banned: [],
      lifted: [],
    })
  })

  it('F1 a flavor has each item once', () => {
    const item = { kind: 'song', id: 'x' } as const
    expect(save({ flavor: { mode: 'blacklist', selected: [item, item] } })).toEqual({
      kind: 'invalid',
      fields: { 'flavor.selected.1': 'twice' },
    })
  })
})
