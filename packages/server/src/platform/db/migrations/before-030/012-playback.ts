import type { Migration } from '../../migrate.ts'

/** Creates the tables for current and past songs of sessions. */
export const playback: Migration = {
  number: 12,
  name: 'playback',
  async up(db) {
    await db.schema
      .createTable('playbacks')
      .addColumn('session_id', 'text', (column) =>
        column.primaryKey().references('sessions.id').onDelete('cascade'),
      )
      .addColumn('move', 'integer', (column) => column.notNull())
      .addColumn('turn', 'integer', (column) => column.notNull())
      .addColumn('song_id', 'text')
      .addColumn('start_at', 'bigint')
      .addColumn('duration_ms', 'integer')
      .addColumn('by_id', 'text')
      .addColumn('chosen', 'text')
      .addColumn('next_song_id', 'text')
      .addColumn('next_start_at', 'bigint')
      .addColumn('next_duration_ms', 'integer')
      .addColumn('next_by_id', 'text')
      .addColumn('next_chosen', 'text')
      .addColumn('due_at', 'bigint')
      .execute()
    await db.schema
      .createIndex('playbacks_by_due_at')
      .on('playbacks')
      .column('due_at')
      .where('due_at', 'is not', null)
      .execute()

    await db.schema
      .createTable('served')
      .addColumn('session_id', 'text', (column) =>
        column.notNull().references('sessions.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('turn', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('served_key', ['session_id', 'user_id'])
      .execute()
    await db.schema
      .createTable('plays')
      .addColumn('session_id', 'text', (column) =>
        column.notNull().references('sessions.id').onDelete('cascade'),
      )
      .addColumn('turn', 'integer', (column) => column.notNull())
      .addColumn('song_id', 'text', (column) => column.notNull())
      .addColumn('chosen_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('plays_key', ['session_id', 'turn'])
      .execute()
    await db.schema
      .createTable('skip_wishes')
      .addColumn('session_id', 'text', (column) =>
        column.notNull().references('sessions.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('start_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('skip_wishes_key', ['session_id', 'user_id'])
      .execute()
  },
}
