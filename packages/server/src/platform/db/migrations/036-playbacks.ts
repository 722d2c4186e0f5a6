import type { Migration } from '../migrate.ts'

/** Adds a row in `playbacks` for each session that has none. Newer sessions get this row when they are created. */
export const playbacks: Migration = {
  number: 36,
  name: 'playbacks',
  async up(db) {
    // The rows are locked, because another server may delete a session at the same time.
    const without = db
      .selectFrom('sessions')
      .select((row) => ['id', row.lit(0).as('move'), row.lit(0).as('turn')])
      .where('id', 'not in', db.selectFrom('playbacks').select('session_id'))
      .forKeyShare()
    await db
      .insertInto('playbacks')
      .columns(['session_id', 'move', 'turn'])
      .expression(without)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
}
