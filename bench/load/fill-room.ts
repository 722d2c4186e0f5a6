import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

const DAY_MS = 24 * 3_600_000
const SONG_MS = 200_000

export type Listener = { readonly id: string; readonly token: string }
/** A managed session whose owner is the first listener. */
export type Room = { readonly ssid: string; readonly listeners: readonly Listener[] }

/**
 * Writes a session into the SQLite database of a stopped server, with logged-in listeners and known songs.
 * @param sizes `listed`: songs with votes, the oldest first; `loaded`: songs in the playlists of each listener
 */
export function fillRoom(
  dataDir: string,
  sizes: { listeners: number; listed: number; loaded: number },
): Room {
  const database = new DatabaseSync(join(dataDir, 'jointly.db'))
  const now = Date.now()
  const listeners = Array.from({ length: sizes.listeners }, () => ({
    id: randomUUID(),
    token: randomBytes(32).toString('base64url'),
  }))
  const room = { ssid: randomUUID(), listeners }
  const addSong = songAdder(database, now)
  database.exec('begin')
  addPeople(database, room, now)
  addVotes(database, room, { addSong, count: sizes.listed, firstAt: now - DAY_MS })
  const insertLoaded = insertInto(database, 'loaded_songs (user_id, song_id)', 2)
  for (const { id } of listeners)
    for (let song = 0; song < sizes.loaded; song += 1) insertLoaded(id, addSong())
  database.exec('commit')
  database.close()
  return room
}

function insertInto(database: DatabaseSync, table: string, columns: number) {
  const statement = database.prepare(`insert into ${table} values (${Array(columns).fill('?').join(', ')})`)
  return (...values: SQLInputValue[]): unknown => statement.run(...values)
}

/** Inserts the listeners with their tokens, the session, and their memberships. */
function addPeople(database: DatabaseSync, { ssid, listeners }: Room, now: number): void {
  const insertUser = insertInto(
    database,
    'users (id, username, username_key, email, password_hash, level, created_at)',
    7,
  )
  const insertToken = insertInto(
    database,
    'tokens (id, user_id, hash, created_at, extended_at, expires_at)',
    6,
  )
  for (const { id, token } of listeners) {
    insertUser(id, `u${id}`, `u${id}`, `${id}@example.org`, '', 0, now)
    const hash = createHash('sha256').update(token).digest('base64url')
    insertToken(randomUUID(), id, hash, now, now, now + 30 * DAY_MS)
  }
  const insertSession = insertInto(
    database,
    'sessions (id, title, owner_id, policy, managed, skip_percent, flavor, version, created_at)',
    9,
  )
  const flavor = '{"mode":"disabled","selected":[]}'
  insertSession(ssid, 'Kitchen party', listeners[0]?.id ?? '', 'link', 1, 35, flavor, 1, now)
  const insertMember = insertInto(database, 'members (session_id, user_id, first_at, visit_at, favorite)', 5)
  for (const { id } of listeners) insertMember(ssid, id, now, now, 1)
}

/** Returns a function that inserts a new song and returns its id. */
function songAdder(database: DatabaseSync, now: number): () => string {
  const insertSong = insertInto(
    database,
    'songs (id, title, artists, cover, duration_ms, service, src, link, explicit, fetched_at)',
    10,
  )
  return () => {
    const id = randomBytes(11).toString('base64url')
    const title = `A song of usual length ${id}`
    const artists = JSON.stringify([{ id: `artist-${id}`, name: 'An artist with a usual name' }])
    const src = `spotify:track:${id}`
    insertSong(id, title, artists, `/cover/${id}.svg`, SONG_MS, 'spotify', src, null, 0, now)
    return id
  }
}

/** Inserts listed songs with one to three votes each. `firstAt` is the time of the first vote. */
function addVotes(
  database: DatabaseSync,
  { ssid, listeners }: Room,
  { addSong, count, firstAt }: { addSong: () => string; count: number; firstAt: number },
): void {
  const insertVote = insertInto(database, 'votes (session_id, song_id, user_id, direction, cast_at)', 5)
  const insertListed = insertInto(
    database,
    'listed_songs (session_id, song_id, upvotes, downvotes, behind_id, first_vote_at, overtaken)',
    7,
  )
  for (let index = 0; index < count; index += 1) {
    const songId = addSong()
    const votes = Math.min(listeners.length, 1 + (index % 3))
    const castAt = firstAt + index
    const voters = Array.from({ length: votes }, (_, vote) => listeners[(index + vote) % listeners.length])
    for (const voter of voters) insertVote(ssid, songId, voter?.id ?? '', 1, castAt)
    insertListed(ssid, songId, votes, 0, voters[0]?.id ?? '', castAt, 0)
  }
}
