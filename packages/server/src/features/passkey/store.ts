import { randomUUID } from 'node:crypto'
import type { Passkey } from '@jointly/contract'
import type { Db } from '../../platform/db/tables.ts'

/** A stored passkey. `publicKey` is a COSE key in base64url. */
export type StoredPasskey = { id: string; userId: string; credentialId: string; publicKey: string }

const columns = ['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'] as const

/** Lists a user's passkeys, the oldest first. */
export function passkeysOf(db: Db, userId: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/**
 * Lists the credential ids of a user's passkeys, so that no authenticator creates a second passkey for the
 * user.
 */
export async function credentialIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select('credential_id')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => row.credential_id)
}

export function passkeyByCredential(db: Db, credentialId: string): Promise<StoredPasskey | undefined> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'user_id as userId', 'credential_id as credentialId', 'public_key as publicKey'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Stores a passkey.
 * @returns the new passkey, or undefined if the credential exists already
 */
export async function insertPasskey(
  db: Db,
  passkey: Omit<StoredPasskey, 'id'> & { counter: number; name: string },
  createdAt: number,
): Promise<Passkey | undefined> {
  return db
    .insertInto('passkeys')
    .values({
      id: randomUUID(),
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      name: passkey.name,
      created_at: createdAt,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(columns)
    .executeTakeFirst()
}

/**
 * Stores that a passkey was used. The use is valid if the counter has increased, or if the authenticator has no
 * counter. Otherwise the passkey may be a copy (A12).
 * @returns whether the use is valid; of two uses with the same counter, only one is valid
 */
export async function recordUse(db: Db, id: string, counter: number, usedAt: number): Promise<boolean> {
  const noted = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: usedAt })
    .where('id', '=', id)
    .where((row) => (counter === 0 ? row('counter', '=', 0) : row('counter', '<', counter)))
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

/**
 * Renames a passkey.
 * @returns whether the user has this passkey
 */
export async function renamePasskey(db: Db, userId: string, id: string, name: string): Promise<boolean> {
  const renamed = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return renamed !== undefined
}

/**
 * Deletes a passkey.
 * @returns whether the user had this passkey
 */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}
