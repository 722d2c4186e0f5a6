import type { Migration } from '../../migrate.ts'

/** Creates the tables for users, logins, tickets and friends. */
export const people: Migration = {
  number: 1,
  name: 'people',
  async up(db) {
    await db.schema
      .createTable('users')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('username_key', 'text', (column) => column.notNull().unique())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('level', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('tokens')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('extended_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('tokens_by_user').on('tokens').column('user_id').execute()
    await db.schema.createIndex('tokens_by_expiry').on('tokens').column('expires_at').execute()
    await db.schema
      .createTable('tickets')
      .addColumn('code_hash', 'text', (column) => column.primaryKey())
      .addColumn('created_by', 'text', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .execute()
    await db.schema
      .createTable('server_facts')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('friends')
      .addColumn('user1', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('user2', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('accepted', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('friends_key', ['user1', 'user2'])
      .execute()
    await db.schema.createIndex('friends_by_user2').on('friends').column('user2').execute()
  },
}
