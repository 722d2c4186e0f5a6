import { sql } from 'kysely'
import type { Migration } from '../../migrate.ts'

/**
 * Adds to each played song the user for whom the song was chosen, and how (P2). Also adds an index of songs
 * that cannot be played (P3).
 */
export const shares: Migration = {
  number: 23,
  name: 'shares',
  async up(db) {
    await db.schema.alterTable('plays').addColumn('by_id', 'text').execute()
    await db.schema.alterTable('plays').addColumn('chosen', 'text').execute()
    await db.schema.createIndex('plays_by_person').on('plays').column('by_id').execute()
    await sql`create index songs_unplayable on songs (id) where service <> 'spotify' or duration_ms <= 0`.execute(
      db,
    )
  },
}
