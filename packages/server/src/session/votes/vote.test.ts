import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import {
  type TestUser,
  granted,
  type SessionFixture,
  openSessionFixture,
  openSession,
  refusal,
} from '../../testing/session-fixture.ts'

describe.each(databases)('on $name', (factory) => {
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
    ssid = await openSession(ann, ben, cleo)
    await fixture.addSongs(['a', 'b', 'c'])
  })

  const up = (guest: TestUser, songID: string, vote?: 'up' | 'down' | 'none') =>
    guest.call('voteUp', { params: { ssid }, body: { songID, ...(vote && { vote }) } })
  const down = (guest: TestUser, songID: string) =>
    guest.call('voteDown', { params: { ssid }, body: { songID } })
  const list = async () => (await granted(ann.call('session', { params: { ssid } }))).votes
  const order = async () => (await list()).map(({ song }) => song.id)
  const later = () => {
    fixture.clock.ms += 1
  }

  describe('a vote', () => {
    it('V1 a call without a body toggles: the same direction withdraws, the other replaces', async () => {
      const [first, again, other] = [await up(ann, 'a'), await up(ann, 'a'), await down(ann, 'a')]
      expect([first, again, other].map((answer) => answer.ok && answer.value)).toEqual([
        { songID: 'a', score: 1, upvotes: 1, downvotes: 0, vote: 'up' },
        { songID: 'a', score: 0, upvotes: 0, downvotes: 0, vote: 'none' },
        { songID: 'a', score: -1, upvotes: 0, downvotes: 1, vote: 'down' },
      ])
    })

    it('V1 a call with a direction sets the vote, so a repeated call changes nothing', async () => {
      await granted(up(ann, 'a', 'up'))
      expect(await granted(up(ann, 'a', 'up'))).toMatchObject({ score: 1, vote: 'up' })
      expect(await granted(up(ann, 'a', 'none'))).toMatchObject({ score: 0, vote: 'none' })
    })

    it('V1 a user can have at most two hundred votes in a session, also with concurrent calls', async () => {
      const songs = Array.from({ length: 201 }, (_, index) => `many-${index}`)
      await fixture.addSongs(songs)
      const answers = await Promise.all(songs.map((song) => up(ann, song, 'up')))
      expect(answers.filter(({ ok }) => !ok)).toMatchObject([{ status: 409, error: { code: 'too-many' } }])
      expect(await order()).toHaveLength(200)
      await granted(up(ben, 'b', 'up'))
      await granted(up(ann, (await order()).find((song) => song !== 'b') ?? '', 'none'))
      await granted(up(ann, 'a', 'up'))
      expect(await refusal(up(ann, 'c', 'up'))).toBe('409 too-many')
    })

    it('V1 each person has one vote for a song', async () => {
      await Promise.all([up(ann, 'a', 'up'), up(ann, 'a', 'up'), up(ben, 'a', 'up'), down(cleo, 'a')])
      expect(await list()).toMatchObject([{ song: { id: 'a' }, score: 1, upvotes: 2, downvotes: 1 }])
    })

    it('V2 adding a song twice changes nothing', async () => {
      await granted(up(ann, 'a', 'up'))
      await granted(up(ann, 'a', 'up'))
      expect(await list()).toMatchObject([{ score: 1, upvotes: 1 }])
    })

    it('D1 an unknown song is refused', async () => {
      for (const songID of ['unknown', '..', '../me', 'a b', 'spotify:track:a'])
        expect(await refusal(up(ann, songID))).toBe('404 not-found')
      expect(await list()).toEqual([])
    })

    it('E1 a body without a song or with an invalid vote is refused with the name of the field', async () => {
      expect(await refusal(up(ann, ''))).toBe('422 invalid')
      const answer = await fetch(`${fixture.origin}/api/vote/${ssid}/up`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ songID: 'a', vote: 'sideways' }),
      })
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ error: { code: 'invalid', fields: { vote: 'value' } } })
    })

    it('S2 a user who is not admitted cannot vote', async () => {
      const dan = await fixture.addUser('dan')
      await fixture.db.updateTable('sessions').set({ policy: 'invite' }).where('id', '=', ssid).execute()
      expect(await refusal(up(dan, 'a'))).toBe('404 not-found')
      expect(await refusal(up(ben, 'a'))).toBe('403 policy')
    })

    it('V7 many votes at once are all counted, and each is answered after it is stored', async () => {
      const crowd = await Promise.all(Array.from({ length: 40 }, (_, index) => fixture.addUser(`g${index}`)))
      const answers = await Promise.all(crowd.map((guest, index) => up(guest, index % 2 ? 'a' : 'b')))
      expect(answers.every(({ ok }) => ok)).toBe(true)
      expect((await list()).map(({ score }) => score)).toEqual([20, 20])
      expect(
        await fixture.db.selectFrom('votes').selectAll().where('session_id', '=', ssid).execute(),
      ).toHaveLength(40)
    })

    it('V7 two servers that count at once lose no vote', async () => {
      const secondServer = await fixture.startSecondServer()
      const crowd = await Promise.all(Array.from({ length: 24 }, (_, index) => fixture.addUser(`g${index}`)))
      const answers = await Promise.all(
        crowd.map((guest, index) => {
          const call = index % 2 ? guest.call : secondServer.callAs(guest)
          const songID = ['a', 'b', 'c'][index % 3] ?? 'a'
          return call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } })
        }),
      )
      expect(answers.every(({ ok }) => ok)).toBe(true)
      expect((await list()).map(({ upvotes }) => upvotes)).toEqual([8, 8, 8])
    })

    it('S5 V7 in a group of votes, only those of a banned user are refused', async () => {
      await fixture.db.insertInto('bans').values({ session_id: ssid, user_id: ben.id, since: 0 }).execute()
      const [first, banned, last] = [up(ann, 'a'), up(ben, 'a'), up(cleo, 'b')]
      expect(await refusal(banned)).toBe('403 banned')
      await Promise.all([granted(first), granted(last)])
      expect((await list()).map(({ song, score }) => [song.id, score])).toEqual([
        ['a', 1],
        ['b', 1],
      ])
    })

    it('V7 an invalid vote does not affect others', async () => {
      const answers = await Promise.all([up(ann, 'a'), up(ben, 'unknown'), up(cleo, 'a')])
      expect(answers.map(({ ok }) => ok)).toEqual([true, false, true])
      expect(await list()).toMatchObject([{ song: { id: 'a' }, score: 2 }])
    })
  })

  describe('the list', () => {
    it('V3 orders by score, then by the oldest first vote', async () => {
      for (const song of ['a', 'b', 'c']) {
        later()
        await granted(up(ann, song))
      }
      await granted(up(ben, 'c'))
      expect(await order()).toEqual(['c', 'a', 'b'])
    })

    it('V3 the person of a song is the one with its oldest current up-vote', async () => {
      await granted(up(ann, 'a'))
      later()
      await granted(up(ben, 'a'))
      expect((await list())[0]?.why.by?.id).toBe(ann.id)
      await granted(up(ann, 'a', 'none'))
      expect((await list())[0]?.why.by?.id).toBe(ben.id)
    })

    it('V5 a negative song comes last, and leaves the list when its votes are withdrawn', async () => {
      await granted(down(ann, 'a'))
      await granted(up(ben, 'b'))
      expect(await order()).toEqual(['b', 'a'])
      await granted(down(ann, 'a'))
      expect(await order()).toEqual(['b'])
    })

    it('V5 a song leaves the list after 24 hours with a negative score', async () => {
      await granted(down(ann, 'a'))
      await granted(up(ben, 'b'))
      await fixture.advanceClock(24 * 3_600_000 - 1)
      expect(await order()).toEqual(['b', 'a'])
      await fixture.advanceClock(1)
      expect(await order()).toEqual(['b'])
      expect((await granted(ann.call('session', { params: { ssid } }))).you.votes).toEqual({})
    })

    it('V8 shows why a song has its place and when it will probably play', async () => {
      await granted(up(ann, 'a'))
      await granted(ann.call('play', { params: { ssid } }))
      for (const song of ['b', 'c']) {
        later()
        await granted(up(song === 'b' ? ben : ann, song))
      }
      const start = fixture.clock.ms - 2
      expect((await list()).map(({ why }) => why)).toMatchObject([
        { place: 1, rule: 'turn', by: { id: ben.id }, overtaken: 0, bound: 6, playsAt: start + 180_000 },
        { place: 2, rule: 'last', by: { id: ann.id }, playsAt: start + 360_000 },
      ])
    })

    it('V8 shows what would change the place of a song, and that happens', async () => {
      for (const [guest, song] of [
        [ann, 'a'],
        [ben, 'a'],
        [ben, 'b'],
      ] as const) {
        later()
        await granted(up(guest, song))
      }
      await granted(down(cleo, 'c'))
      const changes = async () => (await list()).map(({ song, why }) => [song.id, why.change])
      expect(await changes()).toEqual([
        ['a', { mostBefore: 6 }],
        ['b', { rise: { votes: 2, place: 1 }, mostBefore: 7 }],
        ['c', { play: 2 }],
      ])
      for (const guest of [ann, cleo]) await granted(up(guest, 'b'))
      for (const guest of [ann, ben]) await granted(up(guest, 'c'))
      expect(await changes()).toMatchObject([
        ['b', {}],
        ['a', {}],
        ['c', { mostBefore: 8 }],
      ])
    })

    it('D2 shows the first two hundred songs, and the others on request', async () => {
      const songs = Array.from({ length: 203 }, (_, index) => `long-${String(index).padStart(3, '0')}`)
      await fixture.addSongs(songs)
      await Promise.all(songs.map((song, index) => up(index < 150 ? ann : ben, song, 'up')))
      const { votes, voteCount } = await granted(ann.call('session', { params: { ssid } }))
      const more = await granted(ben.call('votes', { params: { ssid }, query: { from: '200' } }))
      expect([votes.length, voteCount, more.voteCount]).toEqual([200, 203, 203])
      expect([...votes, ...more.votes].map(({ why }) => why.place)).toEqual(
        songs.map((_, index) => index + 1),
      )
      expect(new Set([...votes, ...more.votes].map(({ song }) => song.id))).toEqual(new Set(songs))

      const last = more.votes.at(-1)?.song.id ?? ''
      await granted(up(cleo, last, 'up'))
      const refetched = await granted(ben.call('votes', { params: { ssid }, query: { from: '200' } }))
      expect(refetched.votes.map(({ song }) => song.id)).not.toContain(last)
    })

    it('S5 votes of a banned person do not count', async () => {
      await granted(up(ann, 'a'))
      later()
      await granted(up(ben, 'a'))
      later()
      await fixture.db.insertInto('bans').values({ session_id: ssid, user_id: ann.id, since: 0 }).execute()
      await granted(up(cleo, 'a'))
      expect((await granted(ben.call('session', { params: { ssid } }))).votes).toMatchObject([
        { score: 2, why: { by: { id: ben.id } } },
      ])
    })

    it('F3 a song that the flavor refuses cannot be voted up, and the answer names the item that refuses it', async () => {
      await granted(up(ann, 'a'))
      const flavor = {
        mode: 'blacklist',
        selected: [{ kind: 'artist', id: 'artist-of-a', name: 'Artist of a' }],
      }
      await fixture.db
        .updateTable('sessions')
        .set({ managed: 1, flavor: JSON.stringify(flavor) })
        .where('id', '=', ssid)
        .execute()
      const answer = await up(ben, 'a')
      expect(answer).toMatchObject({
        status: 409,
        error: { code: 'flavor', item: { kind: 'artist', id: 'artist-of-a', label: 'Artist of a' } },
      })
      await granted(up(ben, 'b'))
      expect((await list()).map(({ song, why }) => [song.id, why.rule])).toEqual([
        ['b', 'last'],
        ['a', 'refused'],
      ])
      expect(await granted(up(ann, 'a'))).toMatchObject({ vote: 'none' })
    })

    it('D2 shows each user only their own votes', async () => {
      await granted(up(ann, 'a'))
      await granted(down(ben, 'a'))
      const yours = async (guest: TestUser) =>
        (await granted(guest.call('session', { params: { ssid } }))).you.votes
      expect([await yours(ann), await yours(ben), await yours(cleo)]).toEqual([
        { a: 'up' },
        { a: 'down' },
        {},
      ])
    })
  })
})
