import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databases } from '../../../testing/databases.ts'
import { openDatabase } from '../open.ts'

describe.each(databases)('migration 36 on $name', (factory) => {
  it('P4 creates a playback for each session without one, and keeps the others', async () => {
    const place = await factory.place()
    const before = await openDatabase(place)
    const person = { id: 'ann', username: 'ann', username_key: 'ann', email: 'ann@example.org' }
    await before.db
      .insertInto('users')
      .values({ ...person, password_hash: '', level: 0, created_at: 0 })
      .execute()
    const session = {
      title: 'Kitchen',
      owner_id: 'ann',
      policy: 'link',
      managed: 0,
      managed_until: null,
    } as const
    const options = { code: '', skip_percent: 35, flavor: '{}', version: 1, created_at: 0 }
    for (const id of ['played', 'new'])
      await before.db
        .insertInto('sessions')
        .values({ ...session, ...options, id })
        .execute()
    await before.db.insertInto('playbacks').values({ session_id: 'played', move: 7, turn: 3 }).execute()
    await sql`delete from migrations where number = 36`.execute(before.db)
    await before.close()

    const after = await openDatabase(place)
    const rows = after.db.selectFrom('playbacks').select(['session_id', 'move', 'turn']).orderBy('move')
    expect(await rows.execute()).toEqual([
      { session_id: 'new', move: 0, turn: 0 },
      { session_id: 'played', move: 7, turn: 3 },
    ])
    await after.close()
    await place.remove()
  })
})
