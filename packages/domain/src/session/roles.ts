/** Roles in a session, highest first. A guest has no role (R1). */
export type Role = 'owner' | 'manager' | 'operator' | 'relate' | 'guest'

/** The levels that the owner can give to a friend (R3). */
export type ModeratorLevel = 'manager' | 'operator' | 'relate'

/** The sections of a session's options, in the order of the options screen. */
export const optionsSections = ['general', 'policy', 'guests', 'mods', 'flavor', 'banned', 'share'] as const
export type OptionsSection = (typeof optionsSections)[number]

/** Sections that exist only while the session is managed. */
const managedSections: ReadonlySet<OptionsSection> = new Set(['mods', 'flavor', 'banned'])

/** The roles, except the owner, that see and change a section of the options (R1). */
const sectionRoles: Readonly<Record<OptionsSection, readonly Role[]>> = {
  general: ['manager', 'operator'],
  policy: ['manager'],
  guests: ['manager'],
  mods: ['manager'],
  flavor: ['manager'],
  banned: ['manager', 'operator'],
  share: ['manager', 'operator', 'relate'],
}

/**
 * Whether a person sees and changes a section of the options (R1).
 *
 * @param managed whether the session is managed now
 */
export function maySeeSection(role: Role, section: OptionsSection, managed: boolean): boolean {
  if (!managed && managedSections.has(section)) return false
  return role === 'owner' || sectionRoles[section].includes(role)
}

/** Lists the sections that a person sees and changes, in the order of the options screen (R1). */
export function visibleSections(role: Role, managed: boolean): OptionsSection[] {
  return optionsSections.filter((section) => maySeeSection(role, section, managed))
}

/**
 * Returns a person's role in a session (R1). Moderators keep their level while a session is not managed, but
 * it has no effect (R5).
 *
 * @param level the moderator's level; null for anyone else
 */
export function roleOf(person: {
  readonly isOwner: boolean
  readonly level: ModeratorLevel | null
  readonly managed: boolean
}): Role {
  if (person.isOwner) return 'owner'
  return (person.managed ? person.level : null) ?? 'guest'
}

/**
 * Whether the skip of a person acts at once. This holds for the owner and managers of a managed session (K3).
 */
export function skipsAtOnce(role: Role, managed: boolean): boolean {
  return managed && (role === 'owner' || role === 'manager')
}

/** Whether a person manages the session. In a strict session only their invitations count (S2). */
export function isManaging(role: Role): boolean {
  return role === 'owner' || role === 'manager'
}
