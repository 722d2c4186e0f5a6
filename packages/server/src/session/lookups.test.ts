import { type CompiledQuery, Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { haveSkipWish } from './playback/skip-store.ts'
import { findStoredMemberships, invitersOf, saveVisits } from './access/session-store.ts'
import { invitedAgain } from './access/home-lists.ts'
import { deleteEmptyVisits, insertPlayed } from './timeline/store.ts'
import {
  loadVoteStates,
  countSongVotes,
  saveVotes,
  unlist,
  votesOfUsers,
  withdrawVotes,
} from './votes/store.ts'
import { type DatabasePlace, databases } from '../testing/databases.ts'
import { postgresDialect } from '../platform/db/postgres-dialect.ts'
import { lockSessions, lockUsersShared } from '../platform/db/row-locks.ts'
import type { Db, Tables } from '../platform/db/tables.ts'
import { transact } from '../platform/db/transact.ts'

const postgres = databases.find(({ name }) => name === 'PostgreSQL')

const TRANSACTION_CONTROL = /^(begin|commit|rollback)/
const visitor = { ssid: 'session', userId: 'ann' }
const key = { ...visitor, songId: 'song' }
const played = { ssid: 'session', songId: 'song', startAt: 0, userIds: ['ann'] }

/** The queries that look up many rows by key. The tests check that PostgreSQL reads no whole table for them. */
const lookups: Record<string, (db: Db) => Promise<unknown>> = {
  loadVoteStates: (db) => loadVoteStates(db, [key]),
  saveVotes: (db) => saveVotes(db, [{ ...key, direction: 'up', castAt: 0 }]),
  withdrawVotes: (db) => withdrawVotes(db, [key]),
  countSongVotes: (db) => countSongVotes(db, [key], 0),
  unlist: (db) => unlist(db, [key]),
  votesOfUsers: (db) => votesOfUsers(db, [visitor]),
  haveSkipWish: (db) => haveSkipWish(db, [visitor]),
  lockSessions: (db) => transact(db, (trx) => lockSessions(trx, ['session'])),
  lockUsersShared: (db) => transact(db, (trx) => lockUsersShared(trx, ['ann'])),
  findStoredMemberships: (db) => findStoredMemberships(db, [visitor], 0),
  invitersOf: (db) => invitersOf(db, [visitor]),
  invitedAgain: (db) => invitedAgain(db, 'session', ['ann']),
  deleteEmptyVisits: (db) => deleteEmptyVisits(db, 'session', ['ann']),
  saveVisits: (db) => saveVisits(db, 'session', ['ann'], 0),
  insertPlayed: (db) => insertPlayed(db, played),
}

describe.skipIf(!postgres)('on PostgreSQL', () => {
  let place: DatabasePlace
  let db: Db
  let asked: CompiledQuery[] = []

  beforeAll(async () => {
    if (!postgres) return
    place = await postgres.place()
    db = new Kysely<Tables>({
      dialect: postgresDialect(place.databaseUrl ?? ''),
      log: ({ query }) => void asked.push(query),
    })
  })
  afterAll(async () => {
    await db.destroy()
    await place.remove()
  })

  /** Returns the generic plan of the statements, which PostgreSQL keeps for prepared statements. */
  const planOf = async (statements: readonly CompiledQuery[]): Promise<string> => {
    const plans = await db.connection().execute(async (connection) => {
      await sql`set plan_cache_mode = force_generic_plan`.execute(connection)
      const rows: { 'QUERY PLAN': string }[] = []
      for (const { sql: text, parameters } of statements) {
        const values = sql.join(parameters.map((value) => sql.lit(value)))
        await sql`prepare asked as ${sql.raw(text)}`.execute(connection)
        const plan = await sql<{ 'QUERY PLAN': string }>`explain execute asked (${values})`.execute(
          connection,
        )
        await sql`deallocate asked`.execute(connection)
        rows.push(...plan.rows)
      }
      return rows
    })
    return plans.map((row) => row['QUERY PLAN']).join('\n')
  }

  const planned = async (name: string): Promise<string> => {
    asked = []
    // A statement that refers to missing rows fails, but only after PostgreSQL has planned it.
    await lookups[name]?.(db).catch(() => undefined)
    return planOf(asked.filter((query) => !TRANSACTION_CONTROL.test(query.sql)))
  }
  const wholeTables = /Seq Scan|Join Filter|Hash Join|Merge Join/

  it.each(Object.keys(lookups))('V7 %s uses indexes, also in tables without statistics', async (name) => {
    const plan = await planned(name)
    expect(plan).toContain('Function Scan')
    expect(plan).not.toMatch(wholeTables)
  })

  it('V7 queries on votes use indexes, also in a table whose statistics are from when it was empty', async () => {
    await sql`vacuum analyze`.execute(db)
    for (const name of ['loadVoteStates', 'saveVotes', 'withdrawVotes', 'votesOfUsers'])
      expect(await planned(name), name).not.toMatch(wholeTables)
  })
})
