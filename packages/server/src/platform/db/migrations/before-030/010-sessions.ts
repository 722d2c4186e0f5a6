import type { Migration } from '../../migrate.ts'
import type { Db } from '../../tables.ts'

/** Creates the tables for sessions, members, moderators, bans and invites. */
export const sessions: Migration = {
  number: 10,
  name: 'sessions',
  async up(db) {
    await db.schema
      .createTable('sessions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('owner_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('policy', 'text', (column) => column.notNull())
      .addColumn('managed', 'integer', (column) => column.notNull())
      .addColumn('managed_until', 'bigint')
      .addColumn('skip_percent', 'integer', (column) => column.notNull())
      .addColumn('flavor', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('sessions_by_owner').on('sessions').column('owner_id').execute()

    await createPeopleTable(db, 'members')
      .addColumn('first_at', 'bigint', (column) => column.notNull())
      .addColumn('visit_at', 'bigint', (column) => column.notNull())
      .addColumn('favorite', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('members_key', ['session_id', 'user_id'])
      .execute()
    await createPeopleTable(db, 'moderators')
      .addColumn('level', 'text', (column) => column.notNull())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('moderators_key', ['session_id', 'user_id'])
      .execute()
    await createPeopleTable(db, 'bans')
      .addColumn('since', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('bans_key', ['session_id', 'user_id'])
      .execute()
    await createPeopleTable(db, 'invites')
      .addColumn('inviter_id', 'text', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('invited_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('invites_key', ['session_id', 'user_id', 'inviter_id'])
      .execute()
    for (const table of ['members', 'moderators', 'bans', 'invites']) {
      await db.schema.createIndex(`${table}_by_user`).on(table).column('user_id').execute()
    }
  },
}

function createPeopleTable(db: Db, name: string) {
  return db.schema
    .createTable(name)
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
}
