import type { Migration } from '../migrate.ts'

/**
 * Adds the table of stages (big screens, X1), and two times of a session in which only a stage with sound plays (X6).
 */
export const stages: Migration = {
  number: 43,
  name: 'stages',
  async up(db) {
    await db.schema
      .createTable('stages')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
      .addColumn('code', 'text', (column) => column.unique())
      .addColumn('code_expires_at', 'bigint', (column) => column.notNull())
      .addColumn('session_id', 'text', (column) => column.references('sessions.id').onDelete('set null'))
      .addColumn('sound', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('refresh_token', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('paired_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('stages_by_session').on('stages').column('session_id').execute()
    await db.schema.createIndex('stages_by_use').on('stages').column('used_at').execute()
    await db.schema.alterTable('playbacks').addColumn('attended_at', 'bigint').execute()
    await db.schema.alterTable('playbacks').addColumn('held_until', 'bigint').execute()
  },
}
