import { describe, expect, it } from 'vitest'
import { kitchen, mods, owner } from '../testing/options-fixture.ts'
import { type CurrentOptions, decideOptions, type RequestedOptions } from './decide-options-save.ts'
import type { ModeratorLevel } from './role-permissions.ts'

const currentMods: [string, ModeratorLevel][] = [...kitchen.mods]

describe('the sections of a save', () => {
  const [x, y] = [{ kind: 'song', id: 'x' } as const, { kind: 'song', id: 'y' } as const]
  const listed: CurrentOptions = {
    ...kitchen,
    flavor: { mode: 'blacklist', selected: [x, y] },
  }

  it.each<[string, Omit<RequestedOptions, 'version'>]>([
    ['general', { title: 'Bar' }],
    ['general', { skipPercent: 36 }],
    ['policy', { policy: 'strict' }],
    ['guests', { guests: false }],
    ['chat', { chat: false }],
    ['rules', { adding: false }],
    ['rules', { songsPerPerson: 3 }],
    ['rules', { downVotes: false }],
    ['rules', { explicit: false }],
    ['rules', { maxMinutes: 8 }],
    ['rules', { noRepeat: 20 }],
    ['rules', { fallback: 'party' }],
    ['mods', mods(['ben', 'manager'])],
    ['mods', mods(['ben', 'operator'], ['cleo', 'relate'])],
    ['mods', mods(...currentMods, ['eva', 'relate'])],
    ['flavor', { flavor: { mode: 'whitelist', selected: [x, y] } }],
    ['flavor', { flavor: { mode: 'blacklist', selected: [x] } }],
    [
      'flavor',
      {
        flavor: {
          mode: 'blacklist',
          selected: [x, { kind: 'artist', id: 'y' }],
        },
      },
    ],
    ['banned', { banned: [] }],
    ['banned', { banned: ['dan', 'eva'] }],
  ])('R2 R3 a save changes %s where it differs from the stored ones: %j', (section, body) => {
    const decision = decideOptions(listed, { version: 1, ...body }, owner)
    expect(decision).toMatchObject({
      kind: 'save',
      changed: new Set([section]),
    })
    if (decision.kind !== 'save') return
    const { mods: levels, banned, ...after } = decision.options
    expect({
      ...after,
      ...(body.mods && { mods: [...levels] }),
      banned: [...banned],
    }).toEqual({
      ...listed,
      mods: undefined,
      banned: ['dan'],
      ...body,
      ...(body.mods && {
        mods: body.mods.map(({ person, level }) => [person, level]),
      }),
    })
  })

  it('H6 only a loaded playlist of the person who saves can become the fallback', () => {
    expect(decideOptions(kitchen, { version: 1, fallback: 'party' }, owner).kind).toBe('save')
    expect(decideOptions(kitchen, { version: 1, fallback: 'quiet' }, owner)).toEqual({
      kind: 'invalid',
      fields: { fallback: 'gone' },
    })
  })

  it('H6 a stored fallback stays, also if the person who saves has not loaded it', () => {
    const quiet = { ...kitchen, fallback: 'quiet' }
    expect(decideOptions(quiet, { version: 1, fallback: 'quiet', title: 'Bar' }, owner)).toMatchObject({
      kind: 'save',
      options: { title: 'Bar', fallback: 'quiet' },
    })
  })

  it('H6 a session can have no fallback again', () => {
    const quiet = { ...kitchen, fallback: 'quiet' }
    expect(decideOptions(quiet, { version: 1, fallback: null }, owner)).toMatchObject({
      kind: 'save',
      options: { fallback: null },
    })
  })

  it.each([
    [['ben'], ['cleo']],
    [undefined, ['ben', 'cleo']],
  ])('S7 in an unmanaged session a ban of %j removes the level: %j', (banned, left) => {
    const decision = decideOptions(kitchen, { version: 1, banned }, { ...owner, managed: false })
    expect(decision.kind === 'save' && [...decision.options.mods.keys()]).toEqual(left)
  })

  it('R2 lists in another order change nothing', () => {
    const body = {
      ...mods(['cleo', 'relate'], ['ann', 'owner'], ['ben', 'manager']),
      flavor: { mode: 'blacklist' as const, selected: [y, x] },
    }
    expect(decideOptions(listed, { version: 1, ...body }, owner)).toEqual({
      kind: 'save',
      changed: new Set(),
      options: listed,
    })
  })

  it('R1 R2 a person who may not see a list may not send it, even if it is unchanged', () => {
    const operator = { ...owner, person: 'eva', role: 'operator' as const }
    expect(decideOptions(listed, { version: 1, flavor: listed.flavor }, operator)).toEqual({
      kind: 'forbidden',
      section: 'flavor',
    })
  })

  it.each<[string, Omit<RequestedOptions, 'version'>]>([
    ['flavor', { flavor: { mode: 'blacklist', selected: [x, x] } }],
    ['mods', mods(...currentMods, ['eva', 'owner'])],
    ['mods', mods(['ann', 'relate'], ...currentMods)],
  ])(
    'R2 R5 while a session is not managed its %s stay, also against what could never stand: %j',
    (section, body) => {
      expect(decideOptions(listed, { version: 1, ...body }, { ...owner, managed: false })).toEqual({
        kind: 'forbidden',
        section,
      })
    },
  )
})
