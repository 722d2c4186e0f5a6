import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type TestUser,
  granted,
  type SessionFixture,
  openSessionFixture,
  openSession,
} from '../../testing/session-fixture.ts'
import { POLL_STAY_MS } from '../presence/presence.ts'

describe('a running song', () => {
  let fixture: SessionFixture
  let ann: TestUser
  let ben: TestUser
  let cleo: TestUser
  let dan: TestUser
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture()
    // Soon after its start, a server does not count the wishes again.
    fixture.clock.monotonicMs += POLL_STAY_MS
  })
  afterAll(() => fixture.close())

  beforeEach(async () => {
    ;[ann, ben, cleo, dan] = [
      await fixture.addUser('ann'),
      await fixture.addUser('ben'),
      await fixture.addUser('cleo'),
      await fixture.addUser('dan'),
    ]
    ssid = await openSession(ann, ben, cleo, dan)
    await fixture.addSongs(['a', 'b'])
    for (const songID of ['a', 'b']) {
      fixture.clock.ms += 1
      await granted(ann.call('voteUp', { params: { ssid }, body: { songID } }))
    }
    await granted(ann.call('play', { params: { ssid } }))
  })

  const skip = (guest: TestUser, body?: { wish?: boolean; songID?: string }) =>
    granted(guest.call('skip', { params: { ssid }, ...(body && { body }) }))
  const playing = async () => (await granted(ann.call('session', { params: { ssid } }))).nowPlaying.song?.id

  describe('skipping', () => {
    it('K1 a call without a body toggles, and skips is the percentage of active listeners with a wish', async () => {
      expect(await skip(ben)).toEqual({ skips: 25, wish: true, skipped: false })
      expect((await granted(ben.call('session', { params: { ssid } }))).you.skip).toBe(true)
      expect(await skip(ben)).toEqual({ skips: 0, wish: false, skipped: false })
      expect(await skip(ben, {})).toMatchObject({ wish: true })
    })

    it('K1 a repeated wish changes nothing, and a wish for another song is ignored', async () => {
      await skip(ben, { wish: true, songID: 'a' })
      expect(await skip(ben, { wish: true, songID: 'a' })).toEqual({ skips: 25, wish: true, skipped: false })
      expect(await skip(cleo, { wish: true, songID: 'gone' })).toEqual({
        skips: 25,
        wish: false,
        skipped: false,
      })
      expect(await playing()).toBe('a')
    })

    it('K1 nothing is skipped while nothing plays', async () => {
      const quiet = await openSession(ann)
      expect(await granted(ann.call('skip', { params: { ssid: quiet } }))).toEqual({
        skips: 0,
        wish: false,
        skipped: false,
      })
    })

    it('K2 the song is skipped when enough listeners wish it, and the next song starts at once', async () => {
      fixture.clock.ms += 5_000
      await skip(ben)
      expect(await skip(cleo)).toMatchObject({ skips: 50, skipped: true })
      const { nowPlaying, skips, you } = await granted(ben.call('session', { params: { ssid } }))
      expect(nowPlaying).toMatchObject({ song: { id: 'b' }, startTime: fixture.clock.ms })
      expect([skips, you.skip]).toEqual([0, false])
    })

    it('K2 one listener alone cannot skip if three or more listen, even with a low threshold', async () => {
      await fixture.db.updateTable('sessions').set({ skip_percent: 1 }).where('id', '=', ssid).execute()
      expect((await skip(ben)).skipped).toBe(false)
      expect((await skip(cleo)).skipped).toBe(true)
    })

    it('K2 only active listeners count: when others leave, an earlier wish can be enough', async () => {
      await skip(ben)
      await fixture.advanceClock(29_000)
      for (const guest of [ann, ben]) await granted(guest.call('session', { params: { ssid } }))
      await fixture.advanceClock(1_000)
      expect(await playing()).toBe('b')
    })

    it('K2 the wish of a person who left does not help the wish of another one', async () => {
      await skip(ben)
      await fixture.advanceClock(29_000)
      for (const guest of [ann, cleo, dan]) await granted(guest.call('session', { params: { ssid } }))
      await fixture.advanceClock(1_000)
      expect(await skip(cleo)).toMatchObject({ skips: 33, skipped: false })
      expect((await skip(dan)).skipped).toBe(true)
    })

    it('K1 people without sound count only while they want to skip', async () => {
      const silent = (guest: TestUser) =>
        granted(guest.call('session', { params: { ssid }, query: { sound: 'off' } }))
      for (const guest of [cleo, dan]) expect((await silent(guest)).skips).toBe(0)
      expect((await silent(dan)).listenerCount).toBe(2)
      expect(await skip(dan, { wish: true })).toMatchObject({ skips: 33, skipped: false })
      expect((await silent(dan)).listenerCount).toBe(3)
      expect(await skip(ben)).toMatchObject({ skips: 66, skipped: true })
    })

    it('K2 the only listener skips alone, although others are present without sound', async () => {
      const view = (guest: TestUser, sound?: 'off') =>
        granted(guest.call('session', { params: { ssid }, ...(sound && { query: { sound } }) }))
      // Ben and Cleo played the session, reloaded the page, and did not press play again. Dan never pressed play.
      for (const guest of [ann, ben, cleo]) await view(guest)
      for (const guest of [ben, cleo, dan]) await view(guest, 'off')
      expect(await view(ann)).toMatchObject({ activeCount: 4, listenerCount: 1 })
      expect(await skip(ann)).toMatchObject({ skips: 100, skipped: true })
      expect(await playing()).toBe('b')
    })

    it('K2 one person without sound does not skip alone while another person listens', async () => {
      for (const guest of [ben, cleo, dan])
        await granted(guest.call('session', { params: { ssid }, query: { sound: 'off' } }))
      expect(await skip(ben)).toMatchObject({ skips: 50, skipped: false })
      expect((await skip(ann)).skipped).toBe(true)
    })

    it('K1 while nobody plays sound, everyone who is present counts, because a speaker may play', async () => {
      const silent = (guest: TestUser) =>
        granted(guest.call('session', { params: { ssid }, query: { sound: 'off' } }))
      for (const guest of [ann, ben, cleo, dan]) await silent(guest)
      expect((await silent(ann)).listenerCount).toBe(4)
      expect(await skip(dan)).toMatchObject({ skips: 25, skipped: false })
      expect(await skip(cleo)).toMatchObject({ skips: 50, skipped: true })
    })

    it('K2 when listeners turn their sound off, an earlier wish can be enough', async () => {
      await fixture.db.updateTable('sessions').set({ skip_percent: 60 }).where('id', '=', ssid).execute()
      for (const guest of [ben, cleo]) expect((await skip(guest)).skipped).toBe(false)
      await granted(dan.call('session', { params: { ssid }, query: { sound: 'off' } }))
      await fixture.advanceClock(1_000)
      expect(await playing()).toBe('b')
    })

    it('K2 after a restart, the first person back does not skip alone', async () => {
      await skip(ben)
      const second = await fixture.startSecondServer()
      const returnAs = (guest: TestUser) => granted(second.callAs(guest)('session', { params: { ssid } }))
      await returnAs(ben)
      await second.runJobs()
      expect((await returnAs(ben)).nowPlaying.song?.id).toBe('a')
      const pass = (ms: number) => {
        fixture.clock.ms += ms
        fixture.clock.monotonicMs += ms
      }
      pass(POLL_STAY_MS - 1)
      for (const guest of [ann, ben, cleo, dan]) await returnAs(guest)
      pass(1)
      await second.runJobs()
      expect((await returnAs(ben)).nowPlaying.song?.id).toBe('a')
    })

    it.each([40_000, -5_000])(
      'K2 after a restart, the same holds if the clock is set by %i ms',
      async (changeMs) => {
        await skip(ben)
        fixture.clock.ms += 5_000
        const second = await fixture.startSecondServer()
        fixture.clock.ms += changeMs
        const returnAsBen = () => granted(second.callAs(ben)('session', { params: { ssid } }))
        await returnAsBen()
        await second.runJobs()
        expect((await returnAsBen()).nowPlaying.song?.id).toBe('a')
      },
    )

    it('K2 wishes are counted again when listeners leave after the clock of the server was set back', async () => {
      await fixture.addSongs(['c'])
      await granted(ann.call('voteUp', { params: { ssid }, body: { songID: 'c' } }))
      fixture.clock.ms -= 3_600_000
      // The running song starts in the future now, so the next one is chosen.
      await fixture.advanceClock(0)
      expect(await playing()).toBe('b')
      await skip(ben)
      await fixture.advanceClock(29_000)
      for (const guest of [ann, ben]) await granted(guest.call('session', { params: { ssid } }))
      await fixture.advanceClock(1_000)
      expect(await playing()).toBe('c')
    })

    it('K2 a skip starts the announced song at once', async () => {
      for (let step = 0; step < 7; step += 1) {
        await fixture.advanceClock(25_000)
        for (const guest of [ann, ben, cleo, dan]) await granted(guest.call('session', { params: { ssid } }))
      }
      expect((await granted(ann.call('session', { params: { ssid } }))).next?.song.id).toBe('b')
      await skip(ben)
      await skip(cleo)
      expect((await granted(ann.call('session', { params: { ssid } }))).nowPlaying).toMatchObject({
        song: { id: 'b' },
        startTime: fixture.clock.ms,
      })
    })

    describe.each([
      { managed: 1, skipsAlone: ['owner', 'manager'] },
      { managed: 0, skipsAlone: [] },
    ])('K3 with managed = $managed', ({ managed, skipsAlone }) => {
      it.each(['owner', 'manager', 'operator', 'relate', 'guest'] as const)(
        'K3 the skip of %s acts at once only in a managed session, and only for owner and manager',
        async (role) => {
          // With this threshold all listeners must want the skip, unless one user may skip alone.
          const options = { managed, skip_percent: 100 }
          await fixture.db.updateTable('sessions').set(options).where('id', '=', ssid).execute()
          if (role !== 'owner' && role !== 'guest') {
            const moderator = { session_id: ssid, user_id: ben.id, level: role, since: 0 }
            await fixture.db.insertInto('moderators').values(moderator).execute()
          }
          const skipsAtOnce = skipsAlone.includes(role)
          expect((await skip(role === 'owner' ? ann : ben)).skipped).toBe(skipsAtOnce)
          expect(await playing()).toBe(skipsAtOnce ? 'b' : 'a')
        },
      )
    })
  })
})
