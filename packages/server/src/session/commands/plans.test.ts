import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { connectLiveAs, listenLive } from '../../testing/live-client.ts'
import { openManagedParty, saveOver } from '../../testing/managed-party.ts'
import { type Guest, granted, type House, openHouse, refusal } from '../../testing/session-house.ts'
import { monthAfter } from './month.ts'

describe('a month', () => {
  it('R5 ends on the same day of the next one, or on its last', () => {
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
  let house: House
  let ann: Guest
  let ben: Guest
  let cleo: Guest
  let ssid: string

  beforeAll(async () => {
    house = await openHouse(factory)
  })
  afterAll(() => house.close())

  beforeEach(async () => {
    ;[ann, ben, cleo] = [await house.guest('ann'), await house.guest('ben'), await house.guest('cleo')]
    ssid = await openManagedParty(ann, [[ben, 'manager']], cleo)
  })

  const upgrade = (guest: Guest, plan: 'monthly' | 'infinite') =>
    guest.call('upgrade', { params: { ssid }, body: { plan } })
  const downgrade = (guest: Guest) => guest.call('downgrade', { params: { ssid } })
  const see = async (guest: Guest) => {
    const { session, you, setup } = await granted(guest.call('session', { params: { ssid } }))
    return [session.managed, session.mode, you.role, setup.manager?.id ?? null]
  }
  const read = (guest: Guest) => granted(guest.call('options', { params: { ssid } }))
  const managed = () => [true, 'managed', 'manager', ann.id]
  const random = [false, 'random', 'guest', null]
  const untilNext = async () => ((await read(ann)).managedUntil ?? 0) - house.clock.ms

  it('R5 only the owner upgrades and downgrades, whatever level others have', async () => {
    const stranger = await house.guest('stranger')
    for (const guest of [ben, cleo, stranger]) {
      expect(await refusal(upgrade(guest, 'infinite'))).toBe('403 forbidden')
      expect(await refusal(downgrade(guest))).toBe('403 forbidden')
    }
    await granted(saveOver(ann, ssid, { policy: 'invite' }))
    expect(await refusal(upgrade(stranger, 'infinite'))).toBe('404 not-found')
    expect(await see(ben)).toEqual(managed())
  })

  it('R5 a downgrade is felt at once, and everything wakes with the next upgrade', async () => {
    await house.songs(['a'])
    const flavor = { mode: 'whitelist' as const, selected: [] }
    await granted(saveOver(ann, ssid, { flavor, skipPercent: 70, banned: [{ user_id: cleo.id }] }))
    const live = await listenLive(house.origin, ben.token, ssid)
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
    live.terminate()
  })

  it('R5 a month ends by itself: everyone is told, and bans stay in force', async () => {
    await granted(saveOver(ann, ssid, { banned: [{ user_id: cleo.id }] }))
    await granted(upgrade(ann, 'monthly'))
    const leftMs = await untilNext()
    expect(leftMs).toBe(monthAfter(house.clock.ms) - house.clock.ms)
    const live = await listenLive(house.origin, ben.token, ssid)
    await house.pass(leftMs - 1)
    expect(await see(ben)).toEqual(managed())
    await house.pass(1)
    expect((await live.next('you')).you.role).toBe('guest')
    await live.next('session', ({ session }) => !session.session.managed)
    expect(await see(ben)).toEqual(random)
    expect(await refusal(cleo.call('session', { params: { ssid } }))).toBe('403 banned')
    expect(await refusal(saveOver(ann, ssid, { flavor: { mode: 'whitelist', selected: [] } }))).toBe(
      '403 forbidden',
    )
    live.terminate()
  })

  it('R5 who came in by their level leaves with it where the policy asks for an invite', async () => {
    await granted(saveOver(ann, ssid, { policy: 'invite' }))
    await granted(upgrade(ann, 'monthly'))
    const live = await listenLive(house.origin, ben.token, ssid)
    await house.pass(await untilNext())
    expect(await live.next('gone')).toEqual({ type: 'gone', ssid, reason: 'policy' })
    live.terminate()
  })

  it('R5 of several servers, also one that starts late, each ends it once, and none what was prolonged', async () => {
    await granted(upgrade(ann, 'monthly'))
    house.clock.ms += (await untilNext()) + 5 * 86_400_000
    const neighbour = await house.neighbour()
    await Promise.all([neighbour.runJobs(), house.runJobs(), neighbour.runJobs()])
    expect(await see(ben)).toEqual(random)
    await granted(upgrade(ann, 'monthly'))
    house.clock.ms += await untilNext()
    const [, prolonged] = await Promise.all([neighbour.runJobs(), upgrade(ann, 'monthly'), house.runJobs()])
    expect(prolonged.ok).toBe(true)
    expect(await see(ben)).toEqual(managed())
  })

  it('R5 an upgrade of a managed one changes its plan', async () => {
    await granted(upgrade(ann, 'monthly'))
    house.clock.ms += 86_400_000
    await granted(upgrade(ann, 'monthly'))
    expect(await untilNext()).toBe(monthAfter(house.clock.ms) - house.clock.ms)
    await granted(upgrade(ann, 'infinite'))
    expect((await read(ann)).managedUntil).toBeNull()
    await house.pass(400 * 86_400_000)
    expect(await see(ben)).toEqual(managed())
  })

  it('R5 I2 home lists are told, and show it', async () => {
    const live = await listenLive(house.origin, cleo.token, ssid)
    await granted(downgrade(ann))
    expect((await live.next('changed')).what).toBe('invites')
    expect(await granted(cleo.call('invites'))).toMatchObject([{ ssid, managed: false }])
    live.terminate()
  })

  it('S6 I2 home lists are told of its end too, of those outside as well', async () => {
    const live = await connectLiveAs(house.origin, cleo.token)
    await granted(ann.call('deleteSession', { params: { ssid } }))
    expect((await live.next('changed')).what).toBe('invites')
    expect(await granted(cleo.call('invites'))).toEqual([])
    live.terminate()
  })

  it('E1 another plan is refused by its name', async () => {
    const response = await fetch(`${house.origin}/api/session/${ssid}/upgrade`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ plan: 'daily' }),
    })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { fields: { plan: 'value' } } })
  })
})
