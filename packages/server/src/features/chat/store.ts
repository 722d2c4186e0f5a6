import { sql } from 'kysely'
import { presentPublicUser, publicUsers } from '../../people/users.ts'
import type { ChatLine, PublicUser } from '@jointly/contract'
import type { Db, Trx } from '../../platform/db/tables.ts'

/** How long a line is stored, in milliseconds (C7). */
const KEPT_MS = 24 * 60 * 60 * 1000
/** The text of a deleted line. Its row stays, so that a repetition of its call does not store it again (C6). */
const DELETED = ''

/** A person in a session. */
export type ChatPerson = { ssid: string; userId: string }

/**
 * Loads lines, the oldest first (C6). Deleted lines and lines of banned people are left out (C8, C9).
 * @param before only lines with a lower number; null for the newest ones
 */
export async function linesBefore(
  db: Db,
  ssid: string,
  { before, limit, now }: { before: number | null; limit: number; now: number },
): Promise<ChatLine[]> {
  const rows = await db
    .selectFrom('chat_lines as l')
    .select(['l.id', 'l.user_id', 'l.text', 'l.sent_at'])
    .where('l.session_id', '=', ssid)
    .where('l.text', '<>', DELETED)
    .$if(before !== null, (query) => query.where('l.id', '<', before ?? 0))
    .where('l.sent_at', '>', now - KEPT_MS)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('bans as b')
            .select('b.since')
            .whereRef('b.session_id', '=', 'l.session_id')
            .whereRef('b.user_id', '=', 'l.user_id'),
        ),
      ),
    )
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute()
  const people = await publicUsers(db, [...new Set(rows.map((row) => row.user_id))])
  return rows.reverse().flatMap(({ id, user_id, text, sent_at }) => {
    const user = people.get(user_id)
    return user ? [{ id, user, text, at: sent_at }] : []
  })
}

/** Returns the number of the last line of a session, or 0 if the session has no line. */
export async function lastLineId(db: Db, ssid: string): Promise<number> {
  const row = await db
    .selectFrom('chat_counters')
    .select('last_id')
    .where('session_id', '=', ssid)
    .executeTakeFirst()
  return row?.last_id ?? 0
}

/**
 * Finds the line that a person sent with this client key. Its text is empty if it was deleted. Returns undefined if no
 * call with the key has stored a line.
 */
export async function lineByKey(
  db: Db,
  { ssid, userId }: ChatPerson,
  key: string,
): Promise<Omit<ChatLine, 'user'> | undefined> {
  return db
    .selectFrom('chat_lines')
    .select(['id', 'text', 'sent_at as at'])
    .where('session_id', '=', ssid)
    .where('user_id', '=', userId)
    .where('client_key', '=', key)
    .executeTakeFirst()
}

/**
 * Stores a line with the next number. The caller has locked the chat.
 * @returns the number of the line
 */
export async function insertLine(
  trx: Trx,
  { ssid, userId }: ChatPerson,
  line: { text: string; key: string; at: number },
): Promise<number> {
  const { last_id: id } = await trx
    .updateTable('chat_counters')
    .set({ last_id: sql`last_id + 1` })
    .where('session_id', '=', ssid)
    .returning('last_id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('chat_lines')
    .values({
      session_id: ssid,
      id,
      user_id: userId,
      text: line.text,
      sent_at: line.at,
      client_key: line.key,
    })
    .execute()
  return id
}

/** Returns who wrote a line, also if it was deleted. Returns undefined if there is no such line. */
export async function authorOf(db: Db, ssid: string, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('chat_lines')
    .select('user_id')
    .where('session_id', '=', ssid)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.user_id
}

/** Deletes a line. @returns false if there is no such line, or it was deleted before */
export async function deleteLine(db: Db, ssid: string, id: number): Promise<boolean> {
  const deleted = await db
    .updateTable('chat_lines')
    .set({ text: DELETED })
    .where('session_id', '=', ssid)
    .where('id', '=', id)
    .where('text', '<>', DELETED)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Deletes the lines that are older than a day (C7). */
export async function deleteOldLines(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('chat_lines')
    .where('sent_at', '<=', now - KEPT_MS)
    .execute()
}

/** Returns whether a person is muted in a session. */
export async function isMuted(db: Db, { ssid, userId }: ChatPerson): Promise<boolean> {
  const row = await db
    .selectFrom('chat_mutes')
    .select('since')
    .where('session_id', '=', ssid)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Lists the muted people of a session, in the order in which they were muted. */
export async function mutedPeopleOf(db: Db, ssid: string): Promise<PublicUser[]> {
  const rows = await db
    .selectFrom('chat_mutes')
    .innerJoin('users', 'users.id', 'chat_mutes.user_id')
    .select(['users.id', 'username', 'guest', 'picture'])
    .where('session_id', '=', ssid)
    .orderBy('since')
    .orderBy('username_key')
    .execute()
  return rows.map(presentPublicUser)
}

/** Mutes a person or lets them write again. @returns whether that changed something */
export async function setMuted(
  trx: Trx,
  { ssid, userId }: ChatPerson,
  muted: boolean,
  since: number,
): Promise<boolean> {
  const changed = muted
    ? await trx
        .insertInto('chat_mutes')
        .values({ session_id: ssid, user_id: userId, since })
        .onConflict((conflict) => conflict.doNothing())
        .returning('user_id')
        .executeTakeFirst()
    : await trx
        .deleteFrom('chat_mutes')
        .where('session_id', '=', ssid)
        .where('user_id', '=', userId)
        .returning('user_id')
        .executeTakeFirst()
  return changed !== undefined
}
