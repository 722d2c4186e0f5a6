import type { Policy } from './access.ts'
import type { Flavor, FlavorItem } from './flavor.ts'
import {
  maySeeSection,
  type ModeratorLevel,
  type OptionsSection,
  optionsSections,
  type Role,
} from './roles.ts'

/** What stands of a session's options (D3). The owner is not among the moderators. */
export interface StandingOptions<Item extends FlavorItem = FlavorItem> {
  /** Counts what was saved (R4). */
  readonly version: number
  readonly title: string
  readonly skipPercent: number
  readonly policy: Policy
  readonly flavor: Flavor<Item>
  readonly mods: ReadonlyMap<string, ModeratorLevel>
  readonly banned: ReadonlySet<string>
}

/** What a person wants to save: absent parts stay (R2). Of `version` they hold a copy. */
export interface WantedOptions<Item extends FlavorItem = FlavorItem> {
  readonly version: number
  readonly title?: string | undefined
  readonly skipPercent?: number | undefined
  readonly policy?: Policy | undefined
  readonly flavor?: Flavor<Item> | undefined
  /** The owner may stand among them, as owner. */
  readonly mods?: readonly WantedModerator[] | undefined
  readonly banned?: readonly string[] | undefined
}

export interface WantedModerator {
  readonly person: string
  readonly level: ModeratorLevel | 'owner'
}

/** Who saves, and whom they may choose. */
export interface Saver {
  readonly person: string
  readonly role: Role
  readonly owner: string
  readonly managed: boolean
  /** Friends of the owner and of the saver: they can be made moderators (R3). */
  readonly friends: ReadonlySet<string>
  /** Those active now: they can be banned (R3). */
  readonly active: ReadonlySet<string>
}

/** Each bad input by its path (`banned.1`), with the reason as a short word. */
export type BadFields = Readonly<Record<string, string>>

/** What comes of a save: all of it, or nothing and why (R2, R4). `changed` is empty where all stands already. */
export type OptionsDecision<Item extends FlavorItem> =
  | { readonly kind: 'forbidden'; readonly section: OptionsSection }
  | { readonly kind: 'stale' }
  | { readonly kind: 'invalid'; readonly fields: BadFields }
  | {
      readonly kind: 'save'
      readonly changed: ReadonlySet<OptionsSection>
      readonly options: StandingOptions<Item>
    }

/**
 * Decides on a save of the options (R2, R3, R4). First what the person may not change, so that a moderator who was
 * demoted meanwhile hears just that; then an old copy; then what cannot stand.
 */
export function decideOptions<Item extends FlavorItem>(
  standing: StandingOptions<Item>,
  wanted: WantedOptions<Item>,
  saver: Saver,
): OptionsDecision<Item> {
  const changed = changedSections(standing, wanted, saver.owner)
  const section = optionsSections.find((each) => isRefused(each, saver, wanted, changed))
  if (section !== undefined) return { kind: 'forbidden', section }
  if (wanted.version !== standing.version) return { kind: 'stale' }
  const options = optionsAfter(standing, wanted)
  const fields = badFields(standing, options, wanted, saver)
  if (Object.keys(fields).length > 0) return { kind: 'invalid', fields }
  return { kind: 'save', changed: new Set(changed), options }
}

/** Whom a save concerns: those whose level is another, those banned by it, and those whose ban it lifts. */
export interface OptionsPeople {
  readonly levels: readonly string[]
  readonly banned: readonly string[]
  readonly lifted: readonly string[]
}

/** Whom options concern that were saved in the place of others (R3, S5). */
export function peopleOfSave(before: StandingOptions, after: StandingOptions): OptionsPeople {
  const everyone = new Set([...before.mods.keys(), ...after.mods.keys()])
  return {
    levels: [...everyone].filter((person) => before.mods.get(person) !== after.mods.get(person)),
    banned: [...after.banned].filter((person) => !before.banned.has(person)),
    lifted: [...before.banned].filter((person) => !after.banned.has(person)),
  }
}

/** Lists of which others learn nothing, not even that a guess of what stands is right. */
const secretSections = ['mods', 'flavor', 'banned'] as const

/** Whether a person may not send a section: what differs of one that is not theirs, or at all what they may not know. */
function isRefused(
  section: OptionsSection,
  { role, managed }: Saver,
  wanted: WantedOptions,
  changed: readonly OptionsSection[],
): boolean {
  if (maySeeSection(role, section, managed)) return false
  if (changed.includes(section)) return true
  // What sleeps while the session is not managed is not secret from those who change it otherwise (R5).
  return secretSections.some((each) => each === section && wanted[each] && !maySeeSection(role, each, true))
}

/** The sections in which what is wanted differs from what stands, in the order of the options screen. */
function changedSections(standing: StandingOptions, wanted: WantedOptions, owner: string): OptionsSection[] {
  const { title, skipPercent, policy, flavor, mods, banned } = wanted
  const changed: OptionsSection[] = []
  const differs = <T>(part: T | undefined, stands: T) => part !== undefined && part !== stands
  if (differs(title, standing.title) || differs(skipPercent, standing.skipPercent)) changed.push('general')
  if (differs(policy, standing.policy)) changed.push('policy')
  if (mods && !isSame(newsOf(mods, owner), [...standing.mods].map(modKey))) changed.push('mods')
  if (flavor && !isSameFlavor(flavor, standing.flavor)) changed.push('flavor')
  if (banned && !isSame(banned, [...standing.banned])) changed.push('banned')
  return changed
}

function optionsAfter<Item extends FlavorItem>(
  standing: StandingOptions<Item>,
  { title, skipPercent, policy, flavor, mods, banned }: WantedOptions<Item>,
): StandingOptions<Item> {
  return {
    version: standing.version,
    title: title ?? standing.title,
    skipPercent: skipPercent ?? standing.skipPercent,
    policy: policy ?? standing.policy,
    flavor: flavor && !isSameFlavor(flavor, standing.flavor) ? flavor : standing.flavor,
    mods: mods ? new Map(mods.flatMap(appointed)) : standing.mods,
    banned: banned ? new Set(banned) : standing.banned,
  }
}

/** What cannot stand (R3). Whoever stood on a list before is not asked about again. */
function badFields(
  standing: StandingOptions,
  after: StandingOptions,
  { flavor, mods = [], banned = [] }: WantedOptions,
  saver: Saver,
): BadFields {
  const fields: Record<string, string> = {}
  const note = <T>(
    list: string,
    items: readonly T[],
    keyOf: (item: T) => string,
    problemOf: (item: T) => string | null,
  ) => {
    const keys = items.map(keyOf)
    for (const [index, item] of items.entries()) {
      const problem = keys.indexOf(keyOf(item)) < index ? 'twice' : problemOf(item)
      if (problem !== null) fields[`${list}.${index}`] = problem
    }
  }
  if (flavor) note('flavor.selected', flavor.selected, itemKey, () => null)
  note(
    'mods',
    mods,
    ({ person }) => person,
    (mod) => problemOfModerator(mod, standing, after, saver),
  )
  note(
    'banned',
    banned,
    (person) => person,
    (person) => problemOfBanned(person, standing, after, saver),
  )
  return fields
}

/** The owner stays the owner, and nobody else becomes one. */
function problemOfModerator(
  { person, level }: WantedModerator,
  standing: StandingOptions,
  after: StandingOptions,
  saver: Saver,
): string | null {
  if ((level === 'owner') !== (person === saver.owner)) return 'owner'
  if (person === saver.owner || standing.mods.has(person)) return null
  if (after.banned.has(person)) return 'banned'
  return saver.friends.has(person) ? null : 'stranger'
}

/** Nobody is moderator and banned at once: who bans a moderator takes their level in the same save. */
function problemOfBanned(
  person: string,
  standing: StandingOptions,
  after: StandingOptions,
  saver: Saver,
): string | null {
  if (standing.banned.has(person)) return null
  if (person === saver.owner) return 'owner'
  if (person === saver.person) return 'self'
  if (after.mods.has(person)) return 'moderator'
  return saver.active.has(person) ? null : 'away'
}

/** What a list of moderators says: that the owner is the owner is no news. */
function newsOf(mods: readonly WantedModerator[], owner: string): string[] {
  return mods
    .filter(({ person, level }) => person !== owner || level !== 'owner')
    .map(({ person, level }) => modKey([person, level]))
}

function appointed({ person, level }: WantedModerator): [string, ModeratorLevel][] {
  return level === 'owner' ? [] : [[person, level]]
}

const modKey = ([person, level]: readonly [string, string]): string => `${person} ${level}`
const itemKey = ({ kind, id }: FlavorItem): string => `${kind} ${id}`

function isSameFlavor(one: Flavor, other: Flavor): boolean {
  return one.mode === other.mode && isSame(one.selected.map(itemKey), other.selected.map(itemKey))
}

/** Whether two lists name the same, in any order. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  const named = new Set(other)
  return one.length === named.size && new Set(one).size === one.length && one.every((key) => named.has(key))
}
