import type { Migration } from '../migrate.ts'

/** A link ends only when the token endpoint has said twice that it has (L9). */
export const linksLast: Migration = {
  number: 35,
  name: 'links last',
  async up(db) {
    await db.schema
      .alterTable('accounts')
      .addColumn('renewed_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('accounts').addColumn('grant_doubted_at', 'bigint').execute()
  },
}
