import { randomUUID } from 'node:crypto'
import { USERNAME_PATTERN, usernameKey } from '@jointly/domain'
import type { Db, Trx } from '../../db/tables.ts'

export type StoredUser = { id: string; username: string; email: string; level: number; passwordHash: string }

const columns = ['id', 'username', 'email', 'level', 'password_hash as passwordHash'] as const

/** A person by name, without regard to case (A3). A text that is no name is nobody's, and is not handed to the database. */
export async function userByName(db: Db, username: string): Promise<StoredUser | undefined> {
  if (!USERNAME_PATTERN.test(username)) return undefined
  return db
    .selectFrom('users')
    .select(columns)
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst()
}

export function userById(db: Db, id: string): Promise<StoredUser | undefined> {
  return db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst()
}

/** @returns the new person, or undefined where the name is taken (A3) */
export async function insertUser(
  db: Db,
  user: Omit<StoredUser, 'id'>,
  createdAt: number,
): Promise<StoredUser | undefined> {
  const id = randomUUID()
  const inserted = await db
    .insertInto('users')
    .values({
      id,
      username: user.username,
      username_key: usernameKey(user.username),
      email: user.email,
      password_hash: user.passwordHash,
      level: user.level,
      created_at: createdAt,
    })
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted && { ...user, id }
}

export async function setPasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}

/** Deletes a person, who is locked; what points at them goes with them (A7). */
export async function deleteUserRow(trx: Trx, userId: string): Promise<void> {
  // Friends who leave at once take what they share in one order, so that they do not wait for each other in a circle.
  await trx
    .selectFrom('friends')
    .select('user1')
    .where((row) => row.or([row('user1', '=', userId), row('user2', '=', userId)]))
    .orderBy('user1')
    .orderBy('user2')
    .forUpdate()
    .execute()
  await trx.deleteFrom('users').where('id', '=', userId).execute()
}

/** Exactly one caller on one server hears true: the one whose transaction creates the first account (A5). */
export async function claimFirstAccount(db: Db): Promise<boolean> {
  const claimed = await db
    .insertInto('server_facts')
    .values({ name: 'first-account', value: 'created' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function hasAnyUser(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}
