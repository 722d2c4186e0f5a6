import { sql } from 'kysely'
import { firstTables } from './migrations/first-tables.ts'
import { laterChanges } from './migrations/later-changes.ts'
import type { Dialect } from './migrations/migration.ts'
import type { Db } from './tables.ts'
import { transact } from './transact.ts'

/**
 * The key of PostgreSQL's advisory lock for migrations. Its value is arbitrary, but must be the same in all versions
 * of the server.
 */
const ADVISORY_LOCK = 735_0001

/**
 * Runs all new migrations in order, in one transaction. If several servers start at the same time, one of them
 * migrates and the others wait.
 */
export async function migrate(db: Db, dialect: Dialect): Promise<void> {
  await transact(db, async (trx) => {
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(trx)
    await sql`create table if not exists migrations (number integer primary key, name text not null)`.execute(
      trx,
    )
    const { rows } = await sql<{ number: number }>`select number from migrations`.execute(trx)
    const done = new Set(rows.map((row) => row.number))
    for (const { number, name, sql: text } of [...firstTables, ...laterChanges]) {
      if (done.has(number)) continue
      const statements = (typeof text === 'string' ? text : text[dialect]).split(';')
      for (const statement of statements.filter((one) => one.trim() !== ''))
        await sql.raw(statement).execute(trx)
      await sql`insert into migrations (number, name) values (${number}, ${name})`.execute(trx)
    }
  })
}
