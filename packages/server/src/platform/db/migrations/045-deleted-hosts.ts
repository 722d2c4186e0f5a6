import type { Migration } from '../migrate.ts'

/**
 * Adds two indexes to find what refers to a deleted user (A7): paused songs and fallback playlists. The indexes
 * contain only rows with such a value, because most rows have none.
 */
export const deletedHosts: Migration = {
  number: 45,
  name: 'deleted-hosts',
  async up(db) {
    await db.schema
      .createIndex('playbacks_by_pauser')
      .on('playbacks')
      .column('paused_by')
      .where('paused_by', 'is not', null)
      .execute()
    await db.schema
      .createIndex('sessions_by_fallback')
      .on('sessions')
      .column('fallback_account')
      .where('fallback_account', 'is not', null)
      .execute()
  },
}
