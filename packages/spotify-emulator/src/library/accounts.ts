import type { Person } from '@jointly/music-library'
import type { Grant } from '../store/grants.ts'

/**
 * The account of a grant (one consent), as apps see it. Several accounts can use the same bundled listener, which
 * gives them only a name, playlists, a country and a product.
 */
export type Account = {
  readonly grantId: number
  /** The `id` of the person in the Web API. */
  readonly userId: string
  /** The `account_id` of the person in the Web API. */
  readonly accountId: string
  readonly displayName: string
  /** The bundled listener. Null for an account with a typed name. */
  readonly profile: Person | null
  readonly email: string
  readonly country: string
  readonly product: Person['product']
}

/**
 * Creates the account of a grant.
 * @param freePeople ids of bundled listeners, or user ids, without Premium
 */
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
