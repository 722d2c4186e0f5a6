import type { Db } from '../../platform/db/tables.ts'
import { hashOfSecret, newSecretCode } from '../../platform/security/secret-code.ts'

/** A page may be open so long before its form is sent. */
const CODE_LIFE_MS = 10 * 60_000

/** Who a code belongs to, as they are now. */
export type CodeHolder = { userId: string; level: number; tokenId: string }

/** A code that opens the page, or sends its form, once; it ends with this log-in. Stored as a hash only. */
export async function insertPageCode(db: Db, tokenId: string, nowMs: number): Promise<string> {
  const code = newSecretCode()
  await db.deleteFrom('page_codes').where('expires_at', '<=', nowMs).execute()
  await db
    .insertInto('page_codes')
    .values({ code_hash: hashOfSecret(code), token_id: tokenId, expires_at: nowMs + CODE_LIFE_MS })
    .execute()
  return code
}

/** Uses a code up; exactly one caller hears whose it is. Undefined when it is unknown, used or over. */
export async function takePageCode(db: Db, code: string, nowMs: number): Promise<CodeHolder | undefined> {
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
