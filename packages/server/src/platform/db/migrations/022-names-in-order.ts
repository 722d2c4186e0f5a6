import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Names stand in the order of their letters, as SQLite has them: people are found by the index of names (N2). */
export const namesInOrder: Migration = {
  number: 22,
  name: 'names in order',
  async up(db, dialect) {
    if (dialect === 'postgres')
      await sql`alter table users alter column username_key type text collate "C"`.execute(db)
  },
}
