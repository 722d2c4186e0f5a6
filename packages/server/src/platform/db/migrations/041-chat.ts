import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from '../migrate.ts'
import type { Db } from '../tables.ts'

/** Adds the chat of a session, and the option that switches it off (C4, C5, C8). */
export const chat: Migration = {
  number: 41,
  name: 'chat',
  async up(db) {
    await db.schema
      .alterTable('sessions')
      .addColumn('chat', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    await db.schema
      .createTable('chat_counters')
      .addColumn('session_id', 'text', (column) => ofSession(column).primaryKey())
      .addColumn('last_id', 'bigint', (column) => column.notNull())
      .execute()
    await createLines(db)
    await db.schema
      .createTable('chat_mutes')
      .addColumn('session_id', 'text', ofSession)
      .addColumn('user_id', 'text', ofUser)
      .addColumn('since', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('chat_mutes_key', ['session_id', 'user_id'])
      .execute()
    await db.schema.createIndex('chat_mutes_by_user').on('chat_mutes').column('user_id').execute()
  },
}

async function createLines(db: Db): Promise<void> {
  await db.schema
    .createTable('chat_lines')
    .addColumn('session_id', 'text', ofSession)
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .addColumn('client_key', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('chat_lines_key', ['session_id', 'id'])
    .execute()
  // The user is the first column, because the deletion of a user looks for the lines of that user.
  await db.schema
    .createIndex('chat_lines_by_user')
    .on('chat_lines')
    .columns(['user_id', 'session_id', 'client_key'])
    .unique()
    .execute()
  await db.schema.createIndex('chat_lines_by_age').on('chat_lines').column('sent_at').execute()
}

const ofSession = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('sessions.id').onDelete('cascade')
const ofUser = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('users.id').onDelete('cascade')
