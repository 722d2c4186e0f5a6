import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createApp } from '@jointly/server'
import { readConfig } from '@jointly/server/config'
import type { Seat } from '../live/live-crowd.ts'

const DAY_MS = 24 * 3_600_000
/** Rows of one statement. */
const ROWS_AT_ONCE = 500

export type Listener = { readonly id: string; readonly token: string }
export type CrowdedSession = { readonly ssid: string; readonly listeners: readonly Listener[] }
export type Crowd = { readonly sessions: readonly CrowdedSession[]; readonly songIds: readonly string[] }

/**
 * Fills the database of a server that is not running: sessions with listeners who are signed in, and songs that are
 * known. More people than may sign up from one address.
 *
 * @param settings as of the environment of the server
 */
export async function fillCrowd(
  settings: Readonly<Record<string, string>>,
  sizes: { sessions: number; listenersEach: number; songs: number },
): Promise<Crowd> {
  const app = await createApp(readConfig({ LOG_LEVEL: 'error', ...settings }))
  const now = Date.now()
  const sessions = Array.from({ length: sizes.sessions }, () => ({
    ssid: randomUUID(),
    listeners: Array.from({ length: sizes.listenersEach }, () => ({
      id: randomUUID(),
      token: randomBytes(32).toString('base64url'),
    })),
  }))
  const songIds = Array.from({ length: sizes.songs }, (_, index) => `song-${index}`)
  const listeners = sessions.flatMap(({ ssid, listeners }) => listeners.map((each) => ({ ...each, ssid })))
  const { db } = app
  await inChunks(listeners, (some) =>
    db
      .insertInto('users')
      .values(
        some.map(({ id }) => ({
          id,
          username: `u${id.slice(0, 13)}`,
          username_key: `u${id.slice(0, 13)}`,
          email: `${id}@example.org`,
          password_hash: '',
          level: 0,
          created_at: now,
        })),
      )
      .execute(),
  )
  await inChunks(listeners, (some) =>
    db
      .insertInto('tokens')
      .values(
        some.map(({ id, token }) => ({
          id: randomUUID(),
          user_id: id,
          hash: createHash('sha256').update(token).digest('base64url'),
          created_at: now,
          extended_at: now,
          expires_at: now + 30 * DAY_MS,
        })),
      )
      .execute(),
  )
  await inChunks(sessions, (some) =>
    db
      .insertInto('sessions')
      .values(
        some.map(({ ssid, listeners: [owner] }) => ({
          id: ssid,
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
      .execute(),
  )
  await inChunks(sessions, (some) =>
    db
      .insertInto('playbacks')
      .values(some.map(({ ssid }) => ({ session_id: ssid, move: 0, turn: 0 })))
      .execute(),
  )
  await inChunks(listeners, (some) =>
    db
      .insertInto('members')
      .values(
        some.map(({ id, ssid }) => ({
          session_id: ssid,
          user_id: id,
          first_at: now,
          visit_at: now,
          favorite: 1,
        })),
      )
      .execute(),
  )
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
  await app.close()
  return { sessions, songIds }
}

/** A place for each listener in their session. */
export function seatsOf({ sessions }: Crowd): Seat[] {
  return sessions.flatMap(({ ssid, listeners }) => listeners.map(({ token }) => ({ room: ssid, token })))
}

async function inChunks<T>(all: readonly T[], job: (some: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < all.length; start += ROWS_AT_ONCE)
    await job(all.slice(start, start + ROWS_AT_ONCE))
}
