import type { Migration } from '../../migrate.ts'

/** Creates the tables for linked streaming accounts and for unfinished attempts to link one. */
export const accounts: Migration = {
  number: 2,
  name: 'accounts',
  async up(db) {
    await db.schema
      .createTable('accounts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('service', 'text', (column) => column.notNull())
      .addColumn('provider_user_id', 'text', (column) => column.notNull())
      .addColumn('owner_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('access_token', 'text', (column) => column.notNull())
      .addColumn('refresh_token', 'text', (column) => column.notNull())
      .addColumn('valid_until_sec', 'bigint', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('authorized_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('token_version', 'integer', (column) => column.notNull())
      .addColumn('refreshing_until', 'bigint', (column) => column.notNull())
      .addColumn('playlists_fetched_at', 'bigint')
      .addUniqueConstraint('accounts_once', ['user_id', 'service', 'provider_user_id'])
      .execute()
    await db.schema
      .createTable('link_attempts')
      .addColumn('state_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('service', 'text', (column) => column.notNull())
      .addColumn('verifier', 'text', (column) => column.notNull())
      .addColumn('redirect_uri', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('link_attempts_by_expiry').on('link_attempts').column('expires_at').execute()
  },
}
