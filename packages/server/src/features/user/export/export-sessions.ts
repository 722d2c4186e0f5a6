import type { Db } from '../../../platform/db/tables.ts'
import { rulesOf } from '../../../session/access/host-rules.ts'
import { dateOf } from './export-dates.ts'

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
  return {
    ownSessions: await ownedBy(db, userId),
    visitedSessions: await visitedBy(db, userId, titleOf),
    moderatedSessions: await moderatedBy(db, userId, titleOf),
    bans: await bansOf(db, userId, titleOf),
    invites: await invitesOf(db, userId, titleOf),
    servedIn: await servedTo(db, userId, titleOf),
    playedFor: await playedFor(db, userId, titleOf),
    skipWishes: await skipWishesOf(db, userId, titleOf),
    chatLines: await chatLinesOf(db, userId, titleOf),
    mutedIn: await mutesOf(db, userId, titleOf),
  }
}

async function ownedBy(db: Db, userId: string) {
  const rows = await db.selectFrom('sessions').selectAll().where('owner_id', '=', userId).execute()
  return rows.map((row) => {
    const flavor: unknown = JSON.parse(row.flavor)
    const { id, title, policy } = row
    return {
      id,
      title,
      policy,
      managed: row.managed === 1,
      managedUntil: row.managed_until === null ? null : dateOf(row.managed_until),
      skipPercent: row.skip_percent,
      chat: row.chat === 1,
      rules: rulesOf(row),
      flavor,
      createdAt: dateOf(row.created_at),
    }
  })
}

async function visitedBy(db: Db, userId: string, titleOf: TitleOf) {
  const rows = await db
    .selectFrom('members')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['sessions.id', 'title', 'first_at', 'visit_at', 'favorite'])
    .where('user_id', '=', userId)
    .orderBy('first_at')
    .execute()
  return rows.map((row) => ({
    session: titleOf(row.id, row.title),
    firstAt: dateOf(row.first_at),
    lastAt: dateOf(row.visit_at),
    favorite: row.favorite === 1,
  }))
}

async function moderatedBy(db: Db, userId: string, titleOf: TitleOf) {
  const rows = await db
    .selectFrom('moderators')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['sessions.id', 'title', 'level', 'since'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ id, title, level, since }) => ({
    session: titleOf(id, title),
    level,
    since: dateOf(since),
  }))
}

async function bansOf(db: Db, userId: string, titleOf: TitleOf) {
  const rows = await db
    .selectFrom('bans')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['sessions.id', 'title', 'since'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ id, title, since }) => ({ session: titleOf(id, title), since: dateOf(since) }))
}

async function invitesOf(db: Db, userId: string, titleOf: TitleOf) {
  const rows = await db
    .selectFrom('invites')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .innerJoin('users as guests', 'guests.id', 'invites.user_id')
    .innerJoin('users as inviters', 'inviters.id', 'inviter_id')
    .select(['sessions.id', 'title', 'guests.username as to', 'inviters.username as from', 'invited_at'])
    .where((row) => row.or([row('invites.user_id', '=', userId), row('inviter_id', '=', userId)]))
    .orderBy('invited_at')
    .execute()
  return rows.map(({ id, title, from, to, invited_at }) => ({
    session: titleOf(id, title),
    from,
    to,
    at: dateOf(invited_at),
  }))
}

/**
 * Lists, for each session, the turn in which a song was last chosen for the user (V3). A turn is the choice of
 * one song.
 */
async function servedTo(db: Db, userId: string, titleOf: TitleOf) {
  const rows = await db
    .selectFrom('served')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['sessions.id', 'title', 'turn'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ id, title, turn }) => ({ session: titleOf(id, title), turn }))
}

async function playedFor(db: Db, userId: string, titleOf: TitleOf) {
  const rows = await db
    .selectFrom('plays')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .leftJoin('songs', 'songs.id', 'song_id')
    .select(['sessions.id', 'sessions.title', 'songs.title as song', 'chosen', 'chosen_at'])
    .where('by_id', '=', userId)
    .orderBy('chosen_at')
    .execute()
  return rows.map(({ id, title, song, chosen, chosen_at }) => ({
    session: titleOf(id, title),
    song,
    chosen,
    chosenAt: dateOf(chosen_at),
  }))
}

async function skipWishesOf(db: Db, userId: string, titleOf: TitleOf) {
  const rows = await db
    .selectFrom('skip_wishes')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['sessions.id', 'title', 'start_at'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ id, title, start_at }) => ({
    session: titleOf(id, title),
    songBeganAt: dateOf(start_at),
  }))
}

async function chatLinesOf(db: Db, userId: string, titleOf: TitleOf) {
  const rows = await db
    .selectFrom('chat_lines')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['sessions.id', 'title', 'text', 'sent_at'])
    .where('user_id', '=', userId)
    .orderBy('sent_at')
    .execute()
  return rows.map(({ id, title, text, sent_at }) => ({
    session: titleOf(id, title),
    text,
    at: dateOf(sent_at),
  }))
}

async function mutesOf(db: Db, userId: string, titleOf: TitleOf) {
  const rows = await db
    .selectFrom('chat_mutes')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['sessions.id', 'title', 'since'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ id, title, since }) => ({ session: titleOf(id, title), since: dateOf(since) }))
}

/** The songs for which a user waits until somebody approves them (H9). */
export async function waitingSongsOf(db: Db, userId: string, titleOf: TitleOf) {
  const rows = await db
    .selectFrom('waiting_songs')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['sessions.id', 'title', 'song_id', 'added_at'])
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .execute()
  return rows.map(({ id, title, song_id, added_at }) => ({
    session: titleOf(id, title),
    songId: song_id,
    at: dateOf(added_at),
  }))
}

/** A user's current votes (V1). */
export async function votesOf(db: Db, userId: string, titleOf: TitleOf) {
  const rows = await db
    .selectFrom('votes')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['sessions.id', 'title', 'song_id', 'direction', 'cast_at'])
    .where('user_id', '=', userId)
    .orderBy('cast_at')
    .execute()
  return rows.map((row) => ({
    session: titleOf(row.id, row.title),
    songId: row.song_id,
    vote: row.direction > 0 ? 'up' : 'down',
    at: dateOf(row.cast_at),
  }))
}

/** A user's visits, and the songs that played during them (T1). */
export async function visitsOf(db: Db, userId: string) {
  const heard = await db
    .selectFrom('heard_songs')
    .select(['session_id', 'visit_at', 'song_id', 'start_at'])
    .where('user_id', '=', userId)
    .orderBy('start_at')
    .execute()
  const byVisit = Map.groupBy(heard, (song) => `${song.session_id} ${song.visit_at}`)
  const visits = await db
    .selectFrom('visits')
    .select(['session_id', 'visit_at', 'title'])
    .where('user_id', '=', userId)
    .orderBy('visit_at')
    .execute()
  return visits.map((visit) => ({
    session: visit.title,
    beganAt: dateOf(visit.visit_at),
    songs: (byVisit.get(`${visit.session_id} ${visit.visit_at}`) ?? []).map((song) => ({
      songId: song.song_id,
      at: dateOf(song.start_at),
    })),
  }))
}
