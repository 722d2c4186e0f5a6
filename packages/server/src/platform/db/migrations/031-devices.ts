import type { Migration } from '../migrate.ts'

/** Adds the browser and system to each login (A9). Null if unknown. */
export const devices: Migration = {
  number: 31,
  name: 'devices of logins',
  async up(db) {
    await db.schema.alterTable('tokens').addColumn('browser', 'text').execute()
    await db.schema.alterTable('tokens').addColumn('system', 'text').execute()
  },
}
