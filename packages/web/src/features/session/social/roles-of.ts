import type { Moderator, Role } from '@jointly/contract'

/** A role that is worth a word at a name. */
export type ShownRole = Exclude<Role, 'guest'>

/**
 * The roles to show beside people's names, as far as this person knows them.
 *
 * @param you the person who looks, with their own role
 * @param mods the moderators, for those who may see them (R1)
 * @returns by the people's ids; guests are not in it
 */
export function rolesOf(
  ownerId: string,
  you: { readonly id: string | undefined; readonly role: Role },
  mods: readonly Moderator[] = [],
): ReadonlyMap<string, ShownRole> {
  const roles = new Map<string, ShownRole>(mods.map(({ user_id, level }) => [user_id, level]))
  if (you.id !== undefined && you.role !== 'guest') roles.set(you.id, you.role)
  return roles.set(ownerId, 'owner')
}
