import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { openHouse, openParty } from '../../testing/session-house.ts'
import { findStandings, noteVisits } from './store.ts'

const crowd = Array.from({ length: 300 }, (_, index) => `visitor-${index}`)

describe.each(databases.filter(({ name }) => name === 'PostgreSQL'))('on $name', (factory) => {
  it('S2 how one person stands to a session is looked up without reading how all others do', async () => {
    const house = await openHouse(factory)
    const ann = await house.guest('ann')
    const ssid = await openParty(ann)
    const people = sql`jsonb_array_elements_text(${JSON.stringify(crowd)}::jsonb)`
    await sql`
      insert into users (id, username, username_key, email, password_hash, level, created_at)
      select name, name, name, '', '', 0, 0 from ${people} as name`.execute(house.db)
    await noteVisits(house.db, ssid, crowd, house.clock.ms)
    const read = await house.db.transaction().execute(async (trx) => {
      const visitors = crowd.map((userId) => ({ ssid, userId }))
      const standings = await findStandings(trx, visitors, house.clock.ms)
      expect(standings.filter((stands) => stands?.wasInside)).toHaveLength(crowd.length)
      const { rows } = await sql<{ rows: number }>`
        select cast(idx_tup_fetch + seq_tup_read as integer) as rows
        from pg_stat_xact_user_tables where relname = 'members'`.execute(trx)
      return rows[0]?.rows
    })
    expect(read).toBe(crowd.length)
    await house.close()
  })
})
