// This file says what each role may do in a session. Three rules are elsewhere, because they also depend on the options of
// the session: who may enter and invite (`access.ts`), and who may add songs (`host-rules.ts`).

/** Roles in a session, highest first. `guest` means a person without a role (R1). */
export type Role = 'owner' | 'manager' | 'operator' | 'relate' | 'guest'

/** The levels of moderators, highest first. The owner and managers give them to friends (R3). */
export type ModeratorLevel = 'manager' | 'operator' | 'relate'

/** The sections of a session's options, in the order of the options screen. */
export const optionsSections = [
  'general',
  'policy',
  'guests',
  'chat',
  'rules',
  'mods',
  'flavor',
  'banned',
  'share',
] as const
export type OptionsSection = (typeof optionsSections)[number]

/** Sections that nobody sees while the session is not managed. */
const managedSections: ReadonlySet<OptionsSection> = new Set(['mods', 'flavor'])

/** The roles, except the owner, that see and change a section of the options (R1). */
const sectionRoles: Readonly<Record<OptionsSection, readonly Role[]>> = {
  general: ['manager', 'operator'],
  policy: ['manager'],
  guests: ['manager'],
  chat: ['manager'],
  rules: ['manager'],
  mods: ['manager'],
  flavor: ['manager'],
  banned: ['manager', 'operator'],
  share: ['manager', 'operator', 'relate'],
}

/**
 * Returns whether a person may see and change a section of the options (R1). While the session is not managed, only the
 * owner may. The owner can then also ban people (S7).
 * @param managed whether the session is managed now
 */
export function maySeeSection(role: Role, section: OptionsSection, managed: boolean): boolean {
  if (!managed) return role === 'owner' && !managedSections.has(section)
  return role === 'owner' || sectionRoles[section].includes(role)
}

/**
 * Returns a person's role in a session (R1). While a session is not managed, the level of a moderator is stored
 * but has no effect (R5).
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
 * Returns whether one person alone can skip a song, as the owner and managers of a managed session can (K3).
 */
export function skipsAtOnce(role: Role, managed: boolean): boolean {
  return managed && (role === 'owner' || role === 'manager')
}

/** Returns whether a person may pause and resume the music for everyone (H8). */
export function mayPause(role: Role): boolean {
  return isManaging(role) || role === 'operator'
}

/** Returns whether a person may approve and decline waiting songs (H9). */
export function approvesSongs(role: Role): boolean {
  return isManaging(role) || role === 'operator'
}

/** Returns whether a person may calibrate the devices of everyone, and not only their own (Y5). */
export function mayCalibrateEveryone(role: Role): boolean {
  return isManaging(role) || role === 'operator'
}

/** Returns whether a role is owner or manager. In a strict session only their invitations count (S2). */
export function isManaging(role: Role): boolean {
  return role === 'owner' || role === 'manager'
}

/** Returns whether a person may ban others from the session (R1, S7). */
export function mayBan(role: Role, managed: boolean): boolean {
  return maySeeSection(role, 'banned', managed)
}

/** The roles that may moderate the chat (C8), the highest first. */
const chatModerators: readonly Role[] = ['owner', 'manager', 'operator']

/** Returns whether a person may delete lines of others in the chat and mute people (C8). */
export function moderatesChat(role: Role): boolean {
  return chatModerators.includes(role)
}

/**
 * Returns whether a moderator of the chat may mute a person (C8): only if the person's role is lower than the
 * moderator's. So nobody can mute the owner.
 */
export function mayMute(moderator: Role, person: Role): boolean {
  if (!moderatesChat(moderator)) return false
  const rank = chatModerators.indexOf(person)
  return rank < 0 || rank > chatModerators.indexOf(moderator)
}
