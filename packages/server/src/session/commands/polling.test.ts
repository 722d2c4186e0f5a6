import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLocalBus } from '../../platform/event-bus.ts'
import { refuse } from '../../platform/refusal.ts'
import { openManagedSession, saveOver } from '../../testing/managed-session.ts'
import {
  befriend,
  type TestUser,
  granted,
  type SessionFixture,
  openSessionFixture,
  refusal,
} from '../../testing/session-fixture.ts'
import { personalBody } from '../view/shared-body.ts'
import { createPersonalViewCache } from '../view/personal-view-cache.ts'
import { monthAfter } from './month.ts'

describe('repeated polls', () => {
  let fixture: SessionFixture
  let owner: TestUser
  let mod: TestUser
  let guest: TestUser
  let ssid: string
  let params: { ssid: string }

  beforeAll(async () => {
    fixture = await openSessionFixture()
    await fixture.addSongs(['a', 'b'])
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    owner = await fixture.addUser('owner')
    mod = await fixture.addUser('mod')
    guest = await fixture.addUser('guest')
    ssid = await openManagedSession(owner, [[mod, 'manager']], guest)
    params = { ssid }
  })

  const own = async (person: TestUser) => (await granted(person.call('session', { params }))).you
  /** Polls twice. The second answer comes from the cache. */
  const pollTwice = async (person: TestUser) => {
    await own(person)
    return own(person)
  }
  const save = async (body: Parameters<typeof saveOver>[2]) => granted(saveOver(owner, ssid, body))
  const refusedPoll = (person: TestUser) => refusal(person.call('session', { params }))
  const vote = (person: TestUser, songID: string) =>
    granted(person.call('voteUp', { params, body: { songID, vote: 'up' } }))

  describe('the next poll is refused', () => {
    beforeEach(() => pollTwice(guest))

    it('S5 after a ban', async () => {
      await save({ banned: [{ user_id: guest.id }] })
      expect(await refusedPoll(guest)).toBe('403 banned')
      expect(await refusedPoll(guest)).toBe('403 banned')
    })

    it('S2 after a policy that does not admit the user', async () => {
      await save({ policy: 'invite' })
      expect(await refusedPoll(guest)).toBe('403 policy')
      expect(await refusedPoll(guest)).toBe('403 policy')
    })

    /** Lists the types of the events that are published during a change, in their order. */
    const eventsDuring = async (change: () => Promise<unknown>) => {
      const events: string[] = []
      const stop = fixture.bus.subscribe(({ type }) => void events.push(type))
      await change()
      stop()
      return events
    }

    it('S2 R5 caches are cleared before the first of several users is removed', async () => {
      const byPolicy = await eventsDuring(() => save({ policy: 'strict' }))
      expect(byPolicy.filter((type) => type !== 'person')).toEqual(['session', 'people', 'gone'])
      const byPlan = await eventsDuring(() => granted(owner.call('downgrade', { params })))
      expect(byPlan.slice(0, 3)).toEqual(['session', 'people', 'gone'])
    })

    it('S6 after the session is deleted', async () => {
      await granted(owner.call('deleteSession', { params }))
      expect(await refusedPoll(guest)).toBe('404 not-found')
    })

    it('S2 after the users who invited the user lost their level', async () => {
      await befriend(mod, guest)
      await granted(mod.call('invite', { body: { invitedID: guest.id, ssid } }))
      await save({ policy: 'strict' })
      await pollTwice(guest)
      await save({ mods: [] })
      expect(await refusedPoll(guest)).toBe('403 policy')
    })
  })

  describe('the next poll shows', () => {
    it('R1 a new level, and a removed one', async () => {
      await befriend(owner, guest)
      await pollTwice(guest)
      const manager = { user_id: mod.id, level: 'manager' as const }
      await save({ mods: [manager, { user_id: guest.id, level: 'operator' }] })
      expect((await pollTwice(guest)).role).toBe('operator')
      await save({ mods: [manager] })
      expect((await own(guest)).role).toBe('guest')
    })

    it('R5 that the session is random again, and managed again', async () => {
      expect((await pollTwice(mod)).role).toBe('manager')
      await granted(owner.call('downgrade', { params }))
      expect((await pollTwice(mod)).role).toBe('guest')
      await granted(owner.call('upgrade', { params, body: { plan: 'infinite' } }))
      expect((await own(mod)).role).toBe('manager')
    })

    it('R5 that the month is over, before the job has ended it', async () => {
      await granted(owner.call('upgrade', { params, body: { plan: 'monthly' } }))
      const end = monthAfter(fixture.clock.ms)
      fixture.clock.ms = end - 10_000
      expect((await pollTwice(mod)).role).toBe('manager')
      fixture.clock.ms = end
      expect((await own(mod)).role).toBe('guest')
    })

    it('I2 that the star was removed', async () => {
      expect((await pollTwice(guest)).favorite).toBe(true)
      await granted(guest.call('unfavorite', { params }))
      expect((await own(guest)).favorite).toBe(false)
    })

    it('V1 V6 votes from another device, and votes that were used up', async () => {
      await pollTwice(guest)
      await vote(guest, 'a')
      expect((await pollTwice(guest)).votes).toEqual({ a: 'up' })
      await granted(owner.call('play', { params }))
      expect((await own(guest)).votes).toEqual({})
    })

    it('K1 the skip wish, and its end with the song', async () => {
      await vote(owner, 'a')
      await vote(owner, 'b')
      await granted(owner.call('play', { params }))
      await pollTwice(guest)
      await granted(guest.call('skip', { params }))
      expect((await pollTwice(guest)).skip).toBe(true)
      await granted(owner.call('skip', { params }))
      expect((await own(guest)).skip).toBe(false)
    })
  })

  it('S4 that a user who returns after half a minute is active again', async () => {
    await pollTwice(guest)
    fixture.clock.ms += 31_000
    await own(owner)
    expect((await granted(guest.call('session', { params }))).active.map(({ id }) => id)).toEqual([
      owner.id,
      guest.id,
    ])
  })
})

describe('cached personal views', () => {
  const theirs = personalBody({ role: 'guest', votes: {}, skip: false, favorite: true, added: 0 })
  const found = { body: theirs, validUntil: null }
  const [ssid, userId] = ['session', 'person']

  it('D2 are removed by every event that may change them, and by no other', async () => {
    const bus = createLocalBus()
    const cache = createPersonalViewCache(bus, () => 0)
    const isCachedAfter = async (publish: () => void) => {
      await cache.load(ssid, userId, async () => found)
      publish()
      return cache.get(ssid, userId) !== null
    }
    expect(await isCachedAfter(() => bus.publish({ type: 'session', ssid, only: 'songs' }))).toBe(true)
    expect(await isCachedAfter(() => bus.publish({ type: 'you', ssid, userId: 'another' }))).toBe(true)
    expect(await isCachedAfter(() => bus.publishLocally({ type: 'people', ssid, isOurs: true }))).toBe(true)
    expect(await isCachedAfter(() => bus.publish({ type: 'you', ssid, userId }))).toBe(false)
    expect(await isCachedAfter(() => bus.publish({ type: 'session', ssid }))).toBe(false)
    expect(await isCachedAfter(() => bus.publish({ type: 'gone', ssid, userId, reason: 'banned' }))).toBe(
      false,
    )
    expect(
      await isCachedAfter(() => bus.publish({ type: 'gone', ssid, userId: null, reason: 'deleted' })),
    ).toBe(false)
    expect(await isCachedAfter(() => bus.publishLocally({ type: 'missed' }))).toBe(false)
  })

  it('D2 are not cached if an event arrives during the load, or if they are refused', async () => {
    const bus = createLocalBus()
    const cache = createPersonalViewCache(bus, () => 0)
    const loaded = await cache.load(ssid, userId, async () => {
      bus.publish({ type: 'you', ssid, userId })
      return found
    })
    expect(loaded).toBe(theirs)
    expect(cache.get(ssid, userId)).toBe(null)
    await cache.load(ssid, userId, async () => refuse('banned'))
    expect(cache.get(ssid, userId)).toBe(null)
    await expect(cache.load(ssid, userId, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(cache.get(ssid, userId)).toBe(null)
  })

  it('D2 are limited to ten thousand, and those of the oldest session are removed first', async () => {
    const bus = createLocalBus()
    const cache = createPersonalViewCache(bus, () => 0)
    await cache.load(ssid, userId, async () => found)
    for (let index = 0; index < 10_000; index += 1)
      await cache.load('later', String(index), async () => found)
    expect(cache.get(ssid, userId)).toBe(null)
    expect(cache.get('later', '9999')).toBe(theirs)
  })
})
