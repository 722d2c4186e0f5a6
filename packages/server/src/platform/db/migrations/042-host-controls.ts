import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Adds the columns for the rules of the host, for the fallback playlist, and for pausing (H2 to H8). */
export const hostControls: Migration = {
  number: 42,
  name: 'host-controls',
  async up(db) {
    const numbers = [
      ['adding', 1],
      ['songs_per_person', 200],
      ['down_votes', 1],
      ['explicit_songs', 1],
      ['no_repeat', 0],
    ] as const
    for (const [name, first] of numbers)
      await db.schema
        .alterTable('sessions')
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(first))
        .execute()
    await db.schema.alterTable('sessions').addColumn('max_minutes', 'integer').execute()
    for (const name of ['fallback_account', 'fallback_playlist', 'fallback_title'])
      await db.schema.alterTable('sessions').addColumn(name, 'text').execute()

    await db.schema.alterTable('listed_songs').addColumn('added_id', 'text').execute()
    await sql`update listed_songs set added_id = behind_id`.execute(db)
    await db.schema
      .createIndex('listed_songs_by_adder')
      .on('listed_songs')
      .columns(['added_id', 'session_id'])
      .execute()

    await db.schema.alterTable('playbacks').addColumn('paused_at', 'bigint').execute()
    await db.schema.alterTable('playbacks').addColumn('paused_by', 'text').execute()
  },
}
