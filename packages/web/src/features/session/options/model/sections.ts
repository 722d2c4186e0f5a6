import type { Banned, Flavor, FlavorItem, Moderator, Options, OptionsBody, Policy } from '@jointly/contract'
import { type ItemKind, type Merged, mergeList, mergeValue, sameList } from './three-way.ts'

/** What can be changed of the options, in the order of the screen. */
export const SECTIONS = ['title', 'skipPercent', 'policy', 'mods', 'flavor', 'banned'] as const
export type Section = (typeof SECTIONS)[number]

export type Values = {
  title: string
  skipPercent: number
  policy: Policy
  mods: readonly Moderator[]
  flavor: { readonly mode: Flavor['mode']; readonly selected: readonly FlavorItem[] }
  banned: readonly Banned[]
}

/** Sections with their values; one that is absent is not this person's to see (R2). */
export type Sections = { readonly [S in Section]?: Values[S] | undefined }

export const moderatorKind: ItemKind<Moderator> = {
  keyOf: ({ user_id }) => user_id,
  same: (a, b) => a.level === b.level,
}
export const bannedKind: ItemKind<Banned> = { keyOf: ({ user_id }) => user_id, same: () => true }
export const flavorItemKind: ItemKind<FlavorItem> = {
  keyOf: ({ kind, id }) => `${kind} ${id}`,
  same: () => true,
}

type Rules<S extends Section> = {
  same(a: Values[S], b: Values[S]): boolean
  merge(base: Values[S], mine: Values[S], theirs: Values[S]): Merged<Values[S]>
}

const plain = <T>() => ({ same: (a: T, b: T) => a === b, merge: mergeValue<T> })
const list = <T>(kind: ItemKind<T>) => ({
  same: (a: readonly T[], b: readonly T[]) => sameList(a, b, kind),
  merge: (base: readonly T[], mine: readonly T[], theirs: readonly T[]) =>
    mergeList(base, mine, theirs, kind),
})

const rules: { readonly [S in Section]: Rules<S> } = {
  title: plain(),
  skipPercent: plain(),
  policy: plain(),
  mods: list(moderatorKind),
  banned: list(bannedKind),
  flavor: {
    same: (a, b) => a.mode === b.mode && sameList(a.selected, b.selected, flavorItemKind),
    merge(base, mine, theirs) {
      const mode = mergeValue(base.mode, mine.mode, theirs.mode)
      const selected = mergeList(base.selected, mine.selected, theirs.selected, flavorItemKind)
      return {
        value: { mode: mode.value, selected: selected.value },
        conflict: mode.conflict || selected.conflict,
      }
    },
  },
}

/** The sections of a copy of the options, without what only stands beside them. */
export function sectionsOf(options: Options): Sections {
  return pick(options, SECTIONS)
}

/** Only some of the sections. */
export function pick(from: Sections, names: readonly Section[]): Sections {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
}

/** Whether a section says the same in both; one that is absent in either does not differ. */
export function sameSection(name: Section, a: Sections, b: Sections): boolean {
  return isSame(rules[name], a[name], b[name])
}

function isSame<T>(
  { same }: { same(a: T, b: T): boolean },
  one: T | undefined,
  other: T | undefined,
): boolean {
  return one === undefined || other === undefined || same(one, other)
}

/**
 * Joins two people's changes to one section.
 *
 * @returns null where not all three know the section
 */
export function mergeSection<S extends Section>(
  name: S,
  base: Sections,
  mine: Sections,
  theirs: Sections,
): Merged<Values[S]> | null {
  const before: Values[S] | undefined = base[name]
  const own: Values[S] | undefined = mine[name]
  const other: Values[S] | undefined = theirs[name]
  if (before === undefined || own === undefined || other === undefined) return null
  return rules[name].merge(before, own, other)
}

/**
 * What is sent to save sections: names of people stay here, the server knows them.
 *
 * @param version of the copy that was edited (R4)
 */
export function bodyOf(version: number, sections: Sections): OptionsBody {
  const { title, mods, banned, flavor, ...rest } = sections
  return {
    version,
    ...rest,
    ...(title !== undefined && { title: title.trim() }),
    ...(flavor && { flavor: { mode: flavor.mode, selected: [...flavor.selected] } }),
    ...(mods && { mods: mods.map(({ user_id, level }) => ({ user_id, level })) }),
    ...(banned && { banned: banned.map(({ user_id }) => ({ user_id })) }),
  }
}
