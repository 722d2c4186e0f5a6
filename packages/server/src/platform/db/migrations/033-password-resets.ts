import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Creates the table of reset links, and an index to find users by e-mail address (A14, A15). */
export const passwordResets: Migration = {
  number: 33,
  name: 'password resets',
  async up(db) {
    await db.schema
      .createTable('password_resets')
      .addColumn('code_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('password_resets_by_user').on('password_resets').column('user_id').execute()
    await db.schema
      .createIndex('password_resets_by_expiry')
      .on('password_resets')
      .column('expires_at')
      .execute()
    await sql`create index users_by_email on users (lower(email))`.execute(db)
  },
}
