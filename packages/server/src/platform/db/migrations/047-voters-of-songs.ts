import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Adds a column with the ids of some users who voted for a listed song, to show their pictures (U1). */
export const votersOfSongs: Migration = {
  number: 47,
  name: 'voters-of-songs',
  async up(db) {
    await db.schema
      .alterTable('listed_songs')
      .addColumn('voters', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await sql`update listed_songs set voters = coalesce((select string_agg(few.user_id, ',') from (
      select v.user_id from votes v
      where v.session_id = listed_songs.session_id and v.song_id = listed_songs.song_id and v.direction > 0
        and not exists (select 1 from bans b where b.session_id = v.session_id and b.user_id = v.user_id)
      order by v.user_id limit 5) as few), '')`.execute(db)
  },
}
