import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { openSessionFixture, type SessionFixture } from '../../testing/session-fixture.ts'
import { EXPIRING_TABLES, expiredRowsJob } from './expired-rows.ts'

describe.each(databases)('expired rows on $name', (factory) => {
  let fixture: SessionFixture
  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
  })
  afterAll(() => fixture.close())

  it('O12 are deleted, and others stay', async () => {
    const { db } = fixture
    const login = (id: string, expires_at: number) => ({
      ...{ id, hash: id, user_id: ann.id, created_at: 1, extended_at: 1, expires_at },
    })
    const ann = await fixture.addUser('ann')
    await db
      .insertInto('tokens')
      .values([login('old', 1000), login('new', 1001)])
      .execute()
    await expiredRowsJob(db, () => 1000).run()
    const logins = await db.selectFrom('tokens').select('id').where('id', 'in', ['old', 'new']).execute()
    expect(logins).toEqual([{ id: 'new' }])
  })

  it('O12 every table with such rows is included', async () => {
    const tables = await fixture.db.introspection.getTables()
    const expiring = tables.filter(({ columns }) => columns.some(({ name }) => name === 'expires_at'))
    expect(expiring.map(({ name }) => name).sort()).toEqual([...EXPIRING_TABLES])
  })
})
