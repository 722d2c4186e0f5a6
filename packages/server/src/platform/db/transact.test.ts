import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRefused, refuse } from '../refusal.ts'
import { databases } from '../../testing/databases.ts'
import { migrate } from './migrate.ts'
import type { OpenDatabase } from './open.ts'
import { transact } from './transact.ts'

describe.each(databases)('a transaction on $name', ({ open }) => {
  let opened: OpenDatabase
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.close())

  const facts = () => opened.db.selectFrom('server_facts').selectAll().execute()

  it('E2 is rolled back by a refusal, which is its result', async () => {
    const answer = await transact(opened.db, async (trx) => {
      await trx.insertInto('server_facts').values({ name: 'a', value: '1' }).execute()
      return refuse('too-many')
    })
    expect(isRefused(answer)).toBe(true)
    expect(await facts()).toEqual([])
  })

  it('E2 is rolled back by an error', async () => {
    const failing = transact(opened.db, async (trx) => {
      await trx.insertInto('server_facts').values({ name: 'a', value: '1' }).execute()
      throw new Error('failed')
    })
    await expect(failing).rejects.toThrow('failed')
    expect(await facts()).toEqual([])
  })

  it('refuses the outer database at once instead of waiting for ever', async () => {
    const wrong = transact(opened.db, () => sql`select 1`.execute(opened.db))
    await expect(wrong).rejects.toThrow('pass trx')
    expect(await facts()).toEqual([])
  })

  it('runs transactions on the same row one after the other', async () => {
    await opened.db.insertInto('server_facts').values({ name: 'n', value: '0' }).execute()
    const increment = () =>
      transact(opened.db, async (trx) => {
        await sql`update server_facts set value = cast(cast(value as integer) + 1 as text) where name = 'n'`.execute(
          trx,
        )
      })
    await Promise.all(Array.from({ length: 20 }, increment))
    expect(await facts()).toEqual([{ name: 'n', value: '20' }])
  })

  it('migrates once, however often it starts', async () => {
    await migrate(opened.db, opened.dialect)
    const { rows } = await sql<{ number: number }>`select number from migrations order by number`.execute(
      opened.db,
    )
    expect(rows.map(({ number }) => number)).toEqual(expect.arrayContaining([1, 2, 3]))
  })
})
