import type { Migration } from '../../migrate.ts'

/** Creates the tables for visits and the songs that played during them. */
export const timeline: Migration = {
  number: 13,
  name: 'timeline',
  async up(db) {
    await db.schema
      .createTable('visits')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('session_id', 'text', (column) => column.notNull())
      .addColumn('visit_at', 'bigint', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('visits_key', ['user_id', 'visit_at', 'session_id'])
      .execute()
    await db.schema.createIndex('visits_by_age').on('visits').column('visit_at').execute()
    await db.schema
      .createTable('heard_songs')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('session_id', 'text', (column) => column.notNull())
      .addColumn('visit_at', 'bigint', (column) => column.notNull())
      .addColumn('start_at', 'bigint', (column) => column.notNull())
      .addColumn('song_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('heard_songs_key', ['user_id', 'session_id', 'start_at'])
      .execute()
    await db.schema.createIndex('heard_songs_by_age').on('heard_songs').column('start_at').execute()
  },
}
