import type { Migration } from '../migrate.ts'

/** Creates the table of networks from which users logged in before, as keyed hashes with an end date (A4). */
export const knownNetworks: Migration = {
  number: 30,
  name: 'known networks',
  async up(db) {
    await db.schema
      .createTable('known_networks')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('known_networks_by_user')
      .on('known_networks')
      .columns(['user_id', 'expires_at'])
      .execute()
    await db.schema
      .createIndex('known_networks_by_expiry')
      .on('known_networks')
      .column('expires_at')
      .execute()
  },
}
