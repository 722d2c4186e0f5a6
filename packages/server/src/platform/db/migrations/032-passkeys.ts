import type { Migration } from '../migrate.ts'

/** Creates the tables for passkeys and for challenges that are not answered yet (A12). */
export const passkeys: Migration = {
  number: 32,
  name: 'passkeys',
  async up(db) {
    await db.schema
      .createTable('passkeys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('credential_id', 'text', (column) => column.notNull().unique())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute()
    await db.schema.createIndex('passkeys_by_user').on('passkeys').column('user_id').execute()
    await db.schema
      .createTable('passkey_challenges')
      .addColumn('challenge_hash', 'text', (column) => column.primaryKey())
      .addColumn('token_id', 'text', (column) => column.references('tokens.id').onDelete('cascade'))
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('passkey_challenges_by_token')
      .on('passkey_challenges')
      .column('token_id')
      .execute()
    await db.schema
      .createIndex('passkey_challenges_by_expiry')
      .on('passkey_challenges')
      .column('expires_at')
      .execute()
  },
}
