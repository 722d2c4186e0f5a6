import { type HostRules, hostRuleNames } from '@jointly/domain'
import type { Fallback, Flavor, FlavorItem, Moderator, Options, OptionsBody, Policy } from '@jointly/contract'
import { type ItemKind, type MergeResult, mergeList, mergeValue, sameList } from './three-way-merge.ts'

/**
 * The sections that can be changed and saved, in the order of the screen. Bans work at once, so they are not among
 * them (S7).
 */
export const SECTIONS = [
  'title',
  'skipPercent',
  'policy',
  'guests',
  'chat',
  ...hostRuleNames,
  'fallback',
  'mods',
  'flavor',
] as const
export type Section = (typeof SECTIONS)[number]

export type SectionValues = HostRules & {
  title: string
  skipPercent: number
  policy: Policy
  guests: boolean
  chat: boolean
  fallback: Fallback | null
  mods: readonly Moderator[]
  flavor: { readonly mode: Flavor['mode']; readonly selected: readonly FlavorItem[] }
}

/** Sections with their values. A section that this person may not see is missing (R2). */
export type Sections = { readonly [S in Section]?: SectionValues[S] | undefined }

export const moderatorKind: ItemKind<Moderator> = {
  keyOf: ({ user_id }) => user_id,
  same: (a, b) => a.level === b.level,
}
export const flavorItemKind: ItemKind<FlavorItem> = {
  keyOf: ({ kind, id }) => `${kind} ${id}`,
  same: () => true,
}

type SectionRules<S extends Section> = {
  same(a: SectionValues[S], b: SectionValues[S]): boolean
  merge(
    base: SectionValues[S],
    mine: SectionValues[S],
    theirs: SectionValues[S],
  ): MergeResult<SectionValues[S]>
}

const plainRules = <T>() => ({ same: (a: T, b: T) => a === b, merge: mergeValue<T> })
const listRules = <T>(kind: ItemKind<T>) => ({
  same: (a: readonly T[], b: readonly T[]) => sameList(a, b, kind),
  merge: (base: readonly T[], mine: readonly T[], theirs: readonly T[]) =>
    mergeList(base, mine, theirs, kind),
})

const sameFallback = (a: Fallback | null, b: Fallback | null) => a?.id === b?.id

const rules: { readonly [S in Section]: SectionRules<S> } = {
  title: plainRules(),
  skipPercent: plainRules(),
  policy: plainRules(),
  guests: plainRules(),
  chat: plainRules(),
  adding: plainRules(),
  songsPerPerson: plainRules(),
  downVotes: plainRules(),
  explicit: plainRules(),
  maxMinutes: plainRules(),
  noRepeat: plainRules(),
  approve: plainRules(),
  fallback: {
    same: sameFallback,
    merge: (base, mine, theirs) => mergeValue(base, mine, theirs, sameFallback),
  },
  mods: listRules(moderatorKind),
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

/** Returns the sections of the options, without the other fields. */
export function sectionsOf(options: Options): Sections {
  return pickSections(options, SECTIONS)
}

export function pickSections(from: Sections, names: readonly Section[]): Sections {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
}

/**
 * Returns whether a section has the same value in both. A section that is missing in one of them counts as the same.
 */
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
 * Merges the changes of this person and of another person to one section.
 * @returns null if the section is missing before the changes, after this person's, or after the other's
 */
export function mergeSection<S extends Section>(
  name: S,
  base: Sections,
  mine: Sections,
  theirs: Sections,
): MergeResult<SectionValues[S]> | null {
  const before: SectionValues[S] | undefined = base[name]
  const own: SectionValues[S] | undefined = mine[name]
  const other: SectionValues[S] | undefined = theirs[name]
  if (before === undefined || own === undefined || other === undefined) return null
  return rules[name].merge(before, own, other)
}

/**
 * Creates the request body that saves the sections. The body contains the ids of people, but not their names.
 * @param version the version of the options that were edited (R4)
 */
export function bodyOf(version: number, sections: Sections): OptionsBody {
  const { title, mods, flavor, fallback, ...rest } = sections
  return {
    version,
    ...rest,
    ...(title !== undefined && { title: title.trim() }),
    ...(fallback !== undefined && { fallback: fallback && { id: fallback.id } }),
    ...(flavor && { flavor: { mode: flavor.mode, selected: [...flavor.selected] } }),
    ...(mods && { mods: mods.map(({ user_id, level }) => ({ user_id, level })) }),
  }
}
