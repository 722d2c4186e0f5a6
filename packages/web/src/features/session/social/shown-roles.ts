import type { Moderator, Role } from '@jointly/contract'

/** A role that the screen shows beside a name. */
export type ShownRole = Exclude<Role, 'guest'>

/**
 * Returns the roles that the screen shows beside people's names.
 * @param you this person with their role
 * @param mods the moderators; missing if this person may not see them (R1)
 * @returns the roles by user id; people without a role are left out
 */
export function shownRoles(
  ownerId: string,
  you: { readonly id: string | undefined; readonly role: Role },
  mods: readonly Moderator[] = [],
): ReadonlyMap<string, ShownRole> {
  const roles = new Map<string, ShownRole>(mods.map(({ user_id, level }) => [user_id, level]))
  if (you.id !== undefined && you.role !== 'guest') roles.set(you.id, you.role)
  return roles.set(ownerId, 'owner')
}
