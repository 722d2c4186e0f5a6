import type { Song } from '@jointly/contract'
import type { Db } from '../db/tables.ts'
import type { SessionCore } from '../join-sessions.ts'
import { refuse } from '../refusal.ts'

/** Songs by id, straight from the table. */
async function songsById(db: Db, ids: readonly string[]): Promise<Map<string, Song>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('songs').selectAll().where('id', 'in', ids).execute()
  return new Map(
    rows.map((row): [string, Song] => [
      row.id,
      {
        id: row.id,
        title: row.title,
        artists: JSON.parse(row.artists),
        cover: row.cover,
        duration: row.duration_ms,
        sources: [{ service: row.service, src: row.src }],
        link: row.link,
        explicit: row.explicit === 1,
      },
    ]),
  )
}

/** The music of a house without any provider. */
export const tableMusic = (db: Db): SessionCore['music'] => ({
  songs: songsById,
  async peopleWithSongs(db, userIds) {
    if (userIds.length === 0) return []
    const people = db.selectFrom('loaded_songs').select('user_id').distinct()
    const rows = await people.where('user_id', 'in', userIds).execute()
    return rows.map((row) => row.user_id)
  },
  async loadedSongs(db, userId) {
    const rows = await db.selectFrom('loaded_songs').select('song_id').where('user_id', '=', userId).execute()
    return rows.map((row) => row.song_id)
  },
  async resolve(songId) {
    return (await songsById(db, [songId])).get(songId) ?? refuse('not-found')
  },
})
