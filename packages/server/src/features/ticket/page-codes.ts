import type { Db } from '../../platform/db/tables.ts'
import { hashOfSecret, newSecretCode } from '../../platform/security/secret-code.ts'

/** How long the ticket page may stay open before the user submits its form. */
const CODE_LIFE_MS = 10 * 60_000

/** The user and the login that a code belongs to. */
export type CodeOwner = { userId: string; level: number; tokenId: string }

/**
 * Creates a one-time code, which opens the ticket page or submits its form. When the login ends, the code is invalid
 * too. Only the hash of the code is stored.
 */
export async function insertPageCode(db: Db, tokenId: string, nowMs: number): Promise<string> {
  const code = newSecretCode()
  await db
    .insertInto('page_codes')
    .values({ code_hash: hashOfSecret(code), token_id: tokenId, expires_at: nowMs + CODE_LIFE_MS })
    .execute()
  return code
}

/**
 * Deletes a code, and returns its user and login. Of several calls at the same time, only one gets a result.
 * @returns undefined if the code is unknown, used or expired
 */
export async function usePageCode(db: Db, code: string, nowMs: number): Promise<CodeOwner | undefined> {
  const taken = await db
    .deleteFrom('page_codes')
    .where('code_hash', '=', hashOfSecret(code))
    .where('expires_at', '>', nowMs)
    .returning('token_id')
    .executeTakeFirst()
  if (!taken) return undefined
  return db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['user_id as userId', 'level', 'tokens.id as tokenId'])
    .where('tokens.id', '=', taken.token_id)
    .where('tokens.expires_at', '>', nowMs)
    .executeTakeFirst()
}
