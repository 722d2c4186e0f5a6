import type { HostRules, ModeratorLevel, Policy } from '@jointly/domain'
import { type Selectable, sql } from 'kysely'
import { inChunks } from '../../platform/db/in-chunks.ts'
import { jsonRows } from '../../platform/db/json-rows.ts'
import type { Db, Tables } from '../../platform/db/tables.ts'
import { ruleColumns, rulesOf } from './host-rules.ts'
import { withFreeCode } from './new-session-code.ts'

export type StoredSession = {
  ssid: string
  /** The session code (J1). */
  code: string
  title: string
  ownerId: string
  policy: Policy
  managed: boolean
  /** When the current monthly upgrade ends (R5). Null without an upgrade, and for an upgrade without an end. */
  managedUntil: number | null
  skipPercent: number
  /** The flavor (song rules) as JSON. */
  flavor: string
  /** Increases with every save of the options (R4). */
  version: number
  /** Whether guests may enter (G5). */
  guests: boolean
  /** Whether the session has a chat (C4). */
  chat: boolean
  /** The rules of the host (H1). */
  rules: HostRules
}

/** A session, with the stored data about one user in it. `level` is null if the user is not a moderator. */
export type StoredMembership = StoredSession & {
  level: ModeratorLevel | null
  isBanned: boolean
  wasInside: boolean
  isFavorite: boolean
  /** False for a guest (G1). */
  hasAccount: boolean
}

const sessionColumns = [
  'sessions.id',
  'sessions.code',
  'sessions.title',
  'sessions.owner_id',
  'sessions.policy',
  'sessions.managed',
  'sessions.managed_until',
  'sessions.skip_percent',
  'sessions.flavor',
  'sessions.version',
  'sessions.guests',
  'sessions.chat',
  ...ruleColumns,
] as const

type SessionRow = Omit<
  Selectable<Tables['sessions']>,
  'created_at' | 'fallback_account' | 'fallback_playlist' | 'fallback_title' | 'waiting_version'
>

/** Counts the sessions that a user owns. */
export async function countOwned(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Stores a session with a new code (J1).
 * @param newCode creates a random code; only tests pass another function
 */
export async function insertSession(
  db: Db,
  session: Omit<StoredSession, 'code' | 'managed' | 'managedUntil' | 'version' | 'guests' | 'chat' | 'rules'>,
  createdAt: number,
  newCode?: () => string,
): Promise<void> {
  const row = {
    id: session.ssid,
    title: session.title,
    owner_id: session.ownerId,
    policy: session.policy,
    managed: 0,
    managed_until: null,
    skip_percent: session.skipPercent,
    flavor: session.flavor,
    version: 1,
    created_at: createdAt,
  }
  await withFreeCode(async (code) => {
    const stored = await db
      .insertInto('sessions')
      .values({ ...row, code })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return stored !== undefined
  }, newCode)
}

/**
 * Loads a session.
 * @param now epoch milliseconds; decides whether a monthly upgrade has ended (R5)
 * @returns undefined if the session does not exist
 */
export async function findSession(db: Db, ssid: string, now: number): Promise<StoredSession | undefined> {
  const row = await db.selectFrom('sessions').select(sessionColumns).where('id', '=', ssid).executeTakeFirst()
  return row && sessionOf(row, now)
}

/**
 * Finds a session by its code (J1).
 * @param code in the form that `normalizeCode` returns, not empty
 */
export async function findSessionByCode(
  db: Db,
  code: string,
  now: number,
): Promise<StoredSession | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select(sessionColumns)
    .where('code', '=', code)
    // With this condition the query can use the index, which contains only sessions with a code.
    .where('code', '<>', '')
    .executeTakeFirst()
  return row && sessionOf(row, now)
}

/** A user and a session that are looked up together. */
export type SessionUser = { readonly ssid: string; readonly userId: string }

/**
 * Loads sessions with the stored data about users in them. It is one statement, because almost every call needs these
 * data. It uses subqueries, because with joins PostgreSQL may read all members of the session.
 * @returns a membership for each user, in their order; undefined if the session does not exist
 */
export async function findStoredMemberships(
  db: Db,
  users: readonly SessionUser[],
  now: number,
): Promise<(StoredMembership | undefined)[]> {
  type Row = SessionRow &
    Record<'favorite' | 'banned_since' | 'is_guest', number | null> & {
      key: string
      level: ModeratorLevel | null
    }
  // The flavor may be large, so only one row of each session has it.
  const { rows } = await sql<Row>`
    with k as materialized (select key, value ->> 0 as ssid, value ->> 1 as user_id,
        row_number() over (partition by value ->> 0) as place
      from ${jsonRows(users.map(({ ssid, userId }) => [ssid, userId]))} as rows)
    select k.key, s.id, s.code, s.title, s.owner_id, s.policy, s.managed, s.managed_until, s.skip_percent, s.version,
      case when k.place = 1 then s.flavor else '' end as flavor, s.guests, s.chat,
      ${sql.join(ruleColumns.map((name) => sql.ref(`s.${name}`)))},
      (select u.guest from users u where u.id = k.user_id) as is_guest,
      (select m.favorite from members m where m.session_id = s.id and m.user_id = k.user_id) as favorite,
      (select mod.level from moderators mod where mod.session_id = s.id and mod.user_id = k.user_id) as level,
      (select b.since from bans b where b.session_id = s.id and b.user_id = k.user_id) as banned_since
    from k join sessions s on s.id = k.ssid`.execute(db)
  const byKey = new Map(rows.map((row) => [Number(row.key), row]))
  const flavors = new Map(rows.flatMap((row) => (row.flavor === '' ? [] : [[row.id, row.flavor] as const])))
  return users.map((_, index) => {
    const row = byKey.get(index)
    return (
      row && {
        ...sessionOf({ ...row, flavor: flavors.get(row.id) ?? '' }, now),
        level: row.level,
        isBanned: row.banned_since !== null,
        wasInside: row.favorite !== null,
        isFavorite: row.favorite === 1,
        hasAccount: row.is_guest !== 1,
      }
    )
  })
}

/**
 * Finds who invited each of these users (S2). `index` is the index of the invited user in `invited`. `level` is the
 * inviter's current level as moderator, or null.
 */
export async function invitersOf(
  db: Db,
  invited: readonly SessionUser[],
): Promise<{ index: number; inviterId: string; level: ModeratorLevel | null }[]> {
  const { rows } = await sql<{ key: string; inviter_id: string; level: ModeratorLevel | null }>`
    select k.key, i.inviter_id, mod.level
    from ${jsonRows(invited.map(({ ssid, userId }) => [ssid, userId]))} as k
    join invites i on i.session_id = (k.value ->> 0) and i.user_id = (k.value ->> 1)
    left join moderators mod on mod.session_id = i.session_id and mod.user_id = i.inviter_id`.execute(db)
  return rows.map((row) => ({ index: Number(row.key), inviterId: row.inviter_id, level: row.level }))
}

/**
 * Stores the visits of users. A user's first visit makes the session a favorite. Later visits do not make it a favorite
 * again (I2).
 */
export async function saveVisits(
  db: Db,
  ssid: string,
  userIds: readonly string[],
  visitAt: number,
): Promise<void> {
  await sql`
    insert into members (session_id, user_id, first_at, visit_at, favorite)
    select ${ssid}, value ->> 0, cast(${visitAt} as bigint), cast(${visitAt} as bigint), 1
    from ${jsonRows(userIds.map((id) => [id]))} as rows where true
    on conflict (session_id, user_id) do update set visit_at = excluded.visit_at`.execute(db)
}

/**
 * Stores whether a session is a favorite of the user.
 * @returns false if the user never entered the session
 */
export async function setFavorite(db: Db, ssid: string, userId: string, favorite: boolean): Promise<boolean> {
  const row = await db
    .updateTable('members')
    .set({ favorite: favorite ? 1 : 0 })
    .where('session_id', '=', ssid)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes a session with everything that belongs to it. Only the timelines keep the songs that played in it (S6, T1).
 */
export async function deleteSession(db: Db, ssid: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', ssid).execute()
}

/**
 * Lists the users who may have a session on their home list: its owner, invited users, and users with a star
 * (I2).
 */
export async function homeListUsers(db: Db, ssid: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select owner_id as user_id from sessions where id = ${ssid}
    union select user_id from members where session_id = ${ssid} and favorite = 1
    union select user_id from invites where session_id = ${ssid}`.execute(db)
  return rows.map((row) => row.user_id)
}

/**
 * Finds which of these songs are in which of these playlists, as texts of the form `playlistId songId` (F1).
 */
export async function songsInPlaylists(
  db: Db,
  playlistIds: readonly string[],
  songIds: readonly string[],
): Promise<Set<string>> {
  const pairs = new Set<string>()
  if (playlistIds.length === 0) return pairs
  for (const some of inChunks(songIds)) {
    const rows = await db
      .selectFrom('playlist_songs')
      .select(['playlist_id', 'song_id'])
      .where('playlist_id', 'in', playlistIds)
      .where('song_id', 'in', some)
      .execute()
    for (const row of rows) pairs.add(`${row.playlist_id} ${row.song_id}`)
  }
  return pairs
}

/** Returns whether the session of a row is managed. A monthly upgrade ends at `managed_until` (R5). */
export function isManaged(row: Pick<SessionRow, 'managed' | 'managed_until'>, now: number): boolean {
  return row.managed === 1 && (row.managed_until === null || row.managed_until > now)
}

function sessionOf(row: SessionRow, now: number): StoredSession {
  const managed = isManaged(row, now)
  return {
    ssid: row.id,
    code: row.code,
    title: row.title,
    ownerId: row.owner_id,
    policy: row.policy,
    managed,
    managedUntil: managed ? row.managed_until : null,
    skipPercent: row.skip_percent,
    flavor: row.flavor,
    version: row.version,
    guests: row.guests === 1,
    chat: row.chat === 1,
    rules: rulesOf(row),
  }
}
