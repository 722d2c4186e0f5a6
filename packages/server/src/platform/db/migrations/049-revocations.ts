import type { Migration } from '../migrate.ts'

/**
 * Adds the table of grants that the server must still end at the provider (L3, A7). The table has no column for the
 * user, so that a row stays when the user is deleted.
 */
export const revocations: Migration = {
  number: 49,
  name: 'revocations',
  async up(db) {
    await db.schema
      .createTable('revocations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('token', 'text', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull())
      .addColumn('next_try_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('revocations_by_next_try').on('revocations').column('next_try_at').execute()
  },
}
