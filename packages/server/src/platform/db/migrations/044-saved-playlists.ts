import type { Migration } from '../migrate.ts'

/** Adds the table of the playlists that the app created at the provider to save what played (T3). */
export const savedPlaylists: Migration = {
  number: 44,
  name: 'saved-playlists',
  async up(db) {
    await db.schema
      .createTable('saved_playlists')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('session_id', 'text', (column) => column.notNull())
      .addColumn('visit_at', 'bigint', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) =>
        column.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('playlist_id', 'text')
      .addColumn('url', 'text')
      .addColumn('creating', 'integer', (column) => column.notNull())
      .addColumn('saved', 'integer', (column) => column.notNull())
      .addColumn('rejected', 'integer', (column) => column.notNull())
      .addColumn('saved_until', 'bigint', (column) => column.notNull())
      .addColumn('pending_until', 'bigint')
      .addColumn('chunk_size', 'integer', (column) => column.notNull())
      .addColumn('locked_until', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('saved_playlists_key', ['user_id', 'session_id', 'visit_at'])
      .execute()
    await db.schema
      .createIndex('saved_playlists_by_account')
      .on('saved_playlists')
      .column('account_id')
      .execute()
    await db.schema.createIndex('saved_playlists_by_age').on('saved_playlists').column('used_at').execute()
  },
}
