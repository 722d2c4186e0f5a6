import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import type { OpenDatabase } from './open.ts'

describe.each(databases)('on $name', (factory) => {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await factory.open()
  })
  afterAll(() => database.close())

  const answers = async (count: number) => {
    const asked = Array.from({ length: count }, (_, index) =>
      sql<{ sum: number }>`select cast(cast(${index} as integer) + 1 as integer) as sum`.execute(database.db),
    )
    return (await Promise.all(asked)).map(({ rows: [row] }) => row?.sum)
  }

  it('E2 a prepared statement answers concurrent queries correctly', async () => {
    for (let round = 0; round < 3; round += 1)
      expect(await answers(40)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  })
})
