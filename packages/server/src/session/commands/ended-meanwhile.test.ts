import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockSessions } from '../../platform/db/row-locks.ts'
import type { Trx } from '../../platform/db/tables.ts'
import { beginTransaction, untilBlocked, whileDeletingSession } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import {
  befriend,
  granted,
  type TestUser,
  type SessionFixture,
  openSessionFixture,
  openSession,
  refusal,
} from '../../testing/session-fixture.ts'
import { saveVisits } from '../access/session-store.ts'

const DAY_MS = 24 * 3_600_000

describe.each(databases)('a session that is deleted at the same time, on $name', (factory) => {
  let fixture: SessionFixture
  let ann: TestUser
  let ben: TestUser
  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
    ;[ann, ben] = [await fixture.addUser('ann'), await fixture.addUser('ben')]
    await fixture.addSongs(['a'])
    await befriend(ann, ben)
  })
  afterAll(() => fixture.close())

  const whileDeleting = <T>(ssid: string, work: () => Promise<T>) =>
    whileDeletingSession(factory, fixture.db, ssid, work)

  it('S6 P5 causes no error in the job that moves sessions', async () => {
    const ssid = await openSession(ann)
    await granted(ann.call('voteUp', { params: { ssid }, body: { songID: 'a' } }))
    await granted(ann.call('play', { params: { ssid } }))
    fixture.clock.ms += 170_000
    await granted(ann.call('session', { params: { ssid } }))
    await expect(whileDeleting(ssid, fixture.runJobs)).resolves.toBeUndefined()
  })

  it('S6 R5 causes no error in the job that ends upgrades', async () => {
    const ssid = await openSession(ann)
    await granted(ann.call('upgrade', { params: { ssid }, body: { plan: 'monthly' } }))
    fixture.clock.ms += 32 * DAY_MS
    await expect(whileDeleting(ssid, fixture.runJobs)).resolves.toBeUndefined()
  })

  it('S6 V5 causes no error in the job that removes songs', async () => {
    const ssid = await openSession(ann)
    await fixture.addSongs(['a'])
    await granted(ann.call('voteDown', { params: { ssid }, body: { songID: 'a' } }))
    fixture.clock.ms += DAY_MS
    await expect(whileDeleting(ssid, fixture.runJobs)).resolves.toBeUndefined()
  })

  it('S6 is not found when someone enters, invites or saves its options', async () => {
    const acts = [
      (ssid: string) => refusal(ben.call('session', { params: { ssid } })),
      (ssid: string) => refusal(ann.call('invite', { body: { ssid, invitedID: ben.id } })),
      (ssid: string) =>
        refusal(ann.call('saveOptions', { params: { ssid }, body: { version: 1, title: 'Attic' } })),
    ]
    for (const act of acts) {
      const ssid = await openSession(ann)
      expect(await whileDeleting(ssid, () => act(ssid))).toBe('404 not-found')
    }
  })
})

describe.each(databases)('a session that changes while its deletion waits, on $name', (factory) => {
  let fixture: SessionFixture
  let ann: TestUser
  let ben: TestUser
  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
    ;[ann, ben] = [await fixture.addUser('ann'), await fixture.addUser('ben')]
  })
  afterAll(() => fixture.close())

  /** Deletes a session as Ann, while a transaction that has locked the session runs `change`. */
  async function deleteDuring(ssid: string, change: (trx: Trx) => Promise<unknown>) {
    const changing = await beginTransaction(fixture.db, async (trx) => {
      await lockSessions(trx, [ssid])
      await change(trx)
    })
    const deleting = ann.call('deleteSession', { params: { ssid } })
    await untilBlocked(factory, fixture.db, deleting)
    await changing.commit()
    return deleting
  }

  it('S6 disappears from the home screen of a person who entered meanwhile', async () => {
    const ssid = await openSession(ann)
    const notified: string[] = []
    const stop = fixture.bus.subscribe((event) => {
      if (event.type === 'person' && event.message.type === 'changed') notified.push(event.userId)
    })
    await granted(deleteDuring(ssid, (trx) => saveVisits(trx, ssid, [ben.id], fixture.clock.ms)))
    stop()
    expect(notified.toSorted()).toEqual([ann.id, ben.id].toSorted())
  })

  it('S6 is not deleted if it passed to another owner meanwhile', async () => {
    const ssid = await openSession(ann, ben)
    const deleting = deleteDuring(ssid, (trx) =>
      trx.updateTable('sessions').set({ owner_id: ben.id }).where('id', '=', ssid).execute(),
    )
    expect(await refusal(deleting)).toBe('403 forbidden')
    await granted(ben.call('session', { params: { ssid } }))
  })
})
