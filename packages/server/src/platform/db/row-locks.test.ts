import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginTransaction, untilBlocked } from '../../testing/barriers.ts'
import { databases, hasRowLocks } from '../../testing/databases.ts'
import {
  type TestUser,
  type SessionFixture,
  openSessionFixture,
  openSession,
} from '../../testing/session-fixture.ts'
import { lockSessions, lockUser, lockUsersShared } from './row-locks.ts'
import { transact } from './transact.ts'

describe.each(databases)('row locks on $name', (factory) => {
  let fixture: SessionFixture
  let ann: TestUser
  let ben: TestUser
  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
    ;[ann, ben] = [await fixture.addUser('ann'), await fixture.addUser('ben')]
  })
  afterAll(() => fixture.close())

  const lock = (...ssids: string[]) => transact(fixture.db, (trx) => lockSessions(trx, ssids))

  it('S6 a session that is deleted during the wait for its lock is not found, but the others are', async () => {
    const [deleted, open] = [await openSession(ann), await openSession(ann)]
    const deleting = await beginTransaction(fixture.db, async (trx) => {
      await lockSessions(trx, [deleted])
      await trx.deleteFrom('sessions').where('id', '=', deleted).execute()
    })
    const locking = lock(deleted, open)
    await untilBlocked(factory, fixture.db, locking)
    await deleting.commit()
    expect(await locking).toEqual([open])
  })

  it('R2 a session that changes during the wait for its lock is found', async () => {
    const ssids = [await openSession(ann), await openSession(ann)].toSorted()
    const saving = await beginTransaction(fixture.db, async (trx) => {
      await lockSessions(trx, ssids)
      await trx.updateTable('sessions').set({ title: 'Attic' }).where('id', 'in', ssids).execute()
    })
    const locking = lock(...ssids)
    await untilBlocked(factory, fixture.db, locking)
    await saving.commit()
    expect(await locking).toEqual(ssids)
  })

  it('P4 a lock of a session waits for the current holder', async () => {
    const ssid = await openSession(ann)
    const events: string[] = []
    const first = await beginTransaction(fixture.db, (trx) => lockSessions(trx, [ssid]))
    const second = lock(ssid).then(() => events.push('second'))
    await untilBlocked(factory, fixture.db, second)
    events.push('first')
    await first.commit()
    await second
    expect(events).toEqual(['first', 'second'])
  })

  describe.each([factory].filter(hasRowLocks))('where rows are locked', () => {
    it('A7 new rows cannot refer to a user who is being deleted, and do not wait for the deletion', async () => {
      const deleting = await beginTransaction(fixture.db, (trx) => lockUser(trx, ann.id))
      const present = await transact(fixture.db, (trx) => lockUsersShared(trx, [ann.id, ben.id]))
      await deleting.commit()
      expect([...present]).toEqual([ben.id])
    })
  })

  it('A7 a deletion waits for transactions that already refer to the user', async () => {
    const events: string[] = []
    const pointing = await beginTransaction(fixture.db, (trx) => lockUsersShared(trx, [ann.id]))
    const deletion = transact(fixture.db, (trx) => lockUser(trx, ann.id)).then(() => events.push('locked'))
    await untilBlocked(factory, fixture.db, deletion)
    events.push('pointed')
    await pointing.commit()
    await deletion
    expect(events).toEqual(['pointed', 'locked'])
  })
})
