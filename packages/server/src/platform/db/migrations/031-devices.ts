import type { Migration } from '../migrate.ts'

/** From which browser and system a login was made, in its list (A9); null where they are not known. */
export const devices: Migration = {
  number: 31,
  name: 'devices of logins',
  async up(db) {
    await db.schema.alterTable('tokens').addColumn('browser', 'text').execute()
    await db.schema.alterTable('tokens').addColumn('system', 'text').execute()
  },
}
