import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createApp } from '@jointly/server'
import { readConfig } from '@jointly/server/config'
import type { Seat } from '../live/live-crowd.ts'

type Db = Awaited<ReturnType<typeof createApp>>['db']

const DAY_MS = 24 * 3_600_000
/** The number of rows that one statement inserts. */
const ROWS_AT_ONCE = 500

export type Listener = { readonly id: string; readonly token: string }
export type FilledSession = { readonly ssid: string; readonly listeners: readonly Listener[] }
export type Crowd = { readonly sessions: readonly FilledSession[]; readonly songIds: readonly string[] }

/**
 * Writes sessions, logged-in listeners and songs into the database of a stopped server. This is faster than the
 * API, which limits sign-ups per address.
 * @param settings environment variables of the server
 */
export async function fillCrowd(
  settings: Readonly<Record<string, string>>,
  sizes: { sessions: number; listenersEach: number; songs: number },
): Promise<Crowd> {
  const { db, close } = await createApp(readConfig({ LOG_LEVEL: 'error', ...settings }))
  const sessions = Array.from({ length: sizes.sessions }, () => ({
    ssid: randomUUID(),
    listeners: Array.from({ length: sizes.listenersEach }, () => ({
      id: randomUUID(),
      token: randomBytes(32).toString('base64url'),
    })),
  }))
  const songIds = Array.from({ length: sizes.songs }, (_, index) => `song-${index}`)
  const now = Date.now()
  const listeners = sessions.flatMap(({ ssid, listeners }) => listeners.map((each) => ({ ...each, ssid })))
  await inChunks(listeners, (some) => insertPeople(db, some, now))
  await inChunks(sessions, (some) => insertSessions(db, some, now))
  await inChunks(listeners, (some) => insertMembers(db, some, now))
  await insertSongs(db, songIds, now)
  await close()
  return { sessions, songIds }
}

async function insertPeople(db: Db, people: readonly Listener[], now: number): Promise<void> {
  await db
    .insertInto('users')
    .values(
      people.map(({ id }) => ({
        id,
        username: `u${id.slice(0, 13)}`,
        username_key: `u${id.slice(0, 13)}`,
        email: `${id}@example.org`,
        password_hash: '',
        level: 0,
        created_at: now,
      })),
    )
    .execute()
  await db
    .insertInto('tokens')
    .values(
      people.map(({ id, token }) => ({
        id: randomUUID(),
        user_id: id,
        hash: createHash('sha256').update(token).digest('base64url'),
        created_at: now,
        extended_at: now,
        expires_at: now + 30 * DAY_MS,
      })),
    )
    .execute()
}

async function insertSessions(db: Db, sessions: readonly FilledSession[], now: number): Promise<void> {
  await db
    .insertInto('sessions')
    .values(
      sessions.map(({ ssid, listeners: [owner] }) => ({
        id: ssid,
        code: '',
        title: 'Kitchen party',
        owner_id: owner?.id ?? '',
        policy: 'link' as const,
        managed: 0,
        managed_until: null,
        skip_percent: 35,
        flavor: '{"mode":"disabled","selected":[]}',
        version: 1,
        created_at: now,
      })),
    )
    .execute()
  await db
    .insertInto('playbacks')
    .values(sessions.map(({ ssid }) => ({ session_id: ssid, move: 0, turn: 0 })))
    .execute()
}

async function insertMembers(
  db: Db,
  members: readonly { id: string; ssid: string }[],
  now: number,
): Promise<void> {
  await db
    .insertInto('members')
    .values(
      members.map(({ id, ssid }) => ({
        session_id: ssid,
        user_id: id,
        first_at: now,
        visit_at: now,
        favorite: 1,
      })),
    )
    .execute()
}

async function insertSongs(db: Db, songIds: readonly string[], now: number): Promise<void> {
  await db
    .insertInto('songs')
    .values(
      songIds.map((id, index) => ({
        id,
        title: `A song with a name of usual length ${index}`,
        artists: JSON.stringify([
          { id: `artist-${index % 20}`, name: `An artist of the house ${index % 20}` },
        ]),
        cover: `https://covers.example.org/image/${id}-of-the-usual-length-of-such-an-address`,
        duration_ms: 200_000,
        service: 'spotify',
        src: `spotify:track:${id}`,
        link: `https://open.example.org/track/${id}`,
        explicit: 0,
        fetched_at: now,
      })),
    )
    .execute()
}

/** Returns each listener with the session of the listener. */
export function seatsOf({ sessions }: Crowd): Seat[] {
  return sessions.flatMap(({ ssid, listeners }) => listeners.map(({ token }) => ({ room: ssid, token })))
}

async function inChunks<T>(all: readonly T[], job: (some: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < all.length; start += ROWS_AT_ONCE)
    await job(all.slice(start, start + ROWS_AT_ONCE))
}
