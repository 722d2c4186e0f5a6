import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertGuest, renewGuest, storeAccountOfGuest } from '../../people/guests.ts'
import { deleteUserRow } from '../../people/users.ts'
import type { Trx } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import { databases } from '../../testing/databases.ts'
import { openSession, openSessionFixture, type SessionFixture } from '../../testing/session-fixture.ts'
import { absentGuestsJob } from './absent-guests.ts'

const HOUR_MS = 3_600_000

describe.each(databases)('absent guests at the moment of their deletion on $name', (factory) => {
  let fixture: SessionFixture
  let ssid: string
  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
    ssid = await openSession(await fixture.addUser('ann'))
  })
  afterAll(() => fixture.close())

  const changes = {
    'stays away': async () => {},
    'comes back': (trx: Trx, id: string) =>
      renewGuest(trx, id, { nickname: 'Robin', ssid }, fixture.clock.ms),
    'becomes an account': (trx: Trx, id: string) =>
      storeAccountOfGuest(trx, id, { username: 'robin', usernameKey: 'robin', email: '', passwordHash: '' }),
  }

  it.each([
    ['stays away', false],
    ['comes back', true],
    ['becomes an account', true],
  ] as const)('G6 G7 a guest who %s just before their deletion exists: %s', async (what, isKept) => {
    const { db, clock } = fixture
    const guest = { nickname: 'Robin', ssid, deviceHash: what }
    const { id } = await transact(db, (trx) => insertGuest(trx, guest, clock.ms))
    clock.ms += 26 * HOUR_MS
    const job = absentGuestsJob({
      db,
      now: () => clock.ms,
      // The guest changes after the job has found them.
      async deleteUser(userId, _network, check) {
        if (userId === id) await transact(db, (trx) => changes[what](trx, id))
        return transact(db, async (trx) => {
          const refused = await check(trx)
          if (!refused) await deleteUserRow(trx, userId)
          return refused
        })
      },
    })
    await job.run()
    const stored = await db.selectFrom('users').select('id').where('id', '=', id).execute()
    expect(stored).toEqual(isKept ? [{ id }] : [])
  })

  it('G7 a guest who cannot be deleted does not keep the others', async () => {
    const { db, clock } = fixture
    const ids: string[] = []
    // The guest who cannot be deleted is absent the longest, so the job tries to delete this guest first.
    for (const deviceHash of ['first', 'second', 'third']) {
      const guest = { nickname: 'Kim', ssid, deviceHash }
      ids.push((await transact(db, (trx) => insertGuest(trx, guest, clock.ms))).id)
      clock.ms += 1
    }
    clock.ms += 26 * HOUR_MS
    const job = absentGuestsJob({
      db,
      now: () => clock.ms,
      deleteUser: (userId) => {
        if (userId === ids[0]) return Promise.reject(new Error('cannot be deleted'))
        return transact(db, async (trx) => {
          await deleteUserRow(trx, userId)
          return null
        })
      },
    })
    // The fault reaches the log through the caller of the job.
    await expect(job.run()).rejects.toThrow('1 could not be done')
    const stored = await db.selectFrom('users').select('id').where('id', 'in', ids).execute()
    expect(stored).toEqual([{ id: ids[0] }])
  })
})
