import { setImmediate as nextTurn } from 'node:timers/promises'
import { Artist, type Song } from '@jointly/contract'
import * as z from 'zod/mini'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { inChunks } from '../platform/db/in-chunks.ts'
import { jsonRows, valuesOf } from '../platform/db/json-rows.ts'
import type { Db, Tables } from '../platform/db/tables.ts'
import type { ScheduledJob } from '../platform/lifecycle/ticker.ts'

const HOUR_MS = 3_600_000

const Artists = z.array(Artist)

/**
 * Loads stored songs by id, in any order. Unknown songs are left out (D1). Each chunk of a long list gets its own turn
 * of the event loop (O6).
 */
export async function songsByIds(db: Db, ids: readonly string[]): Promise<Map<string, Song>> {
  const songs = new Map<string, Song>()
  for (const some of inChunks(ids)) {
    if (songs.size > 0) await nextTurn()
    const { rows } = await sql<SongRow>`
      select s.id, s.title, s.artists, s.cover, s.duration_ms, s.service, s.src, s.link, s.explicit
      from ${jsonRows(some.map((id) => [id]))} as k join songs s on s.id = (k.value ->> 0)`.execute(db)
    for (const row of rows) songs.set(row.id, presentSong(row))
  }
  return songs
}

/**
 * The facts about a song that the rules need: its length in milliseconds, and the service of its first source.
 */
export type SongFacts = { durationMs: number; service: string }

/** A song can be chosen and played only if its first source is this service (P3). */
export const PLAYABLE_SERVICE = 'spotify'

export function isPlayable({ durationMs, service }: SongFacts): boolean {
  return service === PLAYABLE_SERVICE && durationMs > 0
}

/** Returns the facts that the rules need about a song. */
export function factsOf({ duration, sources }: Song): SongFacts {
  return { durationMs: duration, service: sources[0]?.service ?? '' }
}

/**
 * Loads only the facts of stored songs by id, for lists that do not show all songs. Unknown songs are left out.
 */
export async function songFacts(db: Db, ids: readonly string[]): Promise<Map<string, SongFacts>> {
  const facts = new Map<string, SongFacts>()
  for (const some of inChunks(ids)) {
    const rows = await db
      .selectFrom('songs')
      .select(['id', 'duration_ms', 'service'])
      .where('id', 'in', some)
      .execute()
    for (const { id, duration_ms, service } of rows) facts.set(id, { durationMs: duration_ms, service })
  }
  return facts
}

export async function songById(db: Db, id: string): Promise<Song | undefined> {
  return (await songsByIds(db, [id])).get(id)
}

/**
 * Inserts or updates songs.
 * @param fetchedAt when the provider sent these songs, in epoch milliseconds
 */
export async function saveSongs(db: Db, songs: readonly Song[], fetchedAt: number): Promise<void> {
  // The order is fixed, so that two servers that save the same songs do not deadlock.
  const distinct = [...new Map(songs.map((song) => [song.id, song])).values()].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  )
  for (const some of inChunks(distinct)) {
    await db
      .insertInto('songs')
      .values(some.map((song) => rowOf(song, fetchedAt)))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({
          title: row.ref('excluded.title'),
          artists: row.ref('excluded.artists'),
          cover: row.ref('excluded.cover'),
          duration_ms: row.ref('excluded.duration_ms'),
          service: row.ref('excluded.service'),
          src: row.ref('excluded.src'),
          link: row.ref('excluded.link'),
          explicit: row.ref('excluded.explicit'),
          fetched_at: row.ref('excluded.fetched_at'),
        })),
      )
      .execute()
  }
}

/**
 * How long an unused song is stored after it was last fetched. It is then deleted, because the provider's terms do not
 * allow storing its content for ever (T2).
 */
const KEPT_UNUSED_MS = 30 * 24 * 3_600_000
/** How many songs one statement checks when it looks for unused ones. */
const PAGE_SIZE = 500

/**
 * Deletes songs that were last fetched long ago and that nothing uses: no playlist, no unfinished import, no vote, no
 * timeline, no playback, and no person who waits for approval (T2, H9, L8). When somebody searches for such a song
 * again, it is stored again (D1). Each statement is about some songs only and has its own turn of the event loop: one
 * statement for all songs would block the thread on SQLite (O6), and take too long on PostgreSQL.
 * @param now epoch milliseconds
 */
export async function forgetUnusedSongs(db: Db, now: number): Promise<void> {
  const isInNoList = isOldAndInNoList(now - KEPT_UNUSED_MS)
  const candidates: string[] = []
  for (let ids = await idsAfter(db, ''); ids.length > 0; ids = await idsAfter(db, ids.at(-1) ?? '')) {
    await nextTurn()
    const old = db.selectFrom('songs').select('id').where('id', 'in', valuesOf(ids)).where(isInNoList)
    for (const { id } of await old.execute()) candidates.push(id)
  }
  for (const some of inChunks(candidates)) {
    await nextTurn()
    const ids = valuesOf(some)
    // The tables below have no index by song, because it would make votes slower. So each of them is read once for the
    // whole chunk. The other conditions are checked again, because somebody may use a song meanwhile.
    await db
      .deleteFrom('songs')
      .where('id', 'in', ids)
      .where(isInNoList)
      .where(
        sql<SqlBool>`id not in (
          select song_id from votes where song_id in ${ids}
          union select song_id from waiting_songs where song_id in ${ids}
          union select song_id from playbacks where song_id in ${ids}
          union select next_song_id from playbacks where next_song_id in ${ids})`,
      )
      .execute()
  }
}

/** Lists the next ids of stored songs after this one, in their order. */
async function idsAfter(db: Db, id: string): Promise<string[]> {
  const page = db.selectFrom('songs').select('id').where('id', '>', id).orderBy('id').limit(PAGE_SIZE)
  return (await page.execute()).map((row) => row.id)
}

/** In SQL, whether a song was fetched before a moment, and is in no playlist, no unfinished import and no timeline. */
const isOldAndInNoList = (moment: number) => sql<SqlBool>`fetched_at < ${moment}
  and not exists (select 1 from playlist_songs p where p.song_id = songs.id)
  and not exists (select 1 from import_songs i where i.song_id = songs.id)
  and not exists (select 1 from heard_songs h where h.song_id = songs.id)`

type SongRow = Omit<Selectable<Tables['songs']>, 'fetched_at'>

function rowOf(song: Song, fetchedAt: number): SongRow & { fetched_at: number } {
  const [source] = song.sources
  return {
    id: song.id,
    title: song.title,
    artists: JSON.stringify(song.artists),
    cover: song.cover,
    duration_ms: song.duration,
    service: source?.service ?? '',
    src: source?.src ?? '',
    link: song.link,
    explicit: song.explicit ? 1 : 0,
    fetched_at: fetchedAt,
  }
}

/** Converts a stored song to the form that clients get. */
export function presentSong(row: SongRow): Song {
  return {
    id: row.id,
    title: row.title,
    artists: Artists.parse(JSON.parse(row.artists)),
    cover: row.cover,
    duration: row.duration_ms,
    sources: [{ service: row.service, src: row.src }],
    link: row.link,
    explicit: row.explicit === 1,
  }
}

/** Deletes songs that nothing uses any more (T2). */
export function unusedSongsJob(db: Db, now: () => number): ScheduledJob {
  return { everyMs: HOUR_MS, run: () => forgetUnusedSongs(db, now()) }
}
