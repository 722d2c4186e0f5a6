import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginTransaction, untilBlocked } from '../../testing/barriers.ts'
import { databases, hasRowLocks } from '../../testing/databases.ts'
import { type Guest, type House, openHouse, openParty } from '../../testing/session-house.ts'
import { lockSessions, lockUser, lockUsersShared } from './row-locks.ts'
import { transact } from './transact.ts'

describe.each(databases)('row locks on $name', (factory) => {
  let house: House
  let ann: Guest
  let ben: Guest
  beforeAll(async () => {
    house = await openHouse(factory)
    ;[ann, ben] = [await house.guest('ann'), await house.guest('ben')]
  })
  afterAll(() => house.close())

  const lock = (...ssids: string[]) => transact(house.db, (trx) => lockSessions(trx, ssids))

  it('S6 a session that is deleted while a transaction waits for it is not found, but the others are', async () => {
    const [gone, open] = [await openParty(ann), await openParty(ann)]
    const deleting = await beginTransaction(house.db, async (trx) => {
      await lockSessions(trx, [gone])
      await trx.deleteFrom('sessions').where('id', '=', gone).execute()
    })
    const locking = lock(gone, open)
    await untilBlocked(factory, house.db, locking)
    await deleting.commit()
    expect(await locking).toEqual([open])
  })

  it('R2 a session that is changed while a transaction waits for it is found', async () => {
    const ssids = [await openParty(ann), await openParty(ann)].toSorted()
    const saving = await beginTransaction(house.db, async (trx) => {
      await lockSessions(trx, ssids)
      await trx.updateTable('sessions').set({ title: 'Attic' }).where('id', 'in', ssids).execute()
    })
    const locking = lock(...ssids)
    await untilBlocked(factory, house.db, locking)
    await saving.commit()
    expect(await locking).toEqual(ssids)
  })

  it('P4 a lock of a session waits for the current holder', async () => {
    const ssid = await openParty(ann)
    const events: string[] = []
    const first = await beginTransaction(house.db, (trx) => lockSessions(trx, [ssid]))
    const second = lock(ssid).then(() => events.push('second'))
    await untilBlocked(factory, house.db, second)
    events.push('first')
    await first.commit()
    await second
    expect(events).toEqual(['first', 'second'])
  })

  describe.each([factory].filter(hasRowLocks))('where rows are locked', () => {
    it('A7 a user who is being deleted counts as deleted for new rows, which do not wait', async () => {
      const deleting = await beginTransaction(house.db, (trx) => lockUser(trx, ann.id))
      const present = await transact(house.db, (trx) => lockUsersShared(trx, [ann.id, ben.id]))
      await deleting.commit()
      expect([...present]).toEqual([ben.id])
    })
  })

  it('A7 a deletion waits for transactions that already refer to the user', async () => {
    const events: string[] = []
    const pointing = await beginTransaction(house.db, (trx) => lockUsersShared(trx, [ann.id]))
    const deletion = transact(house.db, (trx) => lockUser(trx, ann.id)).then(() => events.push('locked'))
    await untilBlocked(factory, house.db, deletion)
    events.push('pointed')
    await pointing.commit()
    await deletion
    expect(events).toEqual(['pointed', 'locked'])
  })
})
