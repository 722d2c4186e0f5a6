import type { Migration } from '../../migrate.ts'

/** Adds indexes to find waiting imports, and rows that refer to a user. */
export const lookups: Migration = {
  number: 14,
  name: 'lookups',
  async up(db) {
    await db.schema.createIndex('playlists_by_state').on('playlists').column('state').execute()
    await db.schema.createIndex('skip_wishes_by_user').on('skip_wishes').column('user_id').execute()
    await db.schema.createIndex('served_by_user').on('served').column('user_id').execute()
    await db.schema.createIndex('invites_by_inviter').on('invites').column('inviter_id').execute()
    await db.schema.createIndex('link_attempts_by_user').on('link_attempts').column('user_id').execute()
    await db.schema.createIndex('tickets_by_creator').on('tickets').column('created_by').execute()
  },
}
