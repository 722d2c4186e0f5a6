import type { Policy } from './access.ts'
import type { Flavor, FlavorItem } from './flavor.ts'
import { type HostRules, hostRuleNames } from './host-rules.ts'
import {
  maySeeSection,
  type ModeratorLevel,
  type OptionsSection,
  optionsSections,
  type Role,
} from './role-permissions.ts'

/** The stored options of a session (D3). The owner is not among the moderators. */
export interface CurrentOptions<Item extends FlavorItem = FlavorItem> extends HostRules {
  /** The version of the options. Each save increases the version (R4). */
  readonly version: number
  readonly title: string
  readonly skipPercent: number
  readonly policy: Policy
  /** Whether guests may enter (G5). */
  readonly guests: boolean
  /** Whether the session has a chat (C4). */
  readonly chat: boolean
  /** The id of the fallback playlist (H6). Null without a fallback. */
  readonly fallback: string | null
  readonly flavor: Flavor<Item>
  readonly mods: ReadonlyMap<string, ModeratorLevel>
  readonly banned: ReadonlySet<string>
}

/** The rules of the host that a person sends. Missing rules do not change. */
type RequestedRules = { readonly [Name in keyof HostRules]?: HostRules[Name] | undefined }

/** The options that a person sends; missing parts do not change (R2). `version` is the version that was edited. */
export interface RequestedOptions<Item extends FlavorItem = FlavorItem> extends RequestedRules {
  readonly version: number
  readonly title?: string | undefined
  readonly skipPercent?: number | undefined
  readonly policy?: Policy | undefined
  readonly guests?: boolean | undefined
  readonly chat?: boolean | undefined
  readonly fallback?: string | null | undefined
  readonly flavor?: Flavor<Item> | undefined
  /** The moderators. The list may contain the owner, with the level `owner`. */
  readonly mods?: readonly RequestedModerator[] | undefined
  readonly banned?: readonly string[] | undefined
}

export interface RequestedModerator {
  readonly person: string
  readonly level: ModeratorLevel | 'owner'
}

/** The person who saves the options, and the people who can become moderators or be banned. */
export interface OptionsSaver {
  readonly person: string
  readonly role: Role
  readonly owner: string
  readonly managed: boolean
  /** Friends of the owner and of the person who saves. Only they can become moderators (R3). */
  readonly friends: ReadonlySet<string>
  /** The ids of the sent playlists that the person has loaded. Only they can become the fallback (H6). */
  readonly playlists: ReadonlySet<string>
  /** The people who are here now (S4). Only they can be banned (R3). */
  readonly active: ReadonlySet<string>
}

/** The reason for each bad input as a short word, by the path of the input (`banned.1`). */
export type BadFields = Readonly<Record<string, string>>

/** The result of a save, which stores all or nothing (R2, R4). `changed` is empty if nothing changes. */
export type OptionsDecision<Item extends FlavorItem> =
  | { readonly kind: 'forbidden'; readonly section: OptionsSection }
  | { readonly kind: 'stale' }
  | { readonly kind: 'invalid'; readonly fields: BadFields }
  | {
      readonly kind: 'save'
      readonly changed: ReadonlySet<OptionsSection>
      readonly options: CurrentOptions<Item>
    }

/**
 * Decides whether a save of the options is accepted (R2, R3, R4). The permission is checked before version and
 * content, so that a former moderator learns that the permission is missing.
 */
export function decideOptions<Item extends FlavorItem>(
  current: CurrentOptions<Item>,
  requested: RequestedOptions<Item>,
  saver: OptionsSaver,
): OptionsDecision<Item> {
  const changed = changedSections(current, requested, saver.owner)
  const section = optionsSections.find((each) => isForbidden(each, saver, requested, changed))
  if (section !== undefined) return { kind: 'forbidden', section }
  if (requested.version !== current.version) return { kind: 'stale' }
  const options = optionsAfter(current, requested, saver.managed)
  const fields = badFields(current, options, requested, saver)
  if (Object.keys(fields).length > 0) return { kind: 'invalid', fields }
  return { kind: 'save', changed: new Set(changed), options }
}

/**
 * The people whom a save affects: those with a new level or without their former one (`levels`), those whom it bans
 * (`banned`), and those whose ban ends (`lifted`).
 */
export interface AffectedPeople {
  readonly levels: readonly string[]
  readonly banned: readonly string[]
  readonly lifted: readonly string[]
}

/** Finds the people whose level or ban a save changes (R3, S5). */
export function affectedPeople(before: CurrentOptions, after: CurrentOptions): AffectedPeople {
  const everyone = new Set([...before.mods.keys(), ...after.mods.keys()])
  return {
    levels: [...everyone].filter((person) => before.mods.get(person) !== after.mods.get(person)),
    banned: [...after.banned].filter((person) => !before.banned.has(person)),
    lifted: [...before.banned].filter((person) => !after.banned.has(person)),
  }
}

/** Sections whose contents a refusal must not reveal, because only some people may see these sections. */
const secretSections = ['mods', 'flavor', 'banned'] as const

/**
 * Returns whether a save is refused because of this section. It is refused if a person changes a section that they may
 * not see, or sends a secret section that they may not see.
 */
function isForbidden(
  section: OptionsSection,
  { role, managed }: OptionsSaver,
  requested: RequestedOptions,
  changed: readonly OptionsSection[],
): boolean {
  if (maySeeSection(role, section, managed)) return false
  if (changed.includes(section)) return true
  // The check with `true` ignores that the session is not managed. So the owner may still send moderators and flavor
  // after an upgrade has ended, although the owner does not see them then (R5).
  return secretSections.some(
    (each) => each === section && requested[each] && !maySeeSection(role, each, true),
  )
}

/**
 * Lists the sections in which the sent options differ from the stored ones, in the order of the options
 * screen.
 */
function changedSections(
  current: CurrentOptions,
  requested: RequestedOptions,
  owner: string,
): OptionsSection[] {
  const { title, skipPercent, policy, guests, chat, flavor, mods, banned } = requested
  const changed: OptionsSection[] = []
  const differs = <T>(part: T | undefined, stored: T) => part !== undefined && part !== stored
  if (differs(title, current.title) || differs(skipPercent, current.skipPercent)) changed.push('general')
  if (differs(policy, current.policy)) changed.push('policy')
  if (differs(guests, current.guests)) changed.push('guests')
  if (differs(chat, current.chat)) changed.push('chat')
  const isRuleChanged = hostRuleNames.some((name) => differs(requested[name], current[name]))
  if (isRuleChanged || differs(requested.fallback, current.fallback)) changed.push('rules')
  if (mods && !isSame(moderatorKeys(mods, owner), [...current.mods].map(modKey))) changed.push('mods')
  if (flavor && !isSameFlavor(flavor, current.flavor)) changed.push('flavor')
  if (banned && !isSame(banned, [...current.banned])) changed.push('banned')
  return changed
}

function optionsAfter<Item extends FlavorItem>(
  current: CurrentOptions<Item>,
  requested: RequestedOptions<Item>,
  managed: boolean,
): CurrentOptions<Item> {
  const { title, skipPercent, policy, guests, chat, flavor, mods, banned } = requested
  const modsAfter = mods ? new Map(mods.flatMap(moderatorEntry)) : current.mods
  return {
    ...rulesAfter(current, requested),
    fallback: requested.fallback === undefined ? current.fallback : requested.fallback,
    version: current.version,
    title: title ?? current.title,
    skipPercent: skipPercent ?? current.skipPercent,
    policy: policy ?? current.policy,
    guests: guests ?? current.guests,
    chat: chat ?? current.chat,
    flavor: flavor && !isSameFlavor(flavor, current.flavor) ? flavor : current.flavor,
    // While the session is not managed, the level of a moderator has no effect. It must not protect its holder from a
    // ban, so the ban removes it (S7).
    mods: managed ? modsAfter : new Map([...modsAfter].filter(([person]) => !banned?.includes(person))),
    banned: banned ? new Set(banned) : current.banned,
  }
}

function rulesAfter(current: HostRules, requested: RequestedRules): HostRules {
  return {
    adding: requested.adding ?? current.adding,
    songsPerPerson: requested.songsPerPerson ?? current.songsPerPerson,
    downVotes: requested.downVotes ?? current.downVotes,
    explicit: requested.explicit ?? current.explicit,
    // `??` would be wrong here: null is a value, which removes the limit.
    maxMinutes: requested.maxMinutes === undefined ? current.maxMinutes : requested.maxMinutes,
    noRepeat: requested.noRepeat ?? current.noRepeat,
    approve: requested.approve ?? current.approve,
  }
}

/** Finds the invalid inputs (R3). Moderators and banned people are checked only if they are new in the list. */
function badFields(
  current: CurrentOptions,
  after: CurrentOptions,
  { flavor, mods = [], banned = [] }: RequestedOptions,
  saver: OptionsSaver,
): BadFields {
  const fields: Record<string, string> = {}
  const addProblems = <T>(
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
  if (after.fallback !== null && after.fallback !== current.fallback && !saver.playlists.has(after.fallback))
    fields['fallback'] = 'gone'
  if (flavor) addProblems('flavor.selected', flavor.selected, itemKey, () => null)
  addProblems(
    'mods',
    mods,
    ({ person }) => person,
    (mod) => problemOfModerator(mod, current, after, saver),
  )
  addProblems(
    'banned',
    banned,
    (person) => person,
    (person) => problemOfBanned(person, current, after, saver),
  )
  return fields
}

/**
 * Returns why a moderator in the list is invalid, or null. The owner cannot get another role, and nobody else can
 * become the owner.
 */
function problemOfModerator(
  { person, level }: RequestedModerator,
  current: CurrentOptions,
  after: CurrentOptions,
  saver: OptionsSaver,
): string | null {
  if ((level === 'owner') !== (person === saver.owner)) return 'owner'
  if (person === saver.owner || current.mods.has(person)) return null
  if (after.banned.has(person)) return 'banned'
  return saver.friends.has(person) ? null : 'stranger'
}

/**
 * Returns why a banned person in the list is invalid, or null. A moderator can be banned only if the same save removes
 * the moderator's level.
 */
function problemOfBanned(
  person: string,
  current: CurrentOptions,
  after: CurrentOptions,
  saver: OptionsSaver,
): string | null {
  if (current.banned.has(person)) return null
  if (person === saver.owner) return 'owner'
  if (person === saver.person) return 'self'
  if (after.mods.has(person)) return 'moderator'
  return saver.active.has(person) ? null : 'away'
}

/** Returns one text of person and level for each moderator in a list, without the owner. */
function moderatorKeys(mods: readonly RequestedModerator[], owner: string): string[] {
  return mods
    .filter(({ person, level }) => person !== owner || level !== 'owner')
    .map(({ person, level }) => modKey([person, level]))
}

function moderatorEntry({ person, level }: RequestedModerator): [string, ModeratorLevel][] {
  return level === 'owner' ? [] : [[person, level]]
}

const modKey = ([person, level]: readonly [string, string]): string => `${person} ${level}`
const itemKey = ({ kind, id }: FlavorItem): string => `${kind} ${id}`

function isSameFlavor(one: Flavor, other: Flavor): boolean {
  return one.mode === other.mode && isSame(one.selected.map(itemKey), other.selected.map(itemKey))
}

/** Returns whether two lists have the same entries, in any order. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  const named = new Set(other)
  return one.length === named.size && new Set(one).size === one.length && one.every((key) => named.has(key))
}
