import type { Person } from '@jointly/music-library'
import type { Grant } from '../store/grants.ts'

/**
 * The account of a grant, as apps see it. Its bundled listener only gives it a name, a taste and a product.
 */
export type Account = {
  readonly grantId: number
  /** `id` in the Web API. */
  readonly userId: string
  /** `account_id` in the Web API. */
  readonly accountId: string
  readonly displayName: string
  /** The bundled listener; null for a typed name. */
  readonly profile: Person | null
  readonly email: string
  readonly country: string
  readonly product: Person['product']
}

/** @param freePeople ids of bundled listeners, or user ids, without Premium */
export function accountOf(
  { id, userId, accountId, displayName, profileId }: Grant,
  people: ReadonlyMap<string, Person>,
  freePeople: readonly string[],
): Account {
  const profile = people.get(profileId ?? '') ?? null
  const isFree = freePeople.includes(profileId ?? userId)
  return {
    grantId: id,
    userId,
    accountId,
    displayName: profile?.displayName ?? displayName,
    profile,
    email: `${userId}@example.org`,
    country: profile?.country ?? 'SE',
    product: isFree ? 'free' : (profile?.product ?? 'premium'),
  }
}
