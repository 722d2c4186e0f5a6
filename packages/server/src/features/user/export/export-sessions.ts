import type { Db } from '../../../db/tables.ts'
import { dateOf } from './export-dates.ts'

/** The sessions that a person owns or has to do with, and how. */
export async function sessionsOf(db: Db, userId: string) {
  return {
    ownSessions: await ownedBy(db, userId),
    visitedSessions: await visitedBy(db, userId),
    moderatedSessions: await moderatedBy(db, userId),
    bans: await bansOf(db, userId),
    invites: await invitesOf(db, userId),
    servedIn: await servedTo(db, userId),
    playedFor: await playedFor(db, userId),
    skipWishes: await skipWishesOf(db, userId),
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
      flavor,
      createdAt: dateOf(row.created_at),
    }
  })
}

async function visitedBy(db: Db, userId: string) {
  const rows = await db
    .selectFrom('members')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['title', 'first_at', 'visit_at', 'favorite'])
    .where('user_id', '=', userId)
    .orderBy('first_at')
    .execute()
  return rows.map((row) => ({
    session: row.title,
    firstAt: dateOf(row.first_at),
    lastAt: dateOf(row.visit_at),
    favorite: row.favorite === 1,
  }))
}

async function moderatedBy(db: Db, userId: string) {
  const rows = await db
    .selectFrom('moderators')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['title', 'level', 'since'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ title, level, since }) => ({ session: title, level, since: dateOf(since) }))
}

async function bansOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('bans')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['title', 'since'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ title, since }) => ({ session: title, since: dateOf(since) }))
}

async function invitesOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('invites')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .innerJoin('users as guests', 'guests.id', 'invites.user_id')
    .innerJoin('users as inviters', 'inviters.id', 'inviter_id')
    .select(['title', 'guests.username as to', 'inviters.username as from', 'invited_at'])
    .where((row) => row.or([row('invites.user_id', '=', userId), row('inviter_id', '=', userId)]))
    .orderBy('invited_at')
    .execute()
  return rows.map(({ title, from, to, invited_at }) => ({
    session: title,
    from,
    to,
    at: dateOf(invited_at),
  }))
}

/** In which turn of a session a song was chosen for the person last (V3). */
async function servedTo(db: Db, userId: string) {
  return db
    .selectFrom('served')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['title as session', 'turn'])
    .where('user_id', '=', userId)
    .execute()
}

async function playedFor(db: Db, userId: string) {
  const rows = await db
    .selectFrom('plays')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .leftJoin('songs', 'songs.id', 'song_id')
    .select(['sessions.title as session', 'songs.title as song', 'chosen', 'chosen_at'])
    .where('by_id', '=', userId)
    .orderBy('chosen_at')
    .execute()
  return rows.map(({ session, song, chosen, chosen_at }) => ({
    session,
    song,
    chosen,
    chosenAt: dateOf(chosen_at),
  }))
}

async function skipWishesOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('skip_wishes')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['title', 'start_at'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ title, start_at }) => ({ session: title, songBeganAt: dateOf(start_at) }))
}

/** A person's standing votes (V1). */
export async function votesOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('votes')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['title', 'song_id', 'direction', 'cast_at'])
    .where('user_id', '=', userId)
    .orderBy('cast_at')
    .execute()
  return rows.map((row) => ({
    session: row.title,
    songId: row.song_id,
    vote: row.direction > 0 ? 'up' : 'down',
    at: dateOf(row.cast_at),
  }))
}

/** A person's visits, and what they heard in them (T1). */
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
