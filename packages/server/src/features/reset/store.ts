import type { Db } from '../../platform/db/tables.ts'
import { hashOfSecret, newSecretCode } from '../../platform/security/secret-code.ts'

/** How long a reset link is valid, in milliseconds (A14). */
const RESET_LIFE_MS = 24 * 3_600_000

export type NewReset = { code: string; validUntil: number }

/** Creates a code that sets a new password for a user. Only its hash is stored. */
export async function insertReset(db: Db, userId: string, nowMs: number): Promise<NewReset> {
  const code = newSecretCode()
  const validUntil = nowMs + RESET_LIFE_MS
  await db
    .insertInto('password_resets')
    .values({ code_hash: hashOfSecret(code), user_id: userId, created_at: nowMs, expires_at: validUntil })
    .execute()
  return { code, validUntil }
}

/** Finds the user for whom a code is valid now. Returns undefined if the code is not valid. */
export function ownerOf(
  db: Db,
  code: string,
  nowMs: number,
): Promise<{ userId: string; username: string } | undefined> {
  return db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['users.id as userId', 'users.username'])
    .where('code_hash', '=', hashOfSecret(code))
    .where('expires_at', '>', nowMs)
    .executeTakeFirst()
}

/**
 * Deletes a code, because each code works only once. If several callers do this at the same time, only one of them
 * gets true (A14).
 */
export async function takeReset(db: Db, code: string, nowMs: number): Promise<boolean> {
  const taken = await db
    .deleteFrom('password_resets')
    .where('code_hash', '=', hashOfSecret(code))
    .where('expires_at', '>', nowMs)
    .returning('code_hash')
    .executeTakeFirst()
  return taken !== undefined
}
