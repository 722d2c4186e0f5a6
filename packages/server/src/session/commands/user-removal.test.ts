import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../platform/db/transact.ts'
import { createSessionContext } from '../context.ts'
import { Presence } from '../presence/presence.ts'
import {
  befriend,
  granted,
  type SessionFixture,
  openSessionFixture,
  openSession,
} from '../../testing/session-fixture.ts'
import { removeUserFromSessions } from './user-removal.ts'

let fixture: SessionFixture
beforeAll(async () => {
  fixture = await openSessionFixture()
})
afterAll(() => fixture.close())

it('A7 S2 a failed notification of one session does not stop the others or the deletion', async () => {
  const [ann, ben, cleo] = await Promise.all(['ann', 'ben', 'cleo'].map((name) => fixture.addUser(name)))
  if (!ann || !ben || !cleo) throw new Error('nobody')
  await befriend(ann, cleo)
  const ssids = [await openSession(ben, ann), await openSession(ben, ann), await openSession(ben, ann)]
  for (const ssid of ssids) await granted(ann.call('invite', { body: { invitedID: cleo.id, ssid } }))

  const checked: string[] = []
  const failures: unknown[] = []
  const away = new Error('the database is away')
  const presence = new Presence({ now: () => fixture.clock.ms, onChange: () => undefined })
  presence.active = (ssid) => {
    checked.push(ssid)
    if (checked.length === 1) throw away
    return []
  }
  const context = createSessionContext(
    {
      db: fixture.db,
      now: () => fixture.clock.ms,
      random: () => 0,
      bus: fixture.bus,
      logSecurity: () => undefined,
      logFault: (error) => failures.push(error),
    },
    () => presence,
  )
  const notify = await transact(fixture.db, (trx) => removeUserFromSessions(context, trx, ann.id))
  await notify()
  expect(checked.sort()).toEqual(ssids.sort())
  expect(failures).toEqual([away])
})
