import type { Migration } from '../migrate.ts'

/**
 * Adds the column for session codes (J1). It is empty at first. Each server fills empty codes when it starts, because
 * a server of an older version may still create sessions without a code.
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
