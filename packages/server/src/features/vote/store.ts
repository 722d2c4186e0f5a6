import type { ListedSong } from '@jointly/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/tables.ts'

/** Statements stay well below the number of parameters that both databases take. */
const RECOUNTED_AT_ONCE = 500

export type SongKey = { ssid: string; songId: string }
export type VoteKey = SongKey & { userId: string }
export type StandingVote = VoteKey & { direction: 'up' | 'down'; castAt: number }
export type Tallied = { upvotes: number; downvotes: number }

/** A song on the list; whether the flavor refuses it is not stored. */
export type ListedRow = Omit<ListedSong, 'refused'> & Tallied

/** `values (…), (…)` as a table whose columns both dialects call `column1`, `column2`, … */
function valuesOf(rows: readonly (readonly string[])[]): RawBuilder<unknown> {
  return sql`(values ${sql.join(rows.map((row) => sql`(${sql.join(row)})`))})`
}

const songKeys = (keys: readonly SongKey[]) => valuesOf(keys.map(({ ssid, songId }) => [ssid, songId]))
const voteKeys = (keys: readonly VoteKey[]) =>
  valuesOf(keys.map(({ ssid, songId, userId }) => [ssid, songId, userId]))

/** Which of these sessions exist. */
export async function existingSessions(db: Db, ssids: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('sessions').select('id').where('id', 'in', ssids).execute()
  return new Set(rows.map(({ id }) => id))
}

export async function standingVotes(db: Db, keys: readonly VoteKey[]): Promise<StandingVote[]> {
  const { rows } = await sql<{
    ssid: string
    song_id: string
    user_id: string
    direction: number
    cast_at: number
  }>`
    select v.session_id as ssid, v.song_id, v.user_id, v.direction, v.cast_at
    from ${voteKeys(keys)} as k
    join votes v on v.session_id = k.column1 and v.song_id = k.column2 and v.user_id = k.column3`.execute(db)
  return rows.map((row) => ({
    ssid: row.ssid,
    songId: row.song_id,
    userId: row.user_id,
    direction: row.direction > 0 ? 'up' : 'down',
    castAt: row.cast_at,
  }))
}

/** How many votes of these people stand in these sessions, by `session person`. */
export async function standingCounts(
  db: Db,
  voters: readonly Pick<VoteKey, 'ssid' | 'userId'>[],
): Promise<Map<string, number>> {
  const pairs = valuesOf(voters.map(({ ssid, userId }) => [ssid, userId]))
  const { rows } = await sql<{ ssid: string; user_id: string; count: number }>`
    select v.session_id as ssid, v.user_id, cast(count(*) as integer) as count
    from ${pairs} as k
    join votes v on v.user_id = k.column2 and v.session_id = k.column1
    group by v.session_id, v.user_id`.execute(db)
  return new Map(rows.map((row) => [`${row.ssid} ${row.user_id}`, row.count]))
}

/** @param votes sorted by key */
export async function saveVotes(db: Db, votes: readonly StandingVote[]): Promise<void> {
  if (votes.length === 0) return
  await db
    .insertInto('votes')
    .values(
      votes.map(({ ssid, songId, userId, direction, castAt }) => ({
        session_id: ssid,
        song_id: songId,
        user_id: userId,
        direction: direction === 'up' ? 1 : -1,
        cast_at: castAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'song_id', 'user_id']).doUpdateSet((row) => ({
        direction: row.ref('excluded.direction'),
        cast_at: row.ref('excluded.cast_at'),
      })),
    )
    .execute()
}

export async function withdrawVotes(db: Db, keys: readonly VoteKey[]): Promise<void> {
  if (keys.length === 0) return
  await sql`delete from votes where (session_id, song_id, user_id) in ${voteKeys(keys)}`.execute(db)
}

/**
 * Counts these songs anew from their standing votes, those of banned people left out (V2, V3, S5). A song without a
 * counted vote leaves the list.
 *
 * @returns what each listed song came to, in no order
 */
export async function recount(db: Db, keys: readonly SongKey[], now: number): Promise<(SongKey & Tallied)[]> {
  const { rows } = await sql<{ session_id: string; song_id: string; upvotes: number; downvotes: number }>`
    insert into listed_songs
      (session_id, song_id, upvotes, downvotes, behind_id, first_vote_at, overtaken, negative_since)
    select v.session_id, v.song_id,
      cast(sum(case when v.direction > 0 then 1 else 0 end) as integer),
      cast(sum(case when v.direction < 0 then 1 else 0 end) as integer),
      (select o.user_id from votes o
        where o.session_id = v.session_id and o.song_id = v.song_id and o.direction > 0
          and not exists (select 1 from bans b where b.session_id = o.session_id and b.user_id = o.user_id)
        order by o.cast_at, o.user_id limit 1),
      min(v.cast_at), 0,
      case when sum(v.direction) < 0 then cast(${now} as bigint) end
    from ${songKeys(keys)} as k
    join votes v on v.session_id = k.column1 and v.song_id = k.column2
    where not exists (select 1 from bans b where b.session_id = v.session_id and b.user_id = v.user_id)
    group by v.session_id, v.song_id
    on conflict (session_id, song_id) do update set
      upvotes = excluded.upvotes, downvotes = excluded.downvotes, behind_id = excluded.behind_id,
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

/** Counts all songs anew for which one of these people voted: their votes begin or cease to count (S5). */
export async function recountVotesOf(
  db: Db,
  ssid: string,
  userIds: readonly string[],
  now: number,
): Promise<void> {
  if (userIds.length === 0) return
  const rows = await db
    .selectFrom('votes')
    .select('song_id')
    .distinct()
    .where('user_id', 'in', userIds)
    .where('session_id', '=', ssid)
    .orderBy('song_id')
    .execute()
  const songs = rows.map((row) => ({ ssid, songId: row.song_id }))
  for (let start = 0; start < songs.length; start += RECOUNTED_AT_ONCE)
    await recount(db, songs.slice(start, start + RECOUNTED_AT_ONCE), now)
}

/** Takes songs from the list; their votes, if any, stay. */
async function unlist(db: Db, keys: readonly SongKey[]): Promise<void> {
  if (keys.length === 0) return
  await sql`delete from listed_songs where (session_id, song_id) in ${songKeys(keys)}`.execute(db)
}

/** Spends the votes for a song: it leaves the list and starts anew (V6). @returns whose votes were spent */
export async function spendVotes(db: Db, ssid: string, songId: string): Promise<string[]> {
  await db.deleteFrom('listed_songs').where('session_id', '=', ssid).where('song_id', '=', songId).execute()
  const spent = await db
    .deleteFrom('votes')
    .where('session_id', '=', ssid)
    .where('song_id', '=', songId)
    .returning('user_id')
    .execute()
  return spent.map((row) => row.user_id)
}

/** Notes that these songs were overtaken once more (V4). */
export async function noteOvertaken(db: Db, ssid: string, songIds: readonly string[]): Promise<void> {
  if (songIds.length === 0) return
  await db
    .updateTable('listed_songs')
    .set((row) => ({ overtaken: row('overtaken', '+', 1) }))
    .where('session_id', '=', ssid)
    .where('song_id', 'in', songIds)
    .execute()
}

/** The vote list of a session, in no order. */
export async function listedSongs(db: Db, ssid: string): Promise<ListedRow[]> {
  const rows = await db
    .selectFrom('listed_songs')
    .select(['song_id', 'upvotes', 'downvotes', 'behind_id', 'first_vote_at', 'overtaken'])
    .where('session_id', '=', ssid)
    .execute()
  return rows.map((row) => ({
    songId: row.song_id,
    score: row.upvotes - row.downvotes,
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    behind: row.behind_id,
    firstVoteAt: row.first_vote_at,
    overtaken: row.overtaken,
  }))
}

/** A person's standing votes in a session, by song. */
export async function votesOf(db: Db, ssid: string, userId: string): Promise<Record<string, 'up' | 'down'>> {
  const rows = await db
    .selectFrom('votes')
    .select(['song_id', 'direction'])
    .where('user_id', '=', userId)
    .where('session_id', '=', ssid)
    .execute()
  return Object.fromEntries(rows.map((row) => [row.song_id, row.direction > 0 ? 'up' : 'down']))
}

/** The standing votes of many people in a session, by person and song; who has none is absent. */
export async function votesOfMany(
  db: Db,
  ssid: string,
  userIds: readonly string[],
): Promise<Map<string, Record<string, 'up' | 'down'>>> {
  const rows = await db
    .selectFrom('votes')
    .select(['user_id', 'song_id', 'direction'])
    .where('user_id', 'in', userIds)
    .where('session_id', '=', ssid)
    .execute()
  const votes = new Map<string, Record<string, 'up' | 'down'>>()
  for (const row of rows) {
    const own = votes.get(row.user_id) ?? {}
    own[row.song_id] = row.direction > 0 ? 'up' : 'down'
    votes.set(row.user_id, own)
  }
  return votes
}

/** Songs that have been negative since this moment or longer (V5). */
export async function negativeSince(db: Db, moment: number): Promise<SongKey[]> {
  const rows = await db
    .selectFrom('listed_songs')
    .select(['session_id', 'song_id'])
    .where('negative_since', '<=', moment)
    .limit(1000)
    .execute()
  return rows.map((row) => ({ ssid: row.session_id, songId: row.song_id }))
}
