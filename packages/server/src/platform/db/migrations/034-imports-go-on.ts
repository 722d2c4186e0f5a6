import type { Migration } from '../migrate.ts'

/**
 * Adds the columns and the table that an interrupted import needs to continue (L8), and a failed import to be tried
 * again (L7).
 */
export const importsGoOn: Migration = {
  number: 34,
  name: 'imports go on',
  async up(db) {
    for (const name of ['tried_at', 'failures', 'retry_at', 'resume_at'] as const)
      await db.schema
        .alterTable('playlists')
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
    for (const name of ['failure', 'resume_snapshot'] as const)
      await db.schema.alterTable('playlists').addColumn(name, 'text').execute()
    await db.schema
      .createTable('import_songs')
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('playlist_id', 'text', (column) => column.notNull())
      .addColumn('song_id', 'text', (column) => column.notNull().references('songs.id').onDelete('cascade'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('import_songs_key', ['account_id', 'playlist_id', 'song_id'])
      .addForeignKeyConstraint(
        'import_songs_of',
        ['account_id', 'playlist_id'],
        'playlists',
        ['account_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await db.schema.createIndex('import_songs_by_song').on('import_songs').column('song_id').execute()
  },
}
