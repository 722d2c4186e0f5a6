import type { Db } from '../../platform/db/tables.ts'
import { hashOfSecret, newSecretCode } from '../../platform/security/secret-code.ts'

/** How long a consent page may stay open (L1). */
const ATTEMPT_LIFE_MS = 10 * 60_000

export type LinkAttempt = { verifier: string; redirectUri: string }

/**
 * Stores that a user starts to link an account.
 * @returns the `state` of this attempt, which only this user can use
 */
export async function beginAttempt(
  db: Db,
  userId: string,
  attempt: LinkAttempt,
  nowMs: number,
): Promise<string> {
  const state = newSecretCode()
  await db
    .insertInto('link_attempts')
    .values({
      state_hash: hashOfSecret(state),
      user_id: userId,
      service: 'spotify',
      verifier: attempt.verifier,
      redirect_uri: attempt.redirectUri,
      expires_at: nowMs + ATTEMPT_LIFE_MS,
    })
    .execute()
  return state
}

/**
 * Deletes the attempt that belongs to a `state`, and returns it. So each `state` works only once.
 * @returns undefined if the state is unknown, expired, used or another user's (L1)
 */
export async function takeAttempt(
  db: Db,
  userId: string,
  state: string,
  nowMs: number,
): Promise<LinkAttempt | undefined> {
  return db
    .deleteFrom('link_attempts')
    .where('state_hash', '=', hashOfSecret(state))
    .where('user_id', '=', userId)
    .where('expires_at', '>', nowMs)
    .returning(['verifier', 'redirect_uri as redirectUri'])
    .executeTakeFirst()
}
