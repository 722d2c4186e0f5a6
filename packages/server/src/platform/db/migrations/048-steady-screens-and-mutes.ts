import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Adds the number and the name of a big screen (X10), and the table of devices whose guest was muted (C8). */
export const steadyScreensAndMutes: Migration = {
  number: 48,
  name: 'steady-screens-and-mutes',
  async up(db) {
    await db.schema
      .alterTable('stages')
      .addColumn('number', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('stages').addColumn('name', 'text').execute()
    await sql`update stages set number = (select count(*) from stages as earlier
      where earlier.session_id = stages.session_id
        and (earlier.paired_at, earlier.id) <= (stages.paired_at, stages.id))
      where session_id is not null`.execute(db)
    await db.schema
      .createTable('muted_devices')
      .addColumn('device_hash', 'text', (column) => column.notNull())
      .addColumn('session_id', 'text', (column) =>
        column.notNull().references('sessions.id').onDelete('cascade'),
      )
      .addColumn('since', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('muted_devices_key', ['device_hash', 'session_id'])
      .execute()
    await db.schema.createIndex('muted_devices_by_session').on('muted_devices').column('session_id').execute()
  },
}
