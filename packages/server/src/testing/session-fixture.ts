import { randomUUID } from 'node:crypto'
import { type Client, createClient } from '@jointly/contract'
import { sql } from 'kysely'
import { inChunks } from '../platform/db/in-chunks.ts'
import { jsonRows } from '../platform/db/json-rows.ts'
import type { Db } from '../platform/db/tables.ts'
import { createLocalBus } from '../platform/event-bus.ts'
import { saveSongs } from '../songs/songs.ts'
import { granted } from './answers.ts'
import { type DatabaseFactory, databases } from './databases.ts'
import { openSessionServer } from './session-server.ts'

export { granted, refusal } from './answers.ts'

/** A logged-in user in a test. `call` makes a call of the user over real HTTP. */
export type TestUser = { id: string; name: string; token: string; call: Client; isGuest?: boolean }

/**
 * The clock of a test, in epoch milliseconds, and a monotonic clock, which a server uses for times that a change of the
 * other clock must not affect. Only the test changes them.
 */
export type Clock = { ms: number; monotonicMs: number }

const START_MS = Date.UTC(2026, 10, 21)

/**
 * Starts a server with only sessions and friends. Only the test moves its clock, and its random numbers are always 0.
 * The test inserts users and songs into the database.
 */
export async function openSessionFixture(factory: DatabaseFactory | undefined = databases[0]) {
  if (!factory) throw new Error('no database')
  const { db, close: closeDb } = await factory.open()
  const clock: Clock = { ms: START_MS, monotonicMs: 0 }
  const bus = createLocalBus()
  const users = new Map<string, TestUser>()
  const surroundings = {
    db,
    now: () => clock.ms,
    monotonicMs: () => clock.monotonicMs,
    bus,
    getCachedCaller: (token: string) => {
      const user = users.get(token)
      return user
        ? { userId: user.id, username: user.name, level: 0, guest: user.isGuest ?? false, tokenId: token }
        : null
    },
  }
  const first = await openSessionServer(surroundings)
  const { origin, runJobs, answeredFromMemory } = first
  const servers = [first]

  return {
    db,
    clock,
    origin,
    bus,
    runJobs,
    answeredFromMemory,

    /**
     * Starts a second server on the same database. `callAs` returns a function that makes calls of a user to the
     * second server.
     */
    async startSecondServer() {
      const second = await openSessionServer(surroundings)
      servers.push(second)
      const callAs = ({ token }: TestUser) =>
        createClient({ fetch, baseUrl: second.origin, token: () => token })
      return { origin: second.origin, callAs, runJobs: second.runJobs }
    },

    /** Creates a logged-in user. With `isGuest`, the user is a guest without an account. */
    async addUser(name: string, { isGuest = false } = {}): Promise<TestUser> {
      const id = randomUUID()
      const token = `token-of-${name}-${id}`
      await insertUser(db, id, `${name}-${id.slice(0, 8)}`)
      const call = createClient({ fetch, baseUrl: origin, token: () => token })
      if (isGuest) await db.updateTable('users').set({ guest: 1 }).where('id', '=', id).execute()
      const user = { id, name: `${name}-${id.slice(0, 8)}`, token, call, isGuest }
      users.set(token, user)
      return user
    },

    /** Stores songs with this length. */
    async addSongs(ids: readonly string[], durationMs = 180_000): Promise<void> {
      await insertSongs({ db }, ids, durationMs, clock.ms)
    },

    /** Stores songs as loaded songs of a user, so that random mode may choose them. */
    async loadSongs(user: TestUser, ids: readonly string[], durationMs = 180_000): Promise<void> {
      await insertSongs({ db }, ids, durationMs, clock.ms)
      const rows = ids.map((song_id) => ({ user_id: user.id, song_id }))
      await db.insertInto('loaded_songs').values(rows).execute()
    },

    /** Moves both clocks forward and then runs all jobs of the first server once. */
    async advanceClock(ms: number): Promise<void> {
      clock.ms += ms
      clock.monotonicMs += ms
      await runJobs()
    },

    async close(): Promise<void> {
      for (const server of servers) await server.close()
      await closeDb()
    },
  }
}

export type SessionFixture = Awaited<ReturnType<typeof openSessionFixture>>

/** Creates a session. `owner` and `others` enter it. @returns the id of the session */
export async function openSession(
  owner: Pick<TestUser, 'call'>,
  ...others: Pick<TestUser, 'call'>[]
): Promise<string> {
  const body = { title: 'Kitchen', managed: false, isPrivate: false }
  const { id } = await granted(owner.call('createSession', { body }))
  for (const user of [owner, ...others]) await granted(user.call('session', { params: { ssid: id } }))
  return id
}

/** Makes two users friends. */
export async function befriend(
  one: Pick<TestUser, 'id' | 'call'>,
  other: Pick<TestUser, 'id' | 'call'>,
): Promise<void> {
  await granted(one.call('changeFriend', { body: { friend: other.id, wish: true } }))
  await granted(other.call('changeFriend', { body: { friend: one.id, wish: true } }))
}

/** Adds many members to a session. @returns their ids */
export async function addMembers(db: Db, ssid: string, count: number): Promise<string[]> {
  const userIds = Array.from({ length: count }, () => randomUUID())
  const rows = jsonRows(userIds.map((id) => [id]))
  await sql`
    insert into users (id, username, username_key, email, password_hash, level, created_at)
    select value ->> 0, value ->> 0, value ->> 0, '', '', 0, 0 from ${rows} as rows`.execute(db)
  await sql`
    insert into members (session_id, user_id, first_at, visit_at, favorite)
    select ${ssid}, value ->> 0, 0, 0, 1 from ${rows} as rows`.execute(db)
  return userIds
}

/**
 * Links an account of a user with a loaded playlist that can be the fallback of a session. Random mode does not use its
 * songs, which must be stored.
 */
export async function linkPlaylist(
  { db }: { db: Db },
  { id: accountId }: TestUser,
  playlistId: string,
  songIds: readonly string[],
): Promise<void> {
  await sql`insert into accounts
    (id, user_id, service, provider_user_id, owner_id, name, access_token, refresh_token, valid_until_sec, status,
      authorized_at, created_at, token_version, refreshing_until)
    values (${accountId}, ${accountId}, 'spotify', '', '', '', '', '', 0, 'ok', 0, 0, 0, 0)`.execute(db)
  await sql`insert into playlists
    (account_id, id, position, title, owner, snapshot_id, total, load, state, imported)
    values (${accountId}, ${playlistId}, 0, '', '', '', 0, 1, 'ready', 0)`.execute(db)
  const rows = songIds.map((song_id, position) => ({
    account_id: accountId,
    playlist_id: playlistId,
    song_id,
    position,
  }))
  for (const some of inChunks(rows)) await db.insertInto('playlist_songs').values(some).execute()
}

async function insertUser(db: Db, id: string, username: string): Promise<void> {
  const person = { id, username, username_key: username, email: `${username}@example.com` }
  await db
    .insertInto('users')
    .values({ ...person, password_hash: '', level: 0, created_at: START_MS })
    .execute()
}

/** Stores songs with this length. */
export function insertSongs(
  { db }: { db: Db },
  ids: readonly string[],
  durationMs = 180_000,
  fetchedAt = Date.now(),
): Promise<void> {
  const songs = ids.map((id) => ({
    id,
    title: `Song ${id}`,
    artists: [{ id: `artist-of-${id}`, name: `Artist of ${id}` }],
    cover: null,
    duration: durationMs,
    sources: [{ service: 'spotify', src: `spotify:track:${id}` }],
    link: null,
    explicit: false,
  }))
  return saveSongs(db, songs, fetchedAt)
}
