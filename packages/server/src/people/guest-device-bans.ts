import { sql } from 'kysely'
import type { Db, Trx } from '../platform/db/tables.ts'

/**
 * Lists the sessions in which a device is banned or muted. A device keeps these entries after its guest was deleted or
 * got an account (G3, C8).
 */
export async function sessionsBanning(db: Db, deviceHash: string): Promise<string[]> {
  const rows = await db
    .selectFrom('banned_devices')
    .select('session_id')
    .where('device_hash', '=', deviceHash)
    .union(db.selectFrom('muted_devices').select('session_id').where('device_hash', '=', deviceHash))
    .execute()
  return rows.map((row) => row.session_id)
}

/** Returns whether a user is banned from any session, or muted in any chat. */
export async function hasBans(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('bans')
    .select('since')
    .where('user_id', '=', userId)
    .union(db.selectFrom('chat_mutes').select('since').where('user_id', '=', userId))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Stores the bans and mutes of a guest for the guest's device, before the guest is deleted or gets an account (G3,
 * C8). The caller has locked the rows of the guest and of the sessions.
 */
export async function keepBansOfDevice(trx: Trx, userId: string): Promise<void> {
  await sql`
    insert into banned_devices (device_hash, session_id, since)
    select g.device_hash, b.session_id, b.since from bans b join guests g on g.user_id = b.user_id
      where b.user_id = ${userId}
    on conflict (device_hash, session_id) do nothing`.execute(trx)
  await sql`
    insert into muted_devices (device_hash, session_id, since)
    select g.device_hash, m.session_id, m.since from chat_mutes m join guests g on g.user_id = m.user_id
      where m.user_id = ${userId}
    on conflict (device_hash, session_id) do nothing`.execute(trx)
}

/**
 * Gives the bans and mutes of a device to its new guest (G3, C8). Sessions that ban the device get a new version of
 * their options, because the bans belong to the options (R4). The caller has locked the rows of the sessions.
 */
export async function banGuestOfDevice(trx: Trx, userId: string, deviceHash: string): Promise<void> {
  await sql`
    update sessions set version = version + 1
    where id in (select session_id from banned_devices where device_hash = ${deviceHash})`.execute(trx)
  await sql`
    insert into bans (session_id, user_id, since)
    select session_id, ${userId}, since from banned_devices where device_hash = ${deviceHash}`.execute(trx)
  await sql`
    insert into chat_mutes (session_id, user_id, since)
    select session_id, ${userId}, since from muted_devices where device_hash = ${deviceHash}`.execute(trx)
  await trx.deleteFrom('banned_devices').where('device_hash', '=', deviceHash).execute()
  await trx.deleteFrom('muted_devices').where('device_hash', '=', deviceHash).execute()
}
