import type { Db } from '../../platform/db/tables.ts'
import { hashOfSecret, newSecretCode } from '../../platform/security/secret-code.ts'

/** How long a user may take to answer a challenge, in milliseconds (A12). */
export const CHALLENGE_LIFE_MS = 5 * 60_000

/**
 * Creates a challenge for a passkey, in base64url. Only its hash is stored.
 *
 * @param tokenId the login that adds a passkey; null to log in
 */
export async function insertChallenge(db: Db, tokenId: string | null, nowMs: number): Promise<string> {
  const challenge = newSecretCode()
  // Anyone can request challenges, so expired ones do not wait for the job that deletes them.
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

/**
 * Deletes a challenge, and returns whether it was valid. Of several callers on all servers, only one gets true.
 * @param tokenId the login that adds a passkey; null for a login with a passkey
 */
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
