import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type TestUser,
  granted,
  type SessionFixture,
  openSessionFixture,
  openSession,
  refusal,
} from '../../testing/session-fixture.ts'

const LENGTH_MS = 180_000

describe('playback', () => {
  let fixture: SessionFixture
  let ann: TestUser
  let ben: TestUser
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture()
  })
  afterAll(() => fixture.close())

  beforeEach(async () => {
    ann = await fixture.addUser('ann')
    ben = await fixture.addUser('ben')
    ssid = await openSession(ann, ben)
    await fixture.addSongs(['a', 'b', 'c', 'd', 'patient', 'h1', 'h2', 'h3', 'h4', 'h5'], LENGTH_MS)
  })

  const play = (guest: TestUser = ann) => granted(guest.call('play', { params: { ssid } }))
  const see = (guest: TestUser = ann) => granted(guest.call('session', { params: { ssid } }))
  const up = async (guest: TestUser, ...songs: string[]) => {
    for (const songID of songs) {
      fixture.clock.ms += 1
      await granted(guest.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
    }
  }
  /** Moves the clock. Both users poll, so that they stay active. */
  const listen = async (ms: number) => {
    for (let left = ms; left > 0; left -= 20_000) {
      await fixture.advanceClock(Math.min(20_000, left))
      await see(ann)
      await see(ben)
    }
  }

  describe('what plays', () => {
    it('P1 nothing plays without votes and loaded songs', async () => {
      expect(await play()).toEqual({ song: null, startTime: null, nowTime: fixture.clock.ms, next: null })
      expect((await see()).nowPlaying).toMatchObject({ mode: 'passive', song: null })
    })

    it('P1 the top song of the list plays first, then random mode', async () => {
      await fixture.loadSongs(ben, ['r1', 'r2'])
      await up(ann, 'a')
      expect((await play()).song?.id).toBe('a')
      await listen(LENGTH_MS)
      const { nowPlaying } = await see()
      expect(nowPlaying).toMatchObject({ mode: 'active', chosen: 'random', by: { id: ben.id } })
      expect(['r1', 'r2']).toContain(nowPlaying.song?.id)
    })

    it('P1 a song without a positive score does not play', async () => {
      await granted(ann.call('voteDown', { params: { ssid }, body: { songID: 'a' } }))
      expect((await play()).song).toBeNull()
    })

    it('P2 random mode serves users in turn, whatever the size of their libraries', async () => {
      await fixture.loadSongs(ann, ['x1', 'x2', 'x3', 'x4', 'x5', 'x6'], LENGTH_MS)
      await fixture.loadSongs(ben, ['y1', 'y2'], LENGTH_MS)
      await play()
      const served: (string | undefined)[] = []
      for (let round = 0; round < 6; round += 1) {
        served.push((await see()).nowPlaying.by?.id)
        await listen(LENGTH_MS)
      }
      expect(served.filter((id) => id === ann.id)).toHaveLength(3)
      expect(served.filter((id) => id === ben.id)).toHaveLength(3)
    })

    it('P3 no song is repeated within half of the pool', async () => {
      await fixture.loadSongs(ann, ['x1', 'x2', 'x3', 'x4'], LENGTH_MS)
      await play()
      const played: (string | undefined)[] = []
      for (let round = 0; round < 8; round += 1) {
        played.push((await see()).nowPlaying.song?.id)
        await listen(LENGTH_MS)
      }
      for (let index = 2; index < played.length; index += 1)
        expect(played.slice(index - 2, index)).not.toContain(played[index])
    })

    it('P3 random mode never chooses a song with a negative score', async () => {
      await fixture.loadSongs(ann, ['a', 'b'], LENGTH_MS)
      await granted(ben.call('voteDown', { params: { ssid }, body: { songID: 'a' } }))
      expect((await play()).song?.id).toBe('b')
    })

    it('S2 a user who is not admitted cannot press play', async () => {
      await fixture.db.updateTable('sessions').set({ policy: 'invite' }).where('id', '=', ssid).execute()
      const dan = await fixture.addUser('dan')
      expect(await refusal(dan.call('play', { params: { ssid } }))).toBe('404 not-found')
    })
  })

  describe('moves', () => {
    it('P4 play answers the running song', async () => {
      await up(ann, 'a', 'b')
      const first = await play()
      fixture.clock.ms += 60_000
      expect(await play(ben)).toMatchObject({
        song: { id: 'a' },
        startTime: first.startTime,
        nowTime: fixture.clock.ms,
      })
    })

    it('P5 ten seconds before the end, the next song is announced with that end as its start', async () => {
      await up(ann, 'a', 'b')
      const { startTime } = await play()
      await listen(LENGTH_MS - 10_001)
      expect((await see()).next).toBeNull()
      await fixture.advanceClock(1)
      expect((await see()).next).toMatchObject({ song: { id: 'b' }, startTime: (startTime ?? 0) + LENGTH_MS })
      expect((await see()).nowPlaying.song?.id).toBe('a')
      await fixture.advanceClock(10_000)
      expect(await see()).toMatchObject({
        nowPlaying: { song: { id: 'b' }, startTime: (startTime ?? 0) + LENGTH_MS },
        next: null,
      })
    })

    it('P5 a song that is voted up in the last seconds is still announced', async () => {
      await up(ann, 'a')
      await play()
      await listen(LENGTH_MS - 5_000)
      expect((await see()).next).toBeNull()
      await up(ann, 'b')
      await fixture.advanceClock(1_000)
      expect((await see()).next?.song.id).toBe('b')
    })

    it('P5 a song chosen after the end starts now', async () => {
      await up(ann, 'a')
      await play()
      await listen(LENGTH_MS)
      expect((await see()).nowPlaying.mode).toBe('passive')
      await up(ann, 'b')
      expect(await play()).toMatchObject({ song: { id: 'b' }, startTime: fixture.clock.ms })
    })

    it('P6 a passive session waits for a play call', async () => {
      await up(ann, 'a')
      await listen(60_000)
      expect((await see()).nowPlaying.mode).toBe('passive')
      await play()
      expect((await see()).nowPlaying.mode).toBe('active')
    })

    it('P6 a session without listeners does not move, and moves when someone returns', async () => {
      await up(ann, 'a', 'b')
      await play()
      for (let minute = 0; minute < 30; minute += 1) await fixture.advanceClock(60_000)
      expect(
        await fixture.db.selectFrom('plays').selectAll().where('session_id', '=', ssid).execute(),
      ).toHaveLength(1)
      expect((await see()).nowPlaying).toMatchObject({ song: { id: 'b' }, startTime: fixture.clock.ms })
    })

    it('P6 a session moves even if another server stopped it because it did not know its listeners', async () => {
      await up(ann, 'a', 'b')
      await play()
      const secondServer = await fixture.startSecondServer()
      await listen(LENGTH_MS - 10_001)
      fixture.clock.ms += 1
      await secondServer.runJobs()
      await fixture.runJobs()
      expect((await see()).next?.song.id).toBe('b')
    })

    it('P6 a server without events of other servers moves only sessions of its own listeners', async () => {
      await up(ann, 'a', 'b')
      await play()
      const secondServer = await fixture.startSecondServer()
      await listen(LENGTH_MS - 10_001)
      fixture.clock.ms += 1
      fixture.bus.receivesAllEvents = () => false
      await secondServer.runJobs()
      const { due_at } = await fixture.db
        .selectFrom('playbacks')
        .select('due_at')
        .where('session_id', '=', ssid)
        .executeTakeFirstOrThrow()
      expect(due_at).toBe(fixture.clock.ms)
      await fixture.runJobs()
      fixture.bus.receivesAllEvents = () => true
      expect((await see()).next?.song.id).toBe('b')
    })

    it('P7 times are server epoch milliseconds, and the position is now minus start', async () => {
      await up(ann, 'a')
      const { startTime } = await play()
      fixture.clock.ms += 42_000
      const { nowPlaying } = await see()
      expect(nowPlaying.nowTime - (startTime ?? 0)).toBe(42_000)
      expect(nowPlaying.song?.duration).toBe(LENGTH_MS)
    })
  })

  describe('a choice', () => {
    it('V6 uses up the votes: the song leaves the list, and later votes count for the next time', async () => {
      await up(ann, 'a')
      await up(ben, 'a', 'b')
      await play()
      expect(await see()).toMatchObject({ votes: [{ song: { id: 'b' } }], you: { votes: {} } })
      await up(ann, 'a')
      expect((await see()).votes).toMatchObject([{ song: { id: 'b' } }, { song: { id: 'a' }, score: 1 }])
    })

    it('V6 the announced song is locked: a vote for it counts for the next time', async () => {
      await up(ann, 'a', 'b')
      await play()
      await listen(LENGTH_MS - 9_000)
      await granted(ben.call('voteDown', { params: { ssid }, body: { songID: 'b' } }))
      await listen(9_000)
      expect(await see()).toMatchObject({
        nowPlaying: { song: { id: 'b' } },
        votes: [{ song: { id: 'b' }, score: -1 }],
      })
    })

    it.each([
      ['a song plays', LENGTH_MS - 60_000, 'b'],
      ['the next song is announced', LENGTH_MS - 5_000, 'b'],
    ])(
      'P5 the music goes on if the clock of the server is set back while %s',
      async (_when, passedMs, next) => {
        await up(ann, 'a', next)
        await play()
        await listen(passedMs)
        fixture.clock.ms -= 3_600_000
        await see()
        await fixture.advanceClock(2_000)
        const { nowPlaying } = await see()
        expect(nowPlaying).toMatchObject({ song: { id: next }, startTime: fixture.clock.ms })
        await listen(20_000)
        expect((await see()).nowPlaying).toMatchObject({
          song: { id: next },
          startTime: nowPlaying.startTime,
        })
      },
    )

    it('P5 T1 a person who comes when the clock was set back has no song of the future in the timeline', async () => {
      await up(ann, 'a', 'b')
      await play()
      fixture.clock.ms -= 3_600_000
      const carla = await fixture.addUser('carla')
      await see(carla)
      const heard = fixture.db.selectFrom('heard_songs').select('start_at').where('user_id', '=', carla.id)
      const starts = (await heard.execute()).map((row) => row.start_at)
      expect(starts.filter((ms) => ms > fixture.clock.ms)).toEqual([])
    })

    it('V3 the user who was just served comes after the others, in votes and in random mode', async () => {
      await up(ann, 'a', 'b')
      await up(ben, 'c')
      await play()
      expect((await see()).votes.map(({ song }) => song.id)).toEqual(['c', 'b'])
    })

    it('V4 a song that was overtaken 2 × active times goes before all others', async () => {
      await up(ann, 'patient')
      const played: (string | undefined)[] = []
      for (const hit of ['h1', 'h2', 'h3', 'h4', 'h5']) {
        await up(ann, hit)
        await up(ben, hit)
        if (hit === 'h5')
          expect((await see()).votes[0]).toMatchObject({
            song: { id: 'patient' },
            why: { rule: 'overdue', overtaken: 4, bound: 4 },
          })
        if (hit === 'h1') await play()
        else await listen(LENGTH_MS)
        played.push((await see()).nowPlaying.song?.id)
      }
      expect(played).toEqual(['h1', 'h2', 'h3', 'h4', 'patient'])
    })
  })
})
