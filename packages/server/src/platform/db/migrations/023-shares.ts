import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Whose songs played, and how they were chosen (P2); and the few songs that cannot be picked are found by an index (P3). */
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
