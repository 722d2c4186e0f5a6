import type { Migration } from '../../migrate.ts'

/** Adds an index to find monthly upgrades that have ended (R5). */
export const managed: Migration = {
  number: 20,
  name: 'managed',
  async up(db) {
    await db.schema
      .createIndex('sessions_by_managed_until')
      .on('sessions')
      .column('managed_until')
      .where('managed_until', 'is not', null)
      .execute()
  },
}
