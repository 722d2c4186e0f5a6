import type { Migration } from '../../migrate.ts'

/** Creates the tables for votes and for the listed songs with their counts. */
export const votes: Migration = {
  number: 11,
  name: 'votes',
  async up(db) {
    await db.schema
      .createTable('votes')
      .addColumn('session_id', 'text', (column) =>
        column.notNull().references('sessions.id').onDelete('cascade'),
      )
      .addColumn('song_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('direction', 'integer', (column) => column.notNull())
      .addColumn('cast_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('votes_key', ['session_id', 'song_id', 'user_id'])
      .execute()
    await db.schema.createIndex('votes_by_user').on('votes').columns(['user_id', 'session_id']).execute()

    await db.schema
      .createTable('listed_songs')
      .addColumn('session_id', 'text', (column) =>
        column.notNull().references('sessions.id').onDelete('cascade'),
      )
      .addColumn('song_id', 'text', (column) => column.notNull())
      .addColumn('upvotes', 'integer', (column) => column.notNull())
      .addColumn('downvotes', 'integer', (column) => column.notNull())
      .addColumn('behind_id', 'text')
      .addColumn('first_vote_at', 'bigint', (column) => column.notNull())
      .addColumn('overtaken', 'integer', (column) => column.notNull())
      .addColumn('negative_since', 'bigint')
      .addPrimaryKeyConstraint('listed_songs_key', ['session_id', 'song_id'])
      .execute()
    await db.schema
      .createIndex('listed_songs_by_negative_since')
      .on('listed_songs')
      .column('negative_since')
      .where('negative_since', 'is not', null)
      .execute()
  },
}
