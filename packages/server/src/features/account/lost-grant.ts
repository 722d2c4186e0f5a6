import type { AccountStore } from '../../accounts/account-store.ts'
import type { Revocations } from '../../accounts/revocations.ts'
import type { Db } from '../../platform/db/tables.ts'
import { isRefused, type Refusal } from '../../platform/refusal.ts'
import type { ProviderPerson, ProviderTokens } from '../../provider/provider.ts'

/** The tokens of a new grant, with the profile of its account or the reason why the provider did not return it. */
export type NewGrant = { tokens: ProviderTokens; person: ProviderPerson | Refusal }

type LostGrantDeps = {
  db: Db
  accounts: {
    store: Pick<AccountStore, 'isLinked'>
    revocations: Pick<Revocations, 'endUnstored'>
  }
}

/**
 * Ends a new grant, because the database failed when it had to store the account (L3). The grant stays if the account
 * is linked: either the user connected it again, or the database stored it and only its answer was lost.
 * @param isFirst whether the user had no account before
 */
export async function endLostGrant(
  { db, accounts: { store, revocations } }: LostGrantDeps,
  userId: string,
  { tokens, person }: NewGrant,
  isFirst: boolean,
): Promise<void> {
  // If the database does not answer, the grant may belong to one of the accounts that the user had before.
  const mayBeLinked = !isRefused(person) && (await store.isLinked(db, userId, person).catch(() => !isFirst))
  if (!mayBeLinked && tokens.refreshToken) await revocations.endUnstored(tokens.refreshToken)
}
