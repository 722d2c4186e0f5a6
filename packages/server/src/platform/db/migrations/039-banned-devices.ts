import type { Migration } from '../migrate.ts'

/**
 * Adds the table of devices whose guest was banned. The ban of a device stays when its guest is deleted or gets an
 * account (G3).
 */
export const bannedDevices: Migration = {
  number: 39,
  name: 'banned-devices',
  async up(db) {
    await db.schema
      .createTable('banned_devices')
      .addColumn('device_hash', 'text', (column) => column.notNull())
      .addColumn('session_id', 'text', (column) =>
        column.notNull().references('sessions.id').onDelete('cascade'),
      )
      .addColumn('since', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('banned_devices_key', ['device_hash', 'session_id'])
      .execute()
    await db.schema
      .createIndex('banned_devices_by_session')
      .on('banned_devices')
      .column('session_id')
      .execute()
  },
}
