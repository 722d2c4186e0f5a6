import { randomUUID } from 'node:crypto'
import type { Db, Trx } from '../platform/db/tables.ts'
import type { StoredUser } from './users.ts'

/** The data of a person who joins a session as a guest. */
export type JoiningGuest = { nickname: string; deviceHash: string; ssid: string }

/** Stores a new guest (G1). */
export async function insertGuest(trx: Trx, guest: JoiningGuest, nowMs: number): Promise<StoredUser> {
  const user = {
    id: randomUUID(),
    username: guest.nickname,
    email: '',
    level: 0,
    guest: 1,
    picture: null,
    passwordHash: '',
  }
  await trx
    .insertInto('users')
    .values({
      id: user.id,
      username: user.username,
      // A username cannot contain a colon, so no login and no search finds a guest by this key.
      username_key: `:${user.id}`,
      email: user.email,
      password_hash: user.passwordHash,
      level: user.level,
      guest: user.guest,
      created_at: nowMs,
    })
    .execute()
  await trx
    .insertInto('guests')
    .values({ user_id: user.id, device_hash: guest.deviceHash, session_id: guest.ssid, used_at: nowMs })
    .execute()
  return user
}

/** Finds the guest of a device (G3). @returns the user id, or undefined */
export async function guestOfDevice(db: Db, deviceHash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('guests')
    .select('user_id')
    .where('device_hash', '=', deviceHash)
    .executeTakeFirst()
  return row?.user_id
}

/** Stores that a guest joined a session again, with a nickname (G3). The caller has locked the guest's row. */
export async function renewGuest(
  trx: Trx,
  userId: string,
  { nickname, ssid }: Pick<JoiningGuest, 'nickname' | 'ssid'>,
  nowMs: number,
): Promise<void> {
  await storeNickname(trx, userId, nickname)
  await trx
    .updateTable('guests')
    .set({ session_id: ssid, used_at: nowMs })
    .where('user_id', '=', userId)
    .execute()
}

/** Stores the nickname of a guest (G9). The caller has locked the guest's row. */
export async function storeNickname(trx: Trx, userId: string, nickname: string): Promise<void> {
  await trx.updateTable('users').set({ username: nickname }).where('id', '=', userId).execute()
}

/**
 * Lists the guests who joined this session, have joined no other session since, and are not banned from it (G4).
 * `usedAt` is the time of their last visit in epoch milliseconds.
 */
export function guestsOf(db: Db, ssid: string): Promise<{ userId: string; usedAt: number }[]> {
  const banned = db.selectFrom('bans').select('user_id').where('session_id', '=', ssid)
  return db
    .selectFrom('guests')
    .select(['user_id as userId', 'used_at as usedAt'])
    .where('session_id', '=', ssid)
    .where('user_id', 'not in', banned)
    .execute()
}

/**
 * Frees all places for guests in a session. The session is no longer stored as the last joined session of these guests,
 * so they do not count in its limit (G4).
 */
export async function freePlacesOf(trx: Trx, ssid: string): Promise<void> {
  await trx.updateTable('guests').set({ session_id: null }).where('session_id', '=', ssid).execute()
}

/** Lists the ids of guests whose last visit was not after `sinceMs`, the longest absent first (G7). */
export async function absentGuests(db: Db, sinceMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('guests')
    .select('user_id')
    .where('used_at', '<=', sinceMs)
    .orderBy('used_at')
    .execute()
  return rows.map((row) => row.user_id)
}

/** Returns whether the last visit of a guest was not after `sinceMs`. Returns false if the user is not a guest. */
export async function isAbsent(db: Db, userId: string, sinceMs: number): Promise<boolean> {
  const row = await db
    .selectFrom('guests')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('used_at', '<=', sinceMs)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Converts a guest to a user with an account (G6). The caller has locked the guest's row.
 * @throws the database's error for a unique value if another user takes the name at the same moment
 */
export async function storeAccountOfGuest(
  trx: Trx,
  userId: string,
  account: { username: string; usernameKey: string; email: string; passwordHash: string },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      username: account.username,
      username_key: account.usernameKey,
      email: account.email,
      password_hash: account.passwordHash,
      guest: 0,
    })
    .where('id', '=', userId)
    .execute()
  await trx.deleteFrom('guests').where('user_id', '=', userId).execute()
}
