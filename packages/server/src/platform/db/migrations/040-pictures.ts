import type { Migration } from '../migrate.ts'

/** Adds the table of people's pictures, and the id of the picture of each user (U3). */
export const pictures: Migration = {
  number: 40,
  name: 'pictures',
  async up(db, dialect) {
    await db.schema.alterTable('users').addColumn('picture', 'text').execute()
    await db.schema
      .createTable('pictures')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) =>
        column.notNull().unique().references('users.id').onDelete('cascade'),
      )
      .addColumn('file', dialect === 'postgres' ? 'bytea' : 'blob', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
