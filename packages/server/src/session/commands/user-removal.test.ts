import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../platform/db/transact.ts'
import { createSessionContext } from '../context.ts'
import { Presence } from '../presence/presence.ts'
import {
  addMembers,
  befriend,
  granted,
  type SessionFixture,
  openSessionFixture,
  openSession,
} from '../../testing/session-fixture.ts'
import { mostInOneTurn } from '../../testing/thread-time.ts'
import { listenLive } from '../../testing/live-client.ts'
import { removeUserFromSessions } from './user-removal.ts'

let fixture: SessionFixture
beforeAll(async () => {
  fixture = await openSessionFixture()
})
afterAll(() => fixture.close())

/** Creates the context of a server without connections. */
function openContext() {
  const failures: unknown[] = []
  const context = createSessionContext(
    {
      db: fixture.db,
      now: () => fixture.clock.ms,
      random: () => 0,
      bus: fixture.bus,
      logSecurity: () => undefined,
      logFault: (error) => failures.push(error),
    },
    (deps) => new Presence(deps),
  )
  return { context, failures }
}

it('A7 S2 a failed notification of one session does not stop the others or the deletion', async () => {
  const [ann, ben, cleo] = await Promise.all(['ann', 'ben', 'cleo'].map((name) => fixture.addUser(name)))
  if (!ann || !ben || !cleo) throw new Error('nobody')
  await befriend(ann, cleo)
  const ssids = [await openSession(ben, ann), await openSession(ben, ann), await openSession(ben, ann)]
  for (const ssid of ssids) await granted(ann.call('invite', { body: { invitedID: cleo.id, ssid } }))

  const checked: string[] = []
  const away = new Error('the database is away')
  const { context, failures } = openContext()
  const { presence } = context
  presence.active = (ssid) => {
    checked.push(ssid)
    if (checked.length === 1) throw away
    return []
  }
  const notify = await transact(fixture.db, (trx) => removeUserFromSessions(context, trx, ann.id))
  await notify()
  expect(checked.sort()).toEqual(ssids.sort())
  expect(failures).toEqual([away])
})

it('A7 H3 a user gets the number of their songs when the last vote for one is deleted', async () => {
  const [ann, ben] = [await fixture.addUser('ann'), await fixture.addUser('ben')]
  const ssid = await openSession(ann, ben)
  await fixture.addSongs(['a'])
  const vote = (user: typeof ann, vote: 'up' | 'none') =>
    granted(user.call('voteUp', { params: { ssid }, body: { songID: 'a', vote } }))
  await vote(ann, 'up')
  await vote(ben, 'up')
  await vote(ann, 'none')
  const atAnn = await listenLive(fixture.origin, ann.token, ssid)
  const notify = await transact(fixture.db, (trx) =>
    removeUserFromSessions(openContext().context, trx, ben.id),
  )
  await notify()
  expect((await atAnn.next('you')).you.added).toBe(0)
})

it('A7 O6 the members of a large session are notified in many turns of the event loop', async () => {
  const ann = await fixture.addUser('ann')
  await addMembers(fixture.db, await openSession(ann), 5_000)
  const { context } = openContext()
  const notify = await transact(fixture.db, (trx) => removeUserFromSessions(context, trx, ann.id))
  const notified = new Set<string>()
  const stop = fixture.bus.subscribe((event) => event.type === 'person' && notified.add(event.userId))
  const notifying = notify()
  expect(await mostInOneTurn(() => notified.size, 5_000)).toBe(200)
  await notifying
  stop()
})
