import type { Db } from '../../platform/db/tables.ts'
import { hashOfSecret, newSecretCode } from '../../platform/security/secret-code.ts'

/** A person may take so long to answer a challenge, in milliseconds (A12). */
export const CHALLENGE_LIFE_MS = 5 * 60_000

/**
 * A new challenge for a passkey to sign, in base64url; stored as a hash.
 *
 * @param tokenId the log-in that adds a passkey; null for a login
 */
export async function insertChallenge(db: Db, tokenId: string | null, nowMs: number): Promise<string> {
  const challenge = newSecretCode()
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', nowMs).execute()
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hashOfSecret(challenge),
      token_id: tokenId,
      expires_at: nowMs + CHALLENGE_LIFE_MS,
    })
    .execute()
  return challenge
}

/** Uses a challenge up. Exactly one caller gets true, on all servers; never for one made for something else. */
export async function takeChallenge(
  db: Db,
  challenge: string,
  tokenId: string | null,
  nowMs: number,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashOfSecret(challenge))
    .where('token_id', tokenId === null ? 'is' : '=', tokenId)
    .where('expires_at', '>', nowMs)
    .returning('challenge_hash')
    .executeTakeFirst()
  return taken !== undefined
}
