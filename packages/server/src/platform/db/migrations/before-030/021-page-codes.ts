import type { Migration } from '../../migrate.ts'

/**
 * Creates the table of one-time codes for the ticket page and its form. When a login is deleted, its codes are
 * deleted too.
 */
export const pageCodes: Migration = {
  number: 21,
  name: 'page codes',
  async up(db) {
    await db.schema
      .createTable('page_codes')
      .addColumn('code_hash', 'text', (column) => column.primaryKey())
      .addColumn('token_id', 'text', (column) => column.notNull().references('tokens.id').onDelete('cascade'))
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('page_codes_by_token').on('page_codes').column('token_id').execute()
    await db.schema.createIndex('page_codes_by_expiry').on('page_codes').column('expires_at').execute()
  },
}
