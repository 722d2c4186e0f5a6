import type { Migration } from '../migrate.ts'

/** A playback is made with its session from now on; sessions in which nothing happened yet had none. */
export const playbacks: Migration = {
  number: 36,
  name: 'playbacks',
  async up(db) {
    // Locked, because another server may delete a session meanwhile.
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
