import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databases } from '../testing/databases.ts'
import { jsonRows } from './json-rows.ts'

describe.each(databases.filter(({ name }) => name === 'PostgreSQL'))('on $name', (factory) => {
  it('V7 a group of votes looks up what it is about, also by a plan that was made while nobody had voted', async () => {
    const { db, close } = await factory.open()
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select v.direction from ${jsonRows([['session', 'song']])} as k
      join votes v on v.session_id = (k.value ->> 0) and v.song_id = (k.value ->> 1)`.execute(db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('Index Scan')
    expect(plan).not.toContain('Seq Scan')
    await close()
  })
})
