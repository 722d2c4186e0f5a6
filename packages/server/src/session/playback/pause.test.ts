import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSessionOfRoles, type RoleName, roleNames } from '../../testing/managed-session.ts'
import {
  granted,
  openSessionFixture,
  refusal,
  type SessionFixture,
  type TestUser,
} from '../../testing/session-fixture.ts'

const LENGTH_MS = 180_000

describe('pausing a session', () => {
  let fixture: SessionFixture
  let people: Record<RoleName, TestUser>
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture()
    await fixture.addSongs(['a', 'b', 'c'], LENGTH_MS)
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    ;({ people, ssid } = await openSessionOfRoles(fixture))
    for (const songID of ['a', 'b', 'c']) {
      fixture.clock.ms += 1
      await granted(people.guest.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
    }
  })

  const play = (by = people.guest) => granted(by.call('play', { params: { ssid } }))
  const see = (by = people.guest) => granted(by.call('session', { params: { ssid } }))
  const pause = (by: TestUser, paused: boolean) => by.call('pause', { params: { ssid }, body: { paused } })
  /** Moves the clock while the guest stays active. */
  const wait = async (ms: number) => {
    for (let left = ms; left > 0; left -= 20_000) {
      await fixture.advanceClock(Math.min(20_000, left))
      await see()
    }
  }

  it.each(roleNames)('H8 %s pauses only with the right', async (role) => {
    await play()
    const isAllowed = role === 'owner' || role === 'manager' || role === 'operator'
    if (isAllowed) expect(await granted(pause(people[role], true))).toEqual({ paused: true })
    else expect(await refusal(pause(people[role], true))).toBe('403 forbidden')
    expect((await see()).nowPlaying.pausedBy?.id).toBe(isAllowed ? people[role].id : undefined)
    if (role !== 'owner') return
    // While the session is not managed, moderators have no role.
    await granted(people.owner.call('downgrade', { params: { ssid } }))
    expect(await refusal(pause(people.manager, false))).toBe('403 forbidden')
    expect(await granted(pause(people.owner, false))).toEqual({ paused: false })
  })

  it('H8 a paused song keeps its position, does not end, and continues there for everyone', async () => {
    const { startTime } = await play()
    await wait(60_000)
    await granted(pause(people.owner, true))
    await wait(10 * LENGTH_MS)
    const { nowPlaying, next, votes } = await see()
    expect(nowPlaying).toMatchObject({ mode: 'active', song: { id: 'a' }, startTime, pausedAt: 60_000 })
    expect(next).toBeNull()
    expect(votes.map(({ why }) => why.playsAt)).toEqual([null, null])
    // A person who enters now gets the same position, also from a server that has just started.
    expect(await play()).toMatchObject({ song: { id: 'a' }, pausedAt: 60_000 })
    const { callAs } = await fixture.startSecondServer()
    const second = await granted(callAs(people.guest)('session', { params: { ssid } }))
    expect(second.nowPlaying.pausedAt).toBe(60_000)

    await granted(pause(people.owner, false))
    const after = (await see()).nowPlaying
    expect(after.pausedAt).toBeUndefined()
    expect(fixture.clock.ms - (after.startTime ?? 0)).toBe(60_000)
    await wait(LENGTH_MS - 60_000)
    expect((await see()).nowPlaying).toMatchObject({ song: { id: 'b' }, startTime: fixture.clock.ms })
  })

  it('H8 an announced song waits too, and starts after the resumed song', async () => {
    await play()
    await wait(LENGTH_MS - 5_000)
    expect((await see()).next?.song.id).toBe('b')
    await granted(pause(people.owner, true))
    await wait(60_000)
    expect((await see()).next?.song.id).toBe('b')
    await granted(pause(people.owner, false))
    expect((await see()).next?.startTime).toBe(fixture.clock.ms + 5_000)
    await wait(5_000)
    expect((await see()).nowPlaying).toMatchObject({ song: { id: 'b' }, startTime: fixture.clock.ms })
  })

  it('H8 K1 skipping works while paused: the next song waits at its start, and wishes survive a pause', async () => {
    await play()
    await wait(5_000)
    await granted(people.guest.call('skip', { params: { ssid }, body: { wish: true } }))
    await granted(pause(people.owner, true))
    await wait(5_000)
    await granted(pause(people.owner, false))
    expect((await see()).you.skip).toBe(true)
    await granted(pause(people.owner, true))
    await granted(people.owner.call('skip', { params: { ssid }, body: { wish: true } }))
    expect((await see()).nowPlaying).toMatchObject({ song: { id: 'b' }, pausedAt: 0 })
    await wait(60_000)
    expect((await see()).nowPlaying).toMatchObject({ song: { id: 'b' }, pausedAt: 0 })
    await granted(pause(people.owner, false))
    expect((await see()).nowPlaying.startTime).toBe(fixture.clock.ms)
  })

  it('H8 K1 K3 a skip ends a paused song also after its planned end, if no other song can play', async () => {
    await play()
    for (const songID of ['b', 'c'])
      await granted(people.guest.call('voteUp', { params: { ssid }, body: { songID, vote: 'none' } }))
    await wait(60_000)
    await granted(pause(people.owner, true))
    await wait(150_000)
    expect((await see()).nowPlaying).toMatchObject({ song: { id: 'a' }, pausedAt: 60_000 })
    const skip = people.owner.call('skip', { params: { ssid }, body: { wish: true } })
    expect(await granted(skip)).toMatchObject({ skipped: true })
    expect((await see(people.owner)).nowPlaying).toMatchObject({ mode: 'passive', song: null })
    expect((await see(people.owner)).you.skip).toBe(false)
  })

  it('H8 two people may press at once, and voting goes on', async () => {
    await play()
    const answers = await Promise.all([pause(people.owner, true), pause(people.manager, true)])
    expect(answers.map((answer) => answer.ok && answer.value.paused)).toEqual([true, true])
    await granted(people.relate.call('voteUp', { params: { ssid }, body: { songID: 'c', vote: 'up' } }))
    expect((await see()).votes[0]?.song.id).toBe('c')
  })

  it('H8 nothing is paused while nothing plays', async () => {
    expect(await granted(pause(people.owner, true))).toEqual({ paused: false })
    expect(await granted(pause(people.owner, false))).toEqual({ paused: false })
  })

  it('T1 a song that was paused is once in the timeline', async () => {
    await play()
    await wait(20_000)
    await granted(pause(people.owner, true))
    await wait(40_000)
    await granted(pause(people.owner, false))
    await play(people.relate)
    await wait(20_000)
    const visits = await granted(people.guest.call('timeline', { query: {} }))
    expect(visits.flatMap(({ songs }) => songs.map(({ id }) => id))).toEqual(['a'])
  })
})
