import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockUser } from '../../platform/db/row-locks.ts'
import { beginTransaction, untilBlocked } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import { saveOver } from '../../testing/managed-session.ts'
import {
  befriend,
  granted,
  type TestUser,
  type SessionFixture,
  openSessionFixture,
  openSession,
  refusal,
} from '../../testing/session-fixture.ts'

const postgres = databases.find(({ name }) => name === 'PostgreSQL')

/** Skipped on SQLite, because nothing else runs there during a deletion. */
describe.skipIf(!postgres)('a user who is being deleted at this moment, on PostgreSQL', () => {
  let fixture: SessionFixture
  let ann: TestUser
  let ben: TestUser
  let ssid: string
  beforeAll(async () => {
    fixture = await openSessionFixture(postgres)
    await fixture.addSongs(['a'])
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    ;[ann, ben] = [await fixture.addUser('ann'), await fixture.addUser('ben')]
    await befriend(ann, ben)
    ssid = await openSession(ann)
    await granted(ann.call('upgrade', { params: { ssid }, body: { plan: 'infinite' } }))
    await granted(ann.call('voteUp', { params: { ssid }, body: { songID: 'a' } }))
  })

  /**
   * Runs work while a transaction that deletes Ben has locked Ben's row. The work must not wait for this lock, because
   * the work and the deletion could deadlock.
   */
  async function whileBenLeaves<T>(work: () => Promise<T>): Promise<T> {
    if (!postgres) throw new Error('no PostgreSQL')
    const leaving = await beginTransaction(fixture.db, (trx) => lockUser(trx, ben.id))
    const working = work()
    await untilBlocked(postgres, fixture.db, working)
    await leaving.commit()
    return working
  }

  it('A7 cannot enter a session', async () => {
    expect(await whileBenLeaves(() => refusal(ben.call('session', { params: { ssid } })))).toBe(
      '429 rate-limited',
    )
    const members = fixture.db.selectFrom('members').select('user_id').where('session_id', '=', ssid)
    expect(await members.execute()).toEqual([{ user_id: ann.id }])
  })

  it('A7 cannot wish a skip', async () => {
    await granted(ann.call('play', { params: { ssid } }))
    const skip = () => refusal(ben.call('skip', { params: { ssid } }))
    expect(await whileBenLeaves(skip)).toBe('429 rate-limited')
  })

  it('A7 cannot be invited', async () => {
    const invite = () => refusal(ann.call('invite', { body: { ssid, invitedID: ben.id } }))
    expect(await whileBenLeaves(invite)).toBe('403 forbidden')
  })

  it('A7 cannot become a moderator, and is not banned', async () => {
    await granted(ben.call('session', { params: { ssid } }))
    const named = [{ user_id: ben.id }]
    const promote = () => refusal(saveOver(ann, ssid, { mods: [{ user_id: ben.id, level: 'manager' }] }))
    expect(await whileBenLeaves(promote)).toBe('429 rate-limited')
    const ban = () => refusal(saveOver(ann, ssid, { banned: named }))
    expect(await whileBenLeaves(ban)).toBe('429 rate-limited')
  })

  it('A7 T1 gets no new song on the timeline', async () => {
    await granted(ben.call('session', { params: { ssid } }))
    await whileBenLeaves(() => granted(ann.call('play', { params: { ssid } })))
    const rows = fixture.db.selectFrom('heard_songs').select('user_id').where('session_id', '=', ssid)
    expect(await rows.execute()).toEqual([{ user_id: ann.id }])
  })
})
