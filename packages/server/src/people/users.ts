import { randomUUID } from 'node:crypto'
import { Email, type PublicUser, type Registration, SUPER_LEVEL } from '@jointly/contract'
import { USERNAME_PATTERN, usernameKey } from '@jointly/domain'
import { sql } from 'kysely'
import { jsonRows } from '../platform/db/json-rows.ts'
import type { Db, Trx } from '../platform/db/tables.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'

const USUAL_LEVEL = 0

export type StoredUser = {
  id: string
  username: string
  email: string
  level: number
  guest: number
  picture: string | null
  passwordHash: string
}

const columns = [
  'id',
  'username',
  'email',
  'level',
  'guest',
  'picture',
  'password_hash as passwordHash',
] as const

/** Finds the user with this name, in any mix of upper and lower case (A3). An invalid name is not looked up. */
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

/** Returns what everyone may see of users, by id (D4). Unknown ids are left out. */
export async function publicUsers(db: Db, ids: readonly string[]): Promise<Map<string, PublicUser>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<PublicUserRow>`
    select u.id, u.username, u.guest, u.picture from ${jsonRows(ids.map((id) => [id]))} as k
    join users u on u.id = (k.value ->> 0)`.execute(db)
  return new Map(rows.map((row) => [row.id, presentPublicUser(row)]))
}

type PublicUserRow = { id: string; username: string; guest: number; picture: string | null }

/** Returns what everyone may see of a user (D4). */
export function presentPublicUser({ id, username, guest, picture }: PublicUserRow): PublicUser {
  return { id, username, ...guestMark(guest), ...pictureMark(picture) }
}

/**
 * Returns the field with the id of a user's picture, or no field if the user has no picture (U3).
 * @param picture as stored
 */
export function pictureMark(picture: string | null): { picture?: string } {
  return picture === null ? {} : { picture }
}

/**
 * Returns the field that marks a guest, so that the app shows a mark beside the name (G1).
 * @param guest as stored
 */
export function guestMark(guest: number): { guest?: true } {
  return guest === 1 ? { guest: true } : {}
}

/**
 * Creates a user within a transaction. Of the users that are created with `mayBeFirst`, only the first one of a
 * server gets the super level (A5). Refuses a name that is taken (A3).
 * @param passwordHash made before the transaction, so that the transaction stays short
 */
export async function createUser(
  trx: Trx,
  input: Pick<Registration, 'username' | 'email'> & { mayBeFirst: boolean },
  passwordHash: string,
  nowMs: number,
): Promise<StoredUser | Refusal> {
  const { username, email, mayBeFirst } = input
  const level = mayBeFirst ? await levelByTicket(trx) : USUAL_LEVEL
  const id = randomUUID()
  const inserted = await trx
    .insertInto('users')
    .values({
      id,
      username,
      username_key: usernameKey(username),
      email,
      password_hash: passwordHash,
      level,
      created_at: nowMs,
    })
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return refuse('taken', { fields: { username: 'taken' } })
  return { id, username, email, level, guest: 0, picture: null, passwordHash }
}

/** Returns the level of a user who may be the first one of the server. The first one gets the super level (A5). */
export async function levelByTicket(trx: Trx): Promise<number> {
  const isFirst = await claimFirstAccount(trx)
  await deleteActivationLinks(trx)
  return isFirst ? SUPER_LEVEL : USUAL_LEVEL
}

export async function setLevel(trx: Trx, userId: string, level: number): Promise<void> {
  await trx.updateTable('users').set({ level }).where('id', '=', userId).execute()
}

/** Stores a new password and deletes the reset links of the user (A14). */
export async function setPasswordHash(trx: Trx, userId: string, passwordHash: string): Promise<void> {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
  await trx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}

/**
 * Finds users with this e-mail address, ignoring case, the oldest first, so that new accounts with the address of
 * another person do not displace that person (A15). An invalid address is not looked up.
 */
export async function usersByEmail(db: Db, email: string, limit: number): Promise<StoredUser[]> {
  if (!Email.safeParse(email).success) return []
  return db
    .selectFrom('users')
    .select(columns)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * Deletes a user whose row the caller has locked. The database also deletes all rows that refer to the user
 * (A7).
 */
export async function deleteUserRow(trx: Trx, userId: string): Promise<void> {
  // Locks friendships in a fixed order, so that friends who delete their accounts at the same time do not
  // deadlock.
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

/**
 * Claims the creation of the first account (A5).
 * @returns true for only one transaction on all servers
 */
async function claimFirstAccount(db: Db): Promise<boolean> {
  const claimed = await db
    .insertInto('server_facts')
    .values({ name: 'first-account', value: 'created' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Deletes the activation links, because they could only create the first account, which now exists. */
async function deleteActivationLinks(trx: Trx): Promise<void> {
  await trx.deleteFrom('tickets').where('created_by', 'is', null).where('used_at', 'is', null).execute()
}

/** Returns whether the first account was created, even if it was deleted since (A7). */
export async function hasFirstAccount(db: Db): Promise<boolean> {
  const fact = await db
    .selectFrom('server_facts')
    .select('name')
    .where('name', '=', 'first-account')
    .executeTakeFirst()
  return fact !== undefined
}

export async function hasAnyUser(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}
