import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

const DAY_MS = 24 * 3_600_000
const SONG_MS = 200_000

export type Listener = { readonly id: string; readonly token: string }
/** A managed session, whose owner is its first listener. */
export type Room = { readonly ssid: string; readonly listeners: readonly Listener[] }

/**
 * Puts a session into the SQLite database of a server that is not running: its listeners are signed in, its songs known.
 *
 * @param sizes `listed` songs with votes of the listeners, the oldest first; `loaded` songs in each one's playlists
 */
export function fillRoom(
  dataDir: string,
  sizes: { listeners: number; listed: number; loaded: number },
): Room {
  const database = new DatabaseSync(join(dataDir, 'jointly.db'))
  const insertInto = (table: string, columns: number) => {
    const statement = database.prepare(`insert into ${table} values (${Array(columns).fill('?').join(', ')})`)
    return (...values: SQLInputValue[]): unknown => statement.run(...values)
  }
  const now = Date.now()
  const ssid = randomUUID()
  const listeners = Array.from({ length: sizes.listeners }, () => ({
    id: randomUUID(),
    token: randomBytes(32).toString('base64url'),
  }))
  const insertUser = insertInto(
    'users (id, username, username_key, email, password_hash, level, created_at)',
    7,
  )
  const insertToken = insertInto('tokens (id, user_id, hash, created_at, extended_at, expires_at)', 6)
  const insertMember = insertInto('members (session_id, user_id, first_at, visit_at, favorite)', 5)
  const insertSong = insertInto(
    'songs (id, title, artists, cover, duration_ms, service, src, link, explicit, fetched_at)',
    10,
  )
  const insertVote = insertInto('votes (session_id, song_id, user_id, direction, cast_at)', 5)
  const insertListed = insertInto(
    'listed_songs (session_id, song_id, upvotes, downvotes, behind_id, first_vote_at, overtaken)',
    7,
  )
  const insertLoaded = insertInto('loaded_songs (user_id, song_id)', 2)

  const addSong = (): string => {
    const id = randomBytes(11).toString('base64url')
    const artists = JSON.stringify([{ id: `artist-${id}`, name: 'An artist with a usual name' }])
    const src = `spotify:track:${id}`
    insertSong(
      id,
      `A song of usual length ${id}`,
      artists,
      `/cover/${id}.svg`,
      SONG_MS,
      'spotify',
      src,
      null,
      0,
      now,
    )
    return id
  }
  database.exec('begin')
  for (const { id, token } of listeners) {
    insertUser(id, `u${id}`, `u${id}`, `${id}@example.org`, '', 0, now)
    const hash = createHash('sha256').update(token).digest('base64url')
    insertToken(randomUUID(), id, hash, now, now, now + 30 * DAY_MS)
  }
  const ownerId = listeners[0]?.id ?? ''
  insertInto('sessions (id, title, owner_id, policy, managed, skip_percent, flavor, version, created_at)', 9)(
    ssid,
    'Kitchen party',
    ownerId,
    'link',
    1,
    35,
    '{"mode":"disabled","selected":[]}',
    1,
    now,
  )
  for (const { id } of listeners) insertMember(ssid, id, now, now, 1)
  for (let index = 0; index < sizes.listed; index += 1) {
    const songId = addSong()
    const votes = Math.min(listeners.length, 1 + (index % 3))
    const castAt = now - DAY_MS + index
    const voters = Array.from({ length: votes }, (_, vote) => listeners[(index + vote) % listeners.length])
    for (const voter of voters) insertVote(ssid, songId, voter?.id ?? '', 1, castAt)
    insertListed(ssid, songId, votes, 0, voters[0]?.id ?? '', castAt, 0)
  }
  for (const { id } of listeners)
    for (let song = 0; song < sizes.loaded; song += 1) insertLoaded(id, addSong())
  database.exec('commit')
  database.close()
  return { ssid, listeners }
}
