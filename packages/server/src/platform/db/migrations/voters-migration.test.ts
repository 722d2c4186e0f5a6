import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databases } from '../../../testing/databases.ts'
import { openDatabase } from '../open.ts'

describe.each(databases)('migration 47 on $name', (factory) => {
  it('U1 stores the people who voted for songs that are listed already, without banned people', async () => {
    const place = await factory.place()
    const before = await openDatabase(place)
    const people = ['ann', 'ben', 'cleo', 'dan']
    await before.db
      .insertInto('users')
      .values(
        people.map((id) => ({
          ...{ id, username: id, username_key: id, email: `${id}@example.org` },
          ...{ password_hash: '', level: 0, created_at: 0 },
        })),
      )
      .execute()
    await before.db
      .insertInto('sessions')
      .values({
        ...{ id: 'kitchen', title: 'Kitchen', owner_id: 'ann', policy: 'link', managed: 0 },
        ...{ managed_until: null, code: '', skip_percent: 35, flavor: '{}', version: 1, created_at: 0 },
      })
      .execute()
    await before.db.insertInto('bans').values({ session_id: 'kitchen', user_id: 'cleo', since: 0 }).execute()
    const vote = { session_id: 'kitchen', song_id: 'a', cast_at: 0 }
    await before.db
      .insertInto('votes')
      .values(people.map((id) => ({ ...vote, user_id: id, direction: id === 'dan' ? -1 : 1 })))
      .execute()
    const counts = { upvotes: 2, downvotes: 1, voters: '', behind_id: 'ann', first_vote_at: 0, overtaken: 0 }
    await before.db
      .insertInto('listed_songs')
      .values({ session_id: 'kitchen', song_id: 'a', ...counts })
      .execute()
    await before.db.schema.alterTable('listed_songs').dropColumn('voters').execute()
    await sql`delete from migrations where number = 47`.execute(before.db)
    await before.close()

    const after = await openDatabase(place)
    expect(await after.db.selectFrom('listed_songs').select('voters').execute()).toEqual([
      { voters: 'ann,ben' },
    ])
    await after.close()
    await place.remove()
  })
})
