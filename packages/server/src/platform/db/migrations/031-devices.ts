import type { Migration } from '../migrate.ts'

/** Adds the columns for browser and system to the table of logins (A9). */
export const devices: Migration = {
  number: 31,
  name: 'devices of logins',
  async up(db) {
    await db.schema.alterTable('tokens').addColumn('browser', 'text').execute()
    await db.schema.alterTable('tokens').addColumn('system', 'text').execute()
  },
}
