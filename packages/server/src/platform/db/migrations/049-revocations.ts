import type { Migration } from '../migrate.ts'

/**
 * Adds the table of grants that must still be ended at the streaming service (L3, A7). It refers to no person,
 * so that a row stays when the person is deleted.
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
