import { type HostRules, hostRuleNames } from '@jointly/domain'
import type { Fallback, Flavor, FlavorItem, Moderator, Options, OptionsBody, Policy } from '@jointly/contract'
import { type ItemKind, type MergeResult, mergeList, mergeValue, sameList } from './three-way-merge.ts'

/**
 * The sections that a person can change and save, in their order on the screen. A ban takes effect at once and is not
 * saved with a form, so it is not a section (S7).
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

/** Sections with their values. Sections that this person may not see are missing (R2). */
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

/** The state is compared too, because a playlist that was gone and is loaded again can be chosen again (H6). */
const sameFallback = (a: Fallback | null, b: Fallback | null) => a?.id === b?.id && a?.state === b?.state

/** Merges two changes of the fallback. That the playlist is gone now is not a change by another person. */
function mergeFallback(base: Fallback | null, mine: Fallback | null, theirs: Fallback | null) {
  const { value, conflict } = mergeValue(base, mine, theirs, sameFallback)
  const isOnlyGone = theirs?.state === 'gone' && theirs.id === base?.id
  return { value, conflict: conflict && !isOnlyGone }
}

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
  fallback: { same: sameFallback, merge: mergeFallback },
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
 * Returns whether a section has the same value in `a` and `b`. If the section is missing in one of them, the result
 * is true.
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
 * Merges this person's and another person's changes of one section.
 * @returns null if the section is missing in `base`, `mine` or `theirs`
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
 * Creates the request body that saves the sections. For people, the body contains only their ids.
 * @param version the version of the options that the person edited (R4)
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
