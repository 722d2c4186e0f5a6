import type { Migration } from '../migrate.ts'

/**
 * Session codes (J1). The column is empty at first: every server gives codes to sessions without one when it starts,
 * because an older server may still create some.
 */
export const sessionCodes: Migration = {
  number: 37,
  name: 'session codes',
  async up(db) {
    await db.schema
      .alterTable('sessions')
      .addColumn('code', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await db.schema
      .createIndex('sessions_by_code')
      .unique()
      .on('sessions')
      .column('code')
      .where('code', '<>', '')
      .execute()
  },
}
