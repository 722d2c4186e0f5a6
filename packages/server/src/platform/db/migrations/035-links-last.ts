import type { Migration } from '../migrate.ts'

/**
 * Adds two times to linked accounts: when the tokens were last refreshed, and when the token endpoint first reported
 * that the grant has ended. Only a second report ends the link (L9).
 */
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
