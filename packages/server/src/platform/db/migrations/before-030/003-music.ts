import type { Migration } from '../../migrate.ts'

/** Creates the tables for songs, playlists, and the songs that random mode may choose. */
export const music: Migration = {
  number: 3,
  name: 'music',
  async up(db) {
    await db.schema
      .createTable('songs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('artists', 'text', (column) => column.notNull())
      .addColumn('cover', 'text')
      .addColumn('duration_ms', 'integer', (column) => column.notNull())
      .addColumn('service', 'text', (column) => column.notNull())
      .addColumn('src', 'text', (column) => column.notNull())
      .addColumn('link', 'text')
      .addColumn('explicit', 'integer', (column) => column.notNull())
      .addColumn('fetched_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('playlists')
      .addColumn('account_id', 'text', (column) =>
        column.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('cover', 'text')
      .addColumn('snapshot_id', 'text', (column) => column.notNull())
      .addColumn('total', 'integer', (column) => column.notNull())
      .addColumn('load', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('imported', 'integer', (column) => column.notNull())
      .addColumn('imported_snapshot', 'text')
      .addColumn('importing_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('playlists_key', ['account_id', 'id'])
      .execute()
    await db.schema
      .createTable('playlist_songs')
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('playlist_id', 'text', (column) => column.notNull())
      .addColumn('song_id', 'text', (column) => column.notNull().references('songs.id').onDelete('cascade'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('playlist_songs_key', ['account_id', 'playlist_id', 'song_id'])
      .addForeignKeyConstraint(
        'playlist_songs_of',
        ['account_id', 'playlist_id'],
        'playlists',
        ['account_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await db.schema
      .createIndex('playlist_songs_by_song')
      .on('playlist_songs')
      .columns(['song_id', 'playlist_id'])
      .execute()
    await db.schema
      .createTable('loaded_songs')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('song_id', 'text', (column) => column.notNull().references('songs.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('loaded_songs_key', ['user_id', 'song_id'])
      .execute()
    await db.schema.createIndex('loaded_songs_by_song').on('loaded_songs').column('song_id').execute()
  },
}
