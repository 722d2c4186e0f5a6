import type { Db } from '../../../platform/db/tables.ts'
import { rulesOf } from '../../../session/access/host-rules.ts'
import { playedIn } from '../../../session/timeline/store.ts'
import { dateOf, withDates } from './export-dates.ts'

/**
 * A function that returns the title of a session for the export. Null if the user may not see the title (S2).
 */
export type TitleOf = (ssid: string, title: string) => string | null

/** Lists the ids of other users' sessions that the export mentions. */
export async function sessionIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('session_id')
    .where('user_id', '=', userId)
    .union(db.selectFrom('moderators').select('session_id').where('user_id', '=', userId))
    .union(db.selectFrom('bans').select('session_id').where('user_id', '=', userId))
    .union(
      db
        .selectFrom('invites')
        .select('session_id')
        .where((row) => row.or([row('user_id', '=', userId), row('inviter_id', '=', userId)])),
    )
    .union(db.selectFrom('served').select('session_id').where('user_id', '=', userId))
    .union(db.selectFrom('plays').select('session_id').where('by_id', '=', userId))
    .union(db.selectFrom('skip_wishes').select('session_id').where('user_id', '=', userId))
    .union(db.selectFrom('chat_lines').select('session_id').where('user_id', '=', userId))
    .union(db.selectFrom('chat_mutes').select('session_id').where('user_id', '=', userId))
    .union(db.selectFrom('votes').select('session_id').where('user_id', '=', userId))
    .union(db.selectFrom('waiting_songs').select('session_id').where('user_id', '=', userId))
    .execute()
  return rows.map(({ session_id }) => session_id)
}

/** Lists the sessions that a user owns, visited, moderates, was banned from or invited to. */
export async function sessionsOf(db: Db, userId: string, titleOf: TitleOf) {
  const list = <Row extends TitledRow>(query: Query<Row>) => listOf(query, titleOf)
  const visits = await list(visitedBy(db, userId))
  return {
    ownSessions: await ownedBy(db, userId),
    visitedSessions: visits.map((visit) => ({ ...visit, favorite: visit.favorite === 1 })),
    moderatedSessions: await list(moderatedBy(db, userId)),
    bans: await list(bansOf(db, userId)),
    invites: await list(invitesOf(db, userId)),
    servedIn: await list(lastTurnsOf(db, userId)),
    playedFor: await list(playedFor(db, userId)),
    skipWishes: await list(skipWishesOf(db, userId)),
    chatLines: await list(chatLinesOf(db, userId)),
    mutedIn: await list(mutesOf(db, userId)),
  }
}

/** Lists the songs that wait for approval because the user added them (H9). */
export function waitingSongsOf(db: Db, userId: string, titleOf: TitleOf) {
  const query = db
    .selectFrom('waiting_songs')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['sessions.id', 'title', 'song_id as songId', 'added_at as at'])
    .where('user_id', '=', userId)
    .orderBy('added_at')
  return listOf(query, titleOf)
}

/** Lists a user's current votes (V1). */
export async function votesOf(db: Db, userId: string, titleOf: TitleOf) {
  const query = db
    .selectFrom('votes')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['sessions.id', 'title', 'song_id as songId', 'direction as vote', 'cast_at as at'])
    .where('user_id', '=', userId)
    .orderBy('cast_at')
  const votes = await listOf(query, titleOf)
  return votes.map(({ vote, ...rest }) => ({ ...rest, vote: Number(vote) > 0 ? 'up' : 'down' }))
}

type TitledRow = { id: string; title: string }
type Query<Row> = { execute(): Promise<Row[]> }

/** Runs a query for the export. Instead of the id and title, a row has the title that the user may see. */
async function listOf<Row extends TitledRow>(query: Query<Row>, titleOf: TitleOf) {
  const rows = await query.execute()
  return rows.map(({ id, title, ...row }) => ({ session: titleOf(id, title), ...withDates(row) }))
}

async function ownedBy(db: Db, userId: string) {
  const rows = await db.selectFrom('sessions').selectAll().where('owner_id', '=', userId).execute()
  const screens = Map.groupBy(await bigScreensOf(db, userId), ({ ssid }) => ssid)
  return rows.map((row) => {
    const flavor: unknown = JSON.parse(row.flavor)
    const { id, code, title, policy } = row
    return {
      ...{ id, code, title, policy },
      guests: row.guests === 1,
      managed: row.managed === 1,
      managedUntil: row.managed_until === null ? null : dateOf(row.managed_until),
      skipPercent: row.skip_percent,
      chat: row.chat === 1,
      rules: rulesOf(row),
      flavor,
      fallbackPlaylist: row.fallback_title,
      bigScreens: (screens.get(id) ?? []).map(({ screen }) => screen),
      createdAt: dateOf(row.created_at),
    }
  })
}

/** Lists the big screens of a user's own sessions (X1). */
async function bigScreensOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('stages')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['sessions.id as ssid', 'number', 'name', 'sound'])
    .select(['paired_at as pairedAt', 'used_at as lastUsedAt'])
    .where('owner_id', '=', userId)
    .orderBy('number')
    .execute()
  return rows.map(({ ssid, sound, ...rest }) => ({
    ssid,
    screen: withDates({ ...rest, sound: sound === 1 }),
  }))
}

function visitedBy(db: Db, userId: string) {
  return db
    .selectFrom('members')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['sessions.id', 'title', 'first_at as firstAt', 'visit_at as lastAt', 'favorite'])
    .where('user_id', '=', userId)
    .orderBy('first_at')
}

function moderatedBy(db: Db, userId: string) {
  return db
    .selectFrom('moderators')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['sessions.id', 'title', 'level', 'since'])
    .where('user_id', '=', userId)
}

function bansOf(db: Db, userId: string) {
  return db
    .selectFrom('bans')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['sessions.id', 'title', 'since'])
    .where('user_id', '=', userId)
}

function invitesOf(db: Db, userId: string) {
  return db
    .selectFrom('invites')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .innerJoin('users as guests', 'guests.id', 'invites.user_id')
    .innerJoin('users as inviters', 'inviters.id', 'inviter_id')
    .select(['sessions.id', 'title', 'inviters.username as from', 'guests.username as to'])
    .select('invited_at as at')
    .where((row) => row.or([row('invites.user_id', '=', userId), row('inviter_id', '=', userId)]))
    .orderBy('invited_at')
}

/** Lists the last turn in which a song was chosen for the user, in each session (V3). */
function lastTurnsOf(db: Db, userId: string) {
  return db
    .selectFrom('served')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['sessions.id', 'title', 'turn'])
    .where('user_id', '=', userId)
}

function playedFor(db: Db, userId: string) {
  return db
    .selectFrom('plays')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .leftJoin('songs', 'songs.id', 'song_id')
    .select(['sessions.id', 'sessions.title', 'songs.title as song', 'chosen', 'chosen_at as chosenAt'])
    .where('by_id', '=', userId)
    .orderBy('chosen_at')
}

function skipWishesOf(db: Db, userId: string) {
  return db
    .selectFrom('skip_wishes')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['sessions.id', 'title', 'start_at as songBeganAt'])
    .where('user_id', '=', userId)
}

function chatLinesOf(db: Db, userId: string) {
  return (
    db
      .selectFrom('chat_lines')
      .innerJoin('sessions', 'sessions.id', 'session_id')
      .select(['sessions.id', 'title', 'text', 'sent_at as at'])
      .where('user_id', '=', userId)
      // The text of a deleted line is empty (C6).
      .where('text', '<>', '')
      .orderBy('sent_at')
  )
}

function mutesOf(db: Db, userId: string) {
  return db
    .selectFrom('chat_mutes')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['sessions.id', 'title', 'since'])
    .where('user_id', '=', userId)
}

/** Lists a user's visits, with the songs that played during them (T1). */
export async function visitsOf(db: Db, userId: string) {
  const visits = await db
    .selectFrom('visits')
    .select(['session_id', 'visit_at', 'title'])
    .where('user_id', '=', userId)
    .orderBy('visit_at')
    .execute()
  const byVisit = new Map<string, { songId: string; at: string }[]>()
  for (const ssid of new Set(visits.map(({ session_id }) => session_id)))
    for await (const played of playedIn(db, userId, ssid))
      for (const { visitAt, songId, startAt } of played) {
        const key = `${ssid} ${visitAt}`
        const songs = byVisit.get(key) ?? []
        songs.push({ songId, at: dateOf(startAt) })
        byVisit.set(key, songs)
      }
  return visits.map(({ session_id, visit_at, title }) => ({
    session: title,
    beganAt: dateOf(visit_at),
    songs: byVisit.get(`${session_id} ${visit_at}`) ?? [],
  }))
}
