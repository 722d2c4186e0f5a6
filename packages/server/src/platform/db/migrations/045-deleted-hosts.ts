import type { Migration } from '../migrate.ts'

/** Finds what a deleted user left in sessions: a pause and a fallback playlist (A7). Few rows have either. */
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
