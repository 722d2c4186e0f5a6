import type { ListedSong } from '@jointly/domain'
import { sql } from 'kysely'
import { jsonRows } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/tables.ts'

/**
 * Added to a time, this number gives 16 digits. Numbers of the same length have the same order as text, so SQL can find
 * the earliest time in texts that begin with it.
 */
const TO_16_DIGITS = sql.lit(1_000_000_000_000_000)

export type SongKey = { ssid: string; songId: string }
export type VoteKey = SongKey & { userId: string }
export type StoredVote = VoteKey & { direction: 'up' | 'down'; castAt: number }
export type VoteCounts = { upvotes: number; downvotes: number }

/** In SQL, the id of the user with the oldest up-vote in a group of votes `v`. Null without an up-vote. */
const OLDEST_UP_VOTER = sql`substr(
  min(case when v.direction > 0 then cast(v.cast_at + ${TO_16_DIGITS} as text) || v.user_id end), 17)`

/** How many voters are stored with a listed song, so that views need not read the votes (U1). */
export const VOTERS_PER_SONG = 5

/** The length of a user id, which is a UUID. */
const USER_ID_LENGTH = 36

/**
 * In SQL, the ids of at most `VOTERS_PER_SONG` people whose up-votes are in a group of votes `v`, the smallest ids
 * first (U1). These are not the first voters, because sorting by time takes longer.
 */
const SOME_UP_VOTERS = sql`coalesce(substr(
  string_agg(v.user_id, ',' order by v.user_id) filter (where v.direction > 0),
  1, ${sql.lit(VOTERS_PER_SONG * (USER_ID_LENGTH + 1) - 1)}), '')`

/**
 * A song of the vote list, without `refused`, which is not stored. `voters` has some of the people who voted for it, at
 * most `VOTERS_PER_SONG`.
 */
export type ListedRow = Omit<ListedSong, 'refused'> & VoteCounts & { voters: readonly string[] }

/** In SQL, the keys of songs, for `(session_id, song_id) in`. */
export const songKeys = (keys: readonly SongKey[]) =>
  sql`(select value ->> 0 as ssid, value ->> 1 as song_id from ${jsonRows(keys.map(({ ssid, songId }) => [ssid, songId]))} as rows)`

/** The stored data that decide whether a vote is possible. */
export type VoteState = {
  /** Whether the song is stored on this server (D1). */
  isKnown: boolean
  /** The user's current vote for the song. Null without a vote. */
  direction: 'up' | 'down' | null
  /** The number of votes of the user in the session. */
  votesOfUser: number
  /** The number of counted votes for the song. */
  votesForSong: number
  /** The user who added the listed song (H3). Null if nobody did. */
  addedBy: string | null
  /** The number of listed songs that the user added. */
  addedByUser: number
}

/**
 * Loads the data that decide whether votes are possible.
 * @returns the state for each key, in their order
 */
export async function loadVoteStates(db: Db, keys: readonly VoteKey[]): Promise<VoteState[]> {
  type Row = {
    key: string
    known: number | null
    direction: number | null
    votes_of_user: number
    votes_for_song: number | null
    added_by: string | null
    added_by_user: number
  }
  const { rows } = await sql<Row>`
    with k as materialized (select key, value ->> 0 as ssid, value ->> 1 as song_id, value ->> 2 as user_id
      from ${jsonRows(keys.map(({ ssid, songId, userId }) => [ssid, songId, userId]))} as rows)
    select k.key,
      (select 1 from songs s where s.id = k.song_id) as known,
      (select v.direction from votes v where v.session_id = k.ssid and v.song_id = k.song_id
        and v.user_id = k.user_id) as direction,
      (select cast(count(*) as integer) from votes own where own.user_id = k.user_id
        and own.session_id = k.ssid) as votes_of_user,
      (select l.upvotes + l.downvotes from listed_songs l where l.session_id = k.ssid
        and l.song_id = k.song_id) as votes_for_song,
      (select l.added_id from listed_songs l where l.session_id = k.ssid
        and l.song_id = k.song_id) as added_by,
      (select cast(count(*) as integer) from listed_songs l where l.added_id = k.user_id
        and l.session_id = k.ssid) as added_by_user
    from k`.execute(db)
  const byKey = new Map(rows.map((row) => [Number(row.key), row]))
  return keys.map((_, index) => {
    const row = byKey.get(index)
    const direction = row?.direction ?? null
    const before = direction === null ? null : direction > 0 ? 'up' : 'down'
    return {
      isKnown: row?.known === 1,
      direction: before,
      votesOfUser: row?.votes_of_user ?? 0,
      votesForSong: row?.votes_for_song ?? 0,
      addedBy: row?.added_by ?? null,
      addedByUser: row?.added_by_user ?? 0,
    }
  })
}

/**
 * Stores votes.
 * @param votes sorted by key, so that concurrent calls do not deadlock
 */
export async function saveVotes(db: Db, votes: readonly StoredVote[]): Promise<void> {
  if (votes.length === 0) return
  const rows = votes.map(({ ssid, songId, userId, direction, castAt }) => [
    ssid,
    songId,
    userId,
    direction === 'up' ? 1 : -1,
    castAt,
  ])
  await sql`
    insert into votes (session_id, song_id, user_id, direction, cast_at)
    select value ->> 0, value ->> 1, value ->> 2, cast(value ->> 3 as integer), cast(value ->> 4 as bigint)
    from ${jsonRows(rows)} as rows where true
    on conflict (session_id, song_id, user_id) do update set
      direction = excluded.direction, cast_at = excluded.cast_at`.execute(db)
}

export async function withdrawVotes(db: Db, keys: readonly VoteKey[]): Promise<void> {
  if (keys.length === 0) return
  const rows = jsonRows(keys.map(({ ssid, songId, userId }) => [ssid, songId, userId]))
  await sql`
    delete from votes where (session_id, song_id, user_id) in
      (select value ->> 0, value ->> 1, value ->> 2 from ${rows} as rows)`.execute(db)
}

/**
 * Counts again the votes for these songs and updates the vote lists (V2, V3). Votes of banned users do not count (S5).
 * Down-votes count only if the session allows them (H4). If nobody has added the song yet, `addedBy` has added it, or
 * else the user with the oldest up-vote (H3). A song without a counted vote leaves the list.
 * @returns the counts of each listed song, in any order
 */
export async function countSongVotes(
  db: Db,
  keys: readonly (SongKey & { addedBy?: string | undefined })[],
  now: number,
): Promise<(SongKey & VoteCounts)[]> {
  const keyRows = jsonRows(keys.map(({ ssid, songId, addedBy = '' }) => [ssid, songId, addedBy]))
  const { rows } = await sql<{ session_id: string; song_id: string; upvotes: number; downvotes: number }>`
    insert into listed_songs
      (session_id, song_id, upvotes, downvotes, voters, behind_id, added_id, first_vote_at, overtaken,
        negative_since)
    select v.session_id, v.song_id,
      cast(sum(case when v.direction > 0 then 1 else 0 end) as integer),
      cast(sum(case when v.direction < 0 then 1 else 0 end) as integer),
      ${SOME_UP_VOTERS}, ${OLDEST_UP_VOTER}, coalesce(nullif(max(k.added_by), ''), ${OLDEST_UP_VOTER}),
      min(v.cast_at), 0,
      case when sum(v.direction) < 0 then cast(${now} as bigint) end
    from (select value ->> 0 as ssid, value ->> 1 as song_id, value ->> 2 as added_by from ${keyRows} as rows) as k
    join votes v on v.session_id = k.ssid and v.song_id = k.song_id
    join sessions s on s.id = v.session_id
    where (v.direction > 0 or s.down_votes = 1)
      and not exists (select 1 from bans b where b.session_id = v.session_id and b.user_id = v.user_id)
    group by v.session_id, v.song_id
    on conflict (session_id, song_id) do update set
      upvotes = excluded.upvotes, downvotes = excluded.downvotes, voters = excluded.voters,
      behind_id = excluded.behind_id,
      added_id = coalesce(listed_songs.added_id, excluded.added_id),
      negative_since = case when excluded.negative_since is null then null
        else coalesce(listed_songs.negative_since, excluded.negative_since) end
    returning session_id, song_id, upvotes, downvotes`.execute(db)
  const counted = rows.map(({ session_id, song_id, upvotes, downvotes }) => ({
    ssid: session_id,
    songId: song_id,
    upvotes,
    downvotes,
  }))
  const listed = new Set(counted.map(({ ssid, songId }) => `${ssid} ${songId}`))
  await unlist(
    db,
    keys.filter(({ ssid, songId }) => !listed.has(`${ssid} ${songId}`)),
  )
  return counted
}

/** Counts the listed songs that users added (H3). The result has the order of `users`. */
export async function addedCounts(
  db: Db,
  users: readonly { ssid: string; userId: string }[],
): Promise<number[]> {
  const { rows } = await sql<{ key: string; added: number }>`
    select k.key, (select cast(count(*) as integer) from listed_songs l
      where l.added_id = (k.value ->> 1) and l.session_id = (k.value ->> 0)) as added
    from ${jsonRows(users.map(({ ssid, userId }) => [ssid, userId]))} as k`.execute(db)
  const counts = new Map(rows.map(({ key, added }) => [Number(key), added]))
  return users.map((_, index) => counts.get(index) ?? 0)
}

/** Removes songs from the list. Their votes stay stored. */
export async function unlist(db: Db, keys: readonly SongKey[]): Promise<void> {
  if (keys.length === 0) return
  await sql`delete from listed_songs where (session_id, song_id) in ${songKeys(keys)}`.execute(db)
}

/**
 * Removes a song from the list, and deletes all votes for it (V6).
 * @returns the users who voted for it or added it
 */
export async function removeSongAndVotes(db: Db, ssid: string, songId: string): Promise<string[]> {
  const listed = await db
    .deleteFrom('listed_songs')
    .where('session_id', '=', ssid)
    .where('song_id', '=', songId)
    .returning('added_id')
    .execute()
  const deleted = await db
    .deleteFrom('votes')
    .where('session_id', '=', ssid)
    .where('song_id', '=', songId)
    .returning('user_id')
    .execute()
  const adders = listed.flatMap(({ added_id }) => added_id ?? [])
  return [...new Set([...deleted.map((row) => row.user_id), ...adders])]
}

/** Stores that these songs were overtaken once more: a song that was listed later was chosen before them (V4). */
export async function saveOvertaken(db: Db, ssid: string, songIds: readonly string[]): Promise<void> {
  if (songIds.length === 0) return
  const keys = songKeys(songIds.map((songId) => ({ ssid, songId })))
  await sql`
    update listed_songs set overtaken = overtaken + 1 where (session_id, song_id) in ${keys}`.execute(db)
}

/** Returns the songs of a session's vote list, in any order. */
export async function listedSongs(db: Db, ssid: string): Promise<ListedRow[]> {
  const rows = await db
    .selectFrom('listed_songs')
    .select(['song_id', 'upvotes', 'downvotes', 'voters', 'behind_id', 'first_vote_at', 'overtaken'])
    .where('session_id', '=', ssid)
    .execute()
  return rows.map((row) => ({
    songId: row.song_id,
    score: row.upvotes - row.downvotes,
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    voters: row.voters === '' ? [] : row.voters.split(',', VOTERS_PER_SONG),
    behind: row.behind_id,
    firstVoteAt: row.first_vote_at,
    overtaken: row.overtaken,
  }))
}

/** Loads the votes of users, by song. The result has the order of `users`. */
export async function votesOfUsers(
  db: Db,
  users: readonly { ssid: string; userId: string }[],
): Promise<Record<string, 'up' | 'down'>[]> {
  const { rows } = await sql<{ key: string; song_id: string; direction: number }>`
    select k.key, v.song_id, v.direction
    from ${jsonRows(users.map(({ ssid, userId }) => [ssid, userId]))} as k
    join votes v on v.user_id = (k.value ->> 1) and v.session_id = (k.value ->> 0)`.execute(db)
  const votes = users.map((): Record<string, 'up' | 'down'> => ({}))
  for (const { key, song_id, direction } of rows) {
    const own = votes[Number(key)]
    if (own) own[song_id] = direction > 0 ? 'up' : 'down'
  }
  return votes
}

/** Returns whether a song has had a negative score since `moment` (epoch milliseconds) or longer (V5). */
export async function isNegativeSince(db: Db, { ssid, songId }: SongKey, moment: number): Promise<boolean> {
  const row = await db
    .selectFrom('listed_songs')
    .select('song_id')
    .where('session_id', '=', ssid)
    .where('song_id', '=', songId)
    .where('negative_since', '<=', moment)
    .executeTakeFirst()
  return row !== undefined
}

/** Lists the songs that have had a negative score since `moment` (epoch milliseconds) or longer (V5). */
export async function songsNegativeSince(db: Db, moment: number): Promise<SongKey[]> {
  const rows = await db
    .selectFrom('listed_songs')
    .select(['session_id', 'song_id'])
    .where('negative_since', '<=', moment)
    .limit(1000)
    .execute()
  return rows.map((row) => ({ ssid: row.session_id, songId: row.song_id }))
}
