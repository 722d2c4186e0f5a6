import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { saveOver } from '../../testing/managed-session.ts'
import {
  granted,
  openSession,
  openSessionFixture,
  refusal,
  type SessionFixture,
} from '../../testing/session-fixture.ts'

let fixture: SessionFixture
beforeAll(async () => {
  fixture = await openSessionFixture()
})
afterAll(() => fixture.close())

it('S2 R2 people whom a new policy refuses are removed later if the database fails after it was saved', async () => {
  const [ann, ben] = [await fixture.addUser('ann'), await fixture.addUser('ben')]
  const ssid = await openSession(ann, ben)
  const rename = (table: string, name: string) =>
    sql`alter table ${sql.table(table)} rename to ${sql.table(name)}`.execute(fixture.db)
  const failing: Promise<unknown>[] = []
  // The server publishes this event after the commit, and before it looks who may still be inside.
  const stop = fixture.bus.subscribe(({ type }) => {
    if (type === 'session' && failing.length === 0) failing.push(rename('bans', 'away'))
  })
  expect(await refusal(saveOver(ann, ssid, { policy: 'strict' }))).toBe('500 internal')
  stop()
  await Promise.all(failing)
  await rename('away', 'bans')
  const active = async () => (await granted(ann.call('session', { params: { ssid } }))).active
  expect(await active()).toHaveLength(2)
  await fixture.runJobs()
  expect(await active()).toMatchObject([{ id: ann.id }])
})
