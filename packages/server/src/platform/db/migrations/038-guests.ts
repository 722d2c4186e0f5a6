import type { Migration } from '../migrate.ts'

/** Adds guests (people without an account, G1), and the option that lets guests enter a session (G5). */
export const guests: Migration = {
  number: 38,
  name: 'guests',
  async up(db) {
    await db.schema
      .alterTable('users')
      .addColumn('guest', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('sessions')
      .addColumn('guests', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    await db.schema
      .createTable('guests')
      .addColumn('user_id', 'text', (column) =>
        column.primaryKey().references('users.id').onDelete('cascade'),
      )
      .addColumn('device_hash', 'text', (column) => column.notNull().unique())
      .addColumn('session_id', 'text', (column) => column.references('sessions.id').onDelete('set null'))
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('guests_by_session').on('guests').column('session_id').execute()
    await db.schema.createIndex('guests_by_use').on('guests').column('used_at').execute()
  },
}
