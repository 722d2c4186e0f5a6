import type { Migration } from '../migrate.ts'

/** Adds the option that songs need an approval, and the table of the songs that wait for an approval (H9). */
export const waitingSongs: Migration = {
  number: 46,
  name: 'waiting-songs',
  async up(db) {
    for (const name of ['approve', 'waiting_version'])
      await db.schema
        .alterTable('sessions')
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    await db.schema
      .createTable('waiting_songs')
      .addColumn('session_id', 'text', (column) =>
        column.notNull().references('sessions.id').onDelete('cascade'),
      )
      .addColumn('song_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('added_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('waiting_songs_key', ['session_id', 'song_id', 'user_id'])
      .execute()
    await db.schema
      .createIndex('waiting_songs_by_user')
      .on('waiting_songs')
      .columns(['user_id', 'session_id'])
      .execute()
  },
}
