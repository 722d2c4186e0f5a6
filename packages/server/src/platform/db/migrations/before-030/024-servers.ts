import type { Migration } from '../../migrate.ts'

/** Creates the table of the servers that use this database. */
export const servers: Migration = {
  number: 24,
  name: 'servers',
  async up(db) {
    await db.schema
      .createTable('servers')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('beat_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
