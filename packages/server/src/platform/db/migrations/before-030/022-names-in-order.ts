import { sql } from 'kysely'
import type { Migration } from '../../migrate.ts'

/**
 * Makes PostgreSQL sort usernames by bytes like SQLite, so that the search for people can use the index (N2).
 */
export const namesInOrder: Migration = {
  number: 22,
  name: 'names in order',
  async up(db, dialect) {
    if (dialect === 'postgres')
      await sql`alter table users alter column username_key type text collate "C"`.execute(db)
  },
}
