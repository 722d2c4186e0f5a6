import { sql } from 'kysely'
import type { Migration } from '../../migrate.ts'

/**
 * Leaves free space on each page of two tables that change often, so that PostgreSQL can store a changed row on
 * the same page. A row on the same page needs no new entry in every index.
 */
export const roomForChanges: Migration = {
  number: 25,
  name: 'room for changes',
  async up(db, dialect) {
    if (dialect !== 'postgres') return
    await sql`alter table votes set (fillfactor = 70)`.execute(db)
    await sql`alter table listed_songs set (fillfactor = 70)`.execute(db)
  },
}
