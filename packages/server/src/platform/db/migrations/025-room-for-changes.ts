import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * PostgreSQL writes a changed row anew. With room for it on the same page the indexes stay as they are; else each of
 * them grows with every vote that replaces another, until the database clears up.
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
