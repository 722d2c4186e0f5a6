import type { Options } from '@jointly/contract'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterSave,
  beginEdit,
  changeDraft,
  changedSections,
  openConflicts,
  type Edit,
  lostSections,
  rebase,
} from './edit.ts'
import { bodyOf, SECTIONS, type Sections, sameSection, sectionsOf } from './sections.ts'

const uuid = (n: number) => `5f3f5f5e-61a3-4a4c-8d0f-0a4f2f2f000${n}`
const aPerson = fc.integer({ min: 1, max: 4 })
const people = <T>(rest: fc.Arbitrary<T>) =>
  fc.uniqueArray(fc.record({ who: aPerson, rest }), { selector: ({ who }) => who, maxLength: 4 })

const level = fc.constantFrom('manager', 'operator', 'relate')
const someSections = fc.record({
  title: fc.constantFrom('Kitchen', 'Attic', 'Roof'),
  skipPercent: fc.constantFrom(20, 35, 50),
  policy: fc.constantFrom('strict', 'invite', 'link', 'free'),
  mods: people(level).map((rows) =>
    rows.map(({ who, rest }) => ({ user_id: uuid(who), username: `p${who}`, level: rest })),
  ),
  flavor: fc.record({
    mode: fc.constantFrom('blacklist', 'whitelist', 'disabled'),
    selected: people(fc.constant(0)).map((rows) =>
      rows.map(({ who }) => ({ kind: 'artist' as const, id: `a${who}`, name: `Artist ${who}` })),
    ),
  }),
})
const someOptions = someSections.map((sections): Options => ({ version: 1, managed: true, ...sections }))

const same = (a: Sections, b: Sections) => SECTIONS.every((name) => sameSection(name, a, b))
const edited = (options: Options, sections: Sections): Edit => changeDraft(beginEdit(options), sections)

describe('the draft', () => {
  it('R4 the changed sections are those that differ from the loaded options', () => {
    fc.assert(
      fc.property(someOptions, someSections, (options, sections) => {
        expect(changedSections(beginEdit(options))).toEqual([])
        const changed = changedSections(edited(options, sections))
        expect(changed).toEqual(SECTIONS.filter((name) => !sameSection(name, options, sections)))
      }),
    )
  })

  it('R2 a section that the person may not see cannot be changed and is not sent', () => {
    const guest = edited({ version: 3, managed: true }, { title: 'Mine', skipPercent: 1 })
    expect(changedSections(guest)).toEqual([])
    expect(bodyOf(3, guest.draft)).toEqual({ version: 3 })
  })

  it('R2 the body has only the changed sections, with people as ids and a trimmed title', () => {
    const mods = [{ user_id: uuid(1), username: 'bob', level: 'relate' as const }]
    expect(bodyOf(7, { title: '  Roof ', mods })).toEqual({
      version: 7,
      title: 'Roof',
      mods: [{ user_id: uuid(1), level: 'relate' }],
    })
  })
})

describe('newer options under a draft', () => {
  it('R4 a draft without changes becomes the newer options', () => {
    fc.assert(
      fc.property(someOptions, someOptions, (options, newer) => {
        const after = rebase(beginEdit(options), newer)
        expect(after).toEqual(beginEdit(newer))
      }),
    )
  })

  it('R4 the same options again change nothing', () => {
    fc.assert(
      fc.property(someOptions, someSections, (options, mine) => {
        const edit = edited(options, mine)
        const again = rebase(edit, options)
        expect(same(again.draft, edit.draft)).toBe(true)
        expect(again.conflicts).toEqual([])
      }),
    )
  })

  it('R4 each value is the own one if it was changed, and otherwise the newer one', () => {
    const peopleOf = (rows: readonly { user_id: string; level: string }[] | undefined) =>
      new Map((rows ?? []).map((row) => [row.user_id, row.level]))
    fc.assert(
      fc.property(someOptions, someSections, someOptions, (options, mine, newer) => {
        const { draft } = rebase(edited(options, mine), newer)
        for (const name of ['title', 'skipPercent', 'policy'] as const)
          expect(draft[name]).toBe(mine[name] === options[name] ? newer[name] : mine[name])
        const [base, own, theirs, now] = [options, mine, newer, draft].map(({ mods }) => peopleOf(mods))
        for (const id of [1, 2, 3, 4].map(uuid))
          expect(now?.get(id)).toBe(own?.get(id) === base?.get(id) ? theirs?.get(id) : own?.get(id))
      }),
    )
  })

  it('R4 a section is in conflict if both changed the same thing differently', () => {
    fc.assert(
      fc.property(someOptions, someSections, someOptions, (options, mine, newer) => {
        const forward = rebase(edited(options, mine), newer)
        const backward = rebase(edited(options, sectionsOf(newer)), { ...newer, ...mine })
        expect([...forward.conflicts].sort()).toEqual([...backward.conflicts].sort())
        // For a section without a conflict, the order of the two saves must not matter.
        for (const name of SECTIONS)
          if (!forward.conflicts.includes(name))
            expect(sameSection(name, forward.draft, backward.draft), name).toBe(true)
      }),
    )
  })

  it('H6 a playlist that is loaded again can be chosen again', () => {
    const gone = { id: 'party', title: 'Party', state: 'gone' as const }
    const ready = { ...gone, state: 'ready' as const }
    const options: Options = { version: 1, managed: false, fallback: gone }
    const edit = edited(options, { fallback: ready })
    expect(changedSections(edit)).toEqual(['fallback'])
    expect(rebase(edit, { ...options, version: 2 }).draft.fallback).toEqual(ready)
    expect(changedSections(afterSave(edit, { fallback: ready }, { ...options, fallback: ready }))).toEqual([])
  })

  it('H6 R4 it is no conflict if the replaced playlist is gone now', () => {
    const ready = { id: 'party', title: 'Party', state: 'ready' as const }
    const gone = { ...ready, state: 'gone' as const }
    const options: Options = { version: 1, managed: false, fallback: ready }
    expect(rebase(edited(options, { fallback: null }), { ...options, fallback: gone }).conflicts).toEqual([])
    // Here the other person has chosen the playlist again.
    const other = rebase(edited({ ...options, fallback: gone }, { fallback: null }), options)
    expect(other.conflicts).toEqual(['fallback'])
  })

  it('R4 a conflict ends when the own change is undone', () => {
    const options: Options = { version: 1, managed: false, title: 'Kitchen' }
    const edit = rebase(edited(options, { title: 'Roof' }), { ...options, version: 2, title: 'Attic' })
    expect(openConflicts(edit)).toEqual(['title'])
    expect(openConflicts(changeDraft(edit, { title: 'Attic' }))).toEqual([])
  })

  it('R2 a section that the person may no longer see keeps its changes until it comes back', () => {
    const full: Options = { version: 1, managed: true, title: 'Kitchen', policy: 'link' }
    const demoted = rebase(edited(full, { policy: 'strict' }), { version: 2, managed: true, title: 'Roof' })
    expect(changedSections(demoted)).toEqual([])
    expect(lostSections(demoted)).toEqual(['policy'])
    expect(demoted.draft.title).toBe('Roof')
    const back = rebase(demoted, { ...full, version: 3 })
    expect(lostSections(back)).toEqual([])
    expect(changedSections(back)).toEqual(['policy'])
  })

  it('R4 a change during a save stays unsaved', () => {
    fc.assert(
      fc.property(someOptions, someSections, someSections, (options, sent, later) => {
        const answer = { ...options, ...sent, version: 2 }
        expect(changedSections(afterSave(edited(options, sent), sent, answer))).toEqual([])
        const edit = afterSave(edited(options, later), sent, answer)
        expect(same(edit.draft, later)).toBe(true)
        expect(edit.conflicts).toEqual([])
      }),
    )
  })
})
