import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { connectLiveAs, listenLive } from '../../testing/live-client.ts'
import { openManagedSession, saveOver } from '../../testing/managed-session.ts'
import {
  type TestUser,
  granted,
  type SessionFixture,
  openSessionFixture,
  refusal,
} from '../../testing/session-fixture.ts'
import { monthAfter } from './month.ts'

describe('a month', () => {
  it('R5 ends on the same day of the next month, or on its last day', () => {
    const utc = (day: string) => Date.parse(`${day}T22:30:00.000Z`)
    for (const [from, to] of [
      ['2026-11-21', '2026-12-21'],
      ['2026-12-31', '2027-01-31'],
      ['2027-01-31', '2027-02-28'],
      ['2028-01-30', '2028-02-29'],
      ['2027-08-31', '2027-09-30'],
    ] as const)
      expect([from, monthAfter(utc(from))]).toEqual([from, utc(to)])
  })
})

describe.each(databases)('plans on $name', (factory) => {
  let fixture: SessionFixture
  let ann: TestUser
  let ben: TestUser
  let cleo: TestUser
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
  })
  afterAll(() => fixture.close())

  beforeEach(async () => {
    ;[ann, ben, cleo] = [
      await fixture.addUser('ann'),
      await fixture.addUser('ben'),
      await fixture.addUser('cleo'),
    ]
    ssid = await openManagedSession(ann, [[ben, 'manager']], cleo)
  })

  const upgrade = (guest: TestUser, plan: 'monthly' | 'infinite') =>
    guest.call('upgrade', { params: { ssid }, body: { plan } })
  const downgrade = (guest: TestUser) => guest.call('downgrade', { params: { ssid } })
  const see = async (guest: TestUser) => {
    const { session, you, setup } = await granted(guest.call('session', { params: { ssid } }))
    return [session.managed, session.mode, you.role, setup.manager]
  }
  const read = (guest: TestUser) => granted(guest.call('options', { params: { ssid } }))
  const managed = () => [true, 'managed', 'manager', 'manager']
  const random = [false, 'random', 'guest', null]
  const untilNext = async () => ((await read(ann)).managedUntil ?? 0) - fixture.clock.ms

  it('R5 only the owner can upgrade and downgrade, not moderators of any level', async () => {
    const stranger = await fixture.addUser('stranger')
    for (const guest of [ben, cleo, stranger]) {
      expect(await refusal(upgrade(guest, 'infinite'))).toBe('403 forbidden')
      expect(await refusal(downgrade(guest))).toBe('403 forbidden')
    }
    await granted(saveOver(ann, ssid, { policy: 'invite' }))
    expect(await refusal(upgrade(stranger, 'infinite'))).toBe('404 not-found')
    expect(await see(ben)).toEqual(managed())
  })

  it('R5 a downgrade has effect at once, and the next upgrade restores everything', async () => {
    await fixture.addSongs(['a'])
    const flavor = { mode: 'whitelist' as const, selected: [] }
    await granted(saveOver(ann, ssid, { flavor, skipPercent: 70, banned: [{ user_id: cleo.id }] }))
    const live = await listenLive(fixture.origin, ben.token, ssid)
    await granted(downgrade(ann))
    expect((await live.next('you')).you.role).toBe('guest')
    await live.next('session', ({ session }) => !session.session.managed)
    expect(await see(ben)).toEqual(random)
    await granted(ben.call('voteUp', { params: { ssid }, body: { songID: 'a' } }))
    expect(await refusal(cleo.call('session', { params: { ssid } }))).toBe('403 banned')
    expect(await read(ann)).toMatchObject({ managed: false, skipPercent: 70 })
    await granted(upgrade(ann, 'infinite'))
    await live.next('you', ({ you }) => you.role === 'manager')
    expect(await read(ann)).toMatchObject({
      managed: true,
      managedUntil: null,
      flavor,
      mods: [{ level: 'owner' }, { user_id: ben.id, level: 'manager' }],
      banned: [{ user_id: cleo.id }],
    })
  })

  it('R5 a month ends by itself: clients are notified, and bans stay', async () => {
    await granted(saveOver(ann, ssid, { banned: [{ user_id: cleo.id }] }))
    await granted(upgrade(ann, 'monthly'))
    const leftMs = await untilNext()
    expect(leftMs).toBe(monthAfter(fixture.clock.ms) - fixture.clock.ms)
    const live = await listenLive(fixture.origin, ben.token, ssid)
    await fixture.advanceClock(leftMs - 1)
    expect(await see(ben)).toEqual(managed())
    await fixture.advanceClock(1)
    expect((await live.next('you')).you.role).toBe('guest')
    await live.next('session', ({ session }) => !session.session.managed)
    expect(await see(ben)).toEqual(random)
    expect(await refusal(cleo.call('session', { params: { ssid } }))).toBe('403 banned')
    expect(await refusal(saveOver(ann, ssid, { flavor: { mode: 'whitelist', selected: [] } }))).toBe(
      '403 forbidden',
    )
  })

  it('R5 a moderator who needs an invite without their level is removed when the month ends', async () => {
    await granted(saveOver(ann, ssid, { policy: 'invite' }))
    await granted(upgrade(ann, 'monthly'))
    const live = await listenLive(fixture.origin, ben.token, ssid)
    await fixture.advanceClock(await untilNext())
    expect(await live.next('gone')).toEqual({ type: 'gone', ssid, reason: 'policy' })
  })

  it('R5 of several servers, also one that starts late, one ends the upgrade, and none ends an extended one', async () => {
    await granted(upgrade(ann, 'monthly'))
    fixture.clock.ms += (await untilNext()) + 5 * 86_400_000
    const secondServer = await fixture.startSecondServer()
    await Promise.all([secondServer.runJobs(), fixture.runJobs(), secondServer.runJobs()])
    expect(await see(ben)).toEqual(random)
    await granted(upgrade(ann, 'monthly'))
    fixture.clock.ms += await untilNext()
    const [, prolonged] = await Promise.all([
      secondServer.runJobs(),
      upgrade(ann, 'monthly'),
      fixture.runJobs(),
    ])
    expect(prolonged.ok).toBe(true)
    expect(await see(ben)).toEqual(managed())
  })

  it('R5 an upgrade of a managed session changes its plan', async () => {
    await granted(upgrade(ann, 'monthly'))
    fixture.clock.ms += 86_400_000
    await granted(upgrade(ann, 'monthly'))
    expect(await untilNext()).toBe(monthAfter(fixture.clock.ms) - fixture.clock.ms)
    await granted(upgrade(ann, 'infinite'))
    expect((await read(ann)).managedUntil).toBeNull()
    await fixture.advanceClock(400 * 86_400_000)
    expect(await see(ben)).toEqual(managed())
  })

  it('R5 I2 home lists are notified of an upgrade and show it', async () => {
    const live = await listenLive(fixture.origin, cleo.token, ssid)
    await granted(downgrade(ann))
    expect((await live.next('changed')).what).toBe('invites')
    expect(await granted(cleo.call('invites'))).toMatchObject([{ ssid, managed: false }])
  })

  it('S6 I2 home lists are notified of a deleted session, also those of users outside', async () => {
    const live = await connectLiveAs(fixture.origin, cleo.token)
    await granted(ann.call('deleteSession', { params: { ssid } }))
    expect((await live.next('changed')).what).toBe('invites')
    expect(await granted(cleo.call('invites'))).toEqual([])
  })

  it('E1 an unknown plan is refused', async () => {
    const response = await fetch(`${fixture.origin}/api/session/${ssid}/upgrade`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ plan: 'daily' }),
    })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { fields: { plan: 'value' } } })
  })
})
