import { randomUUID } from 'node:crypto'
import type { Db, Trx } from '../../platform/db/tables.ts'
import type { Caller } from '../../platform/http/router.ts'
import { hashOfSecret, newSecretCode } from '../../platform/security/secret-code.ts'
import type { Device } from './device.ts'

const DAY_MS = 24 * 3_600_000
/** How long a token is valid after its last use, in milliseconds (A2). */
export const TOKEN_LIFE_MS = 30 * DAY_MS
/** How long a token is valid after its creation, however often it is used, in milliseconds (A2). */
export const LOGIN_LIFE_MS = 90 * DAY_MS
/** The maximum number of logins per user. A further login ends the login that was used least recently. */
const LOGINS_PER_PERSON = 50
const DELETED_AT_ONCE = 1_000

/** A login as it is stored. Times are epoch milliseconds. */
export type StoredLogin = { caller: Caller; createdAt: number; expiresAt: number; extendedAt: number }

/** Stores a new login with only the hash of its token. */
export async function insertLogin(
  db: Db,
  userId: string,
  device: Device,
  now: number,
): Promise<{ id: string; token: string }> {
  const id = randomUUID()
  const token = newSecretCode()
  const times = { created_at: now, extended_at: now, expires_at: now + TOKEN_LIFE_MS }
  await db
    .insertInto('tokens')
    .values({ id, user_id: userId, hash: hashOfSecret(token), ...times, ...device })
    .execute()
  return { id, token }
}

/** Finds the login whose token has this hash, even if the login has expired. */
export async function findLogin(db: Db, hash: string): Promise<StoredLogin | null> {
  const row = await db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select([
      'tokens.id',
      'expires_at',
      'extended_at',
      'tokens.created_at',
      'user_id',
      'username',
      'level',
      'guest',
    ])
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (!row) return null
  const { user_id: userId, username, level, guest } = row
  return {
    caller: { userId, username, level, guest: guest === 1, tokenId: row.id },
    createdAt: row.created_at,
    expiresAt: expiryOf({ createdAt: row.created_at, expiresAt: row.expires_at }),
    extendedAt: row.extended_at,
  }
}

/**
 * Stores the new expiry time of a login. For a guest it also stores the time of this visit, because absent
 * guests are deleted (G7).
 */
export async function extendLogin(db: Db, { caller, extendedAt, expiresAt }: StoredLogin): Promise<void> {
  await db
    .updateTable('tokens')
    .set({ extended_at: extendedAt, expires_at: expiresAt })
    .where('id', '=', caller.tokenId)
    .execute()
  if (caller.guest)
    await db.updateTable('guests').set({ used_at: extendedAt }).where('user_id', '=', caller.userId).execute()
}

/** Deletes one login of a user. @returns whether the login existed */
export async function deleteLogin(db: Db, userId: string, tokenId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('tokens')
    .where('id', '=', tokenId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/**
 * Deletes a user's logins above the limit, the least recently used first.
 * @returns the ids of the deleted logins
 */
export async function deleteSurplusLogins(db: Db, userId: string): Promise<string[]> {
  const surplus = await db
    .selectFrom('tokens')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('extended_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(DELETED_AT_ONCE)
    .offset(LOGINS_PER_PERSON)
    .execute()
  if (surplus.length === 0) return []
  const ids = surplus.map(({ id }) => id)
  await db.deleteFrom('tokens').where('id', 'in', ids).execute()
  return ids
}

/** Deletes all logins of a user, or all but one. @returns the ids of the deleted logins */
export async function deleteLogins(db: Db, userId: string, keptId?: string): Promise<string[]> {
  const deleted = await db
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .where('id', '!=', keptId ?? '')
    .returning('id')
    .execute()
  return deleted.map(({ id }) => id)
}

/**
 * Ends everything with which a user can log in without the password: all logins and all passkeys (A14).
 * @returns the ids of what was deleted
 */
export async function deleteLoginsAndPasskeys(
  trx: Trx,
  userId: string,
): Promise<{ loginIds: string[]; passkeyIds: string[] }> {
  const passkeys = await trx.deleteFrom('passkeys').where('user_id', '=', userId).returning('id').execute()
  return { loginIds: await deleteLogins(trx, userId), passkeyIds: passkeys.map(({ id }) => id) }
}

/** Returns when a login expires, in epoch milliseconds (A2). */
export function expiryOf({
  createdAt,
  expiresAt,
}: Readonly<{ createdAt: number; expiresAt: number }>): number {
  return Math.min(expiresAt, createdAt + LOGIN_LIFE_MS)
}
