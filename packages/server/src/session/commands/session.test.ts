import { SessionAnswer } from '@jointly/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { openManagedSession, saveOver } from '../../testing/managed-session.ts'
import {
  befriend,
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

  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
  })
  afterAll(() => fixture.close())

  beforeEach(async () => {
    ann = await fixture.addUser('ann')
    ben = await fixture.addUser('ben')
  })

  const open = (guest: TestUser, ssid: string) => guest.call('session', { params: { ssid } })
  const create = (guest: TestUser, body: { title: string; managed?: boolean; isPrivate?: boolean }) =>
    guest.call('createSession', { body: { managed: false, isPrivate: false, ...body } })

  describe('creating a session', () => {
    it('S1 its only identifier is a random UUID, in `id` and `uuid`', async () => {
      const { id } = await granted(create(ann, { title: 'Kitchen' }))
      const { session } = await granted(open(ann, id))
      expect(session).toMatchObject({ id, uuid: id, title: 'Kitchen', owner: { id: ann.id } })
      expect(id).toMatch(/^[0-9a-f-]{36}$/)
    })

    it('S3 a new session has the policy link, a private one invite', async () => {
      for (const [isPrivate, policy] of [
        [false, 'link'],
        [true, 'invite'],
      ] as const) {
        const { id } = await granted(create(ann, { title: 'Kitchen', isPrivate }))
        expect((await granted(open(ann, id))).session.policy).toBe(policy)
      }
    })

    it('S3 a session created as managed is random until it is upgraded', async () => {
      const { id } = await granted(create(ann, { title: 'Bar', managed: true }))
      expect((await granted(open(ann, id))).session).toMatchObject({ managed: false, mode: 'random' })
    })

    it('S3 the title is trimmed and has 1 to 80 characters', async () => {
      const { id } = await granted(create(ann, { title: `  ${'é'.repeat(80)}  ` }))
      expect((await granted(open(ann, id))).session.title).toBe('é'.repeat(80))
      for (const title of ['', '   ', 'x'.repeat(81)])
        expect(await refusal(create(ann, { title }))).toBe('422 invalid')
    })
  })

  it('S6 can be deleted while others use it, and every call gets an answer', async () => {
    await fixture.addSongs(['a'])
    for (let times = 0; times < 8; times += 1) {
      const params = { ssid: await openSession(ann, ben) }
      const vote = { params, body: { songID: 'a' } }
      await granted(ann.call('voteUp', vote))
      const answers = await Promise.all([
        ben.call('voteUp', vote),
        ben.call('skip', { params }),
        ann.call('play', { params }),
        ann.call('deleteSession', { params }),
        ann.call('skip', { params }),
        ben.call('play', { params }),
        ben.call('voteDown', vote),
        ben.call('skip', { params }),
      ])
      expect(
        answers.flatMap((answer) => (answer.ok ? [] : answer.status)).filter((code) => code !== 404),
      ).toEqual([])
    }
  })

  it('S3 a user can own at most a hundred, also with concurrent calls', async () => {
    const answers = await Promise.all(Array.from({ length: 102 }, () => create(ann, { title: 'Kitchen' })))
    const refused = answers.filter(({ ok }) => !ok)
    expect(refused).toMatchObject([{ status: 409, error: { code: 'too-many' } }, { status: 409 }])
    await granted(create(ben, { title: 'Kitchen' }))
  })

  describe('opening a session', () => {
    it('S2 anyone with the link can enter a link session', async () => {
      const { id } = await granted(create(ann, { title: 'Kitchen' }))
      expect((await granted(open(ben, id))).you.role).toBe('guest')
    })

    it('S2 a session that refuses a stranger and an unknown session get the same answer', async () => {
      const { id } = await granted(create(ann, { title: 'Secret', isPrivate: true }))
      const [refused, missing] = [await open(ben, id), await open(ben, crypto.randomUUID())]
      expect(refused).toEqual(missing)
      expect(await refusal(open(ben, id))).toBe('404 not-found')
      expect(await refusal(open(ben, 'no-uuid'))).toBe('404 not-found')
    })

    it('S2 an invited user can enter an invite session', async () => {
      const { id } = await granted(create(ann, { title: 'Secret', isPrivate: true }))
      await granted(open(ann, id))
      await befriend(ann, ben)
      await granted(ann.call('invite', { body: { invitedID: ben.id, ssid: id } }))
      expect((await granted(open(ben, id))).session.title).toBe('Secret')
    })

    it('S2 a former member who is not admitted any more gets the reason', async () => {
      const ssid = await openSession(ann, ben)
      await granted(saveOver(ann, ssid, { policy: 'strict' }))
      expect(await refusal(open(ben, ssid))).toBe('403 policy')
      expect((await granted(open(ann, ssid))).you.role).toBe('owner')
    })

    it('S5 a banned person is refused', async () => {
      const ssid = await openManagedSession(ann, [], ben)
      await granted(saveOver(ann, ssid, { banned: [{ user_id: ben.id }] }))
      expect(await refusal(open(ben, ssid))).toBe('403 banned')
    })

    it('A1 without a token nothing is answered', async () => {
      const answer = await fetch(`${fixture.origin}/api/session/${crypto.randomUUID()}`)
      expect(answer.status).toBe(401)
    })
  })

  describe('the shared view', () => {
    it('D2 the answer has the shape of the contract', async () => {
      const ssid = await openSession(ann, ben)
      const response = await fetch(`${fixture.origin}/api/session/${ssid}`, {
        headers: { authorization: `Bearer ${ann.token}` },
      })
      const body: unknown = await response.json()
      expect(SessionAnswer.parse(body)).toEqual(body)
      expect(body).toMatchObject({
        nowPlaying: { mode: 'passive', song: null, nowTime: fixture.clock.ms },
        next: null,
        active: [
          { id: ann.id, username: ann.name },
          { id: ben.id, username: ben.name },
        ],
        activeCount: 2,
        skips: 0,
        setup: { manager: 'owner', skipPercent: 35 },
        votes: [],
        you: { role: 'owner', votes: {}, skip: false, favorite: true },
      })
    })

    it('D2 setup.manager is the role of the reader, and session.owner names the owner', async () => {
      const ssid = await openManagedSession(ann, [[ben, 'operator']])
      const cleo = await fixture.addUser('cleo')
      for (const [reader, role] of [
        [ann, 'owner'],
        [ben, 'operator'],
        [cleo, null],
      ] as const) {
        const { setup, session } = await granted(reader.call('session', { params: { ssid } }))
        expect([setup.manager, session.owner.id]).toEqual([role, ann.id])
      }
    })

    it('D2 an unchanged session is not sent again: the tag does not depend on the time', async () => {
      const ssid = await openSession(ann)
      const get = (etag = '') =>
        fetch(`${fixture.origin}/api/session/${ssid}`, {
          headers: { authorization: `Bearer ${ann.token}`, 'if-none-match': etag },
        })
      const first = await get()
      const etag = first.headers.get('etag') ?? ''
      fixture.clock.ms += 5_000
      // A weak tag is accepted too, because a proxy that compresses answers makes every tag weak.
      for (const known of [etag, `W/${etag}`, `"other", W/${etag}`]) {
        const second = await get(known)
        expect([second.status, await second.text()]).toEqual([304, ''])
      }
      await granted(open(ben, ssid))
      expect((await get(etag)).status).toBe(200)
    })

    it('D2 the tag covers the personal view', async () => {
      const ssid = await openSession(ann)
      const tagOf = async () =>
        (
          await fetch(`${fixture.origin}/api/session/${ssid}`, {
            headers: { authorization: `Bearer ${ann.token}` },
          })
        ).headers.get('etag')
      const before = await tagOf()
      await granted(ann.call('unfavorite', { params: { ssid } }))
      expect(await tagOf()).not.toBe(before)
    })

    it('U1 a listed song names who voted for it, once, without banned people', async () => {
      const others = await Promise.all(['v1', 'v2', 'v3', 'v4', 'v5', 'v6'].map((n) => fixture.addUser(n)))
      const ssid = await openSession(ann, ben, ...others)
      await fixture.addSongs(['a', 'b'])
      const vote = (
        by: { call: typeof ann.call },
        songID: string,
        direction: 'voteUp' | 'voteDown' = 'voteUp',
      ) => granted(by.call(direction, { params: { ssid }, body: { songID } }))
      await vote(ben, 'a')
      await vote(ann, 'b')
      fixture.clock.ms += 1
      await vote(ann, 'a')
      for (const other of others) await vote(other, 'b')
      const [down] = others
      if (down) await vote(down, 'a', 'voteDown')
      const namesOf = async (songId: string) => {
        const { votes, voters } = await granted(open(ann, ssid))
        expect(new Set(voters.map(({ id }) => id)).size).toBe(voters.length)
        return votes.find(({ song }) => song.id === songId)?.voters.map((place) => voters[place]?.id)
      }
      expect(await namesOf('a')).toEqual([ben.id, ann.id])
      const namesOfB = await namesOf('b')
      expect(namesOfB?.[0]).toBe(ann.id)
      expect(new Set(namesOfB).size).toBe(5)
      const stored = await fixture.db
        .selectFrom('listed_songs')
        .select('voters')
        .where('session_id', '=', ssid)
        .where('song_id', '=', 'b')
        .executeTakeFirstOrThrow()
      const upVoters = [ann, ...others].map(({ id }) => id).sort()
      expect(stored.voters.split(',')).toEqual(upVoters.slice(0, 5))
      await granted(ann.call('setBan', { params: { ssid, id: ben.id }, body: { banned: true } }))
      expect(await namesOf('a')).toEqual([ann.id])
    })

    it('S4 a poll keeps a user active for 30 seconds, and the votes stay', async () => {
      const ssid = await openSession(ann, ben)
      await fixture.addSongs(['a'])
      await granted(ben.call('voteUp', { params: { ssid }, body: { songID: 'a' } }))
      await fixture.advanceClock(29_000)
      await granted(open(ann, ssid))
      await fixture.advanceClock(1_000)
      const { active, activeCount, votes } = await granted(open(ann, ssid))
      expect([active.map(({ id }) => id), activeCount, votes.length]).toEqual([[ann.id], 1, 1])
    })
  })

  describe('star and end', () => {
    it('I2 calls that enter at the same moment all answer that it is a favorite', async () => {
      const { id } = await granted(create(ann, { title: 'Kitchen' }))
      // The app opens a session several times at once: by a call and by its live connection.
      const answers = await Promise.all([open(ben, id), open(ben, id), open(ben, id)].map(granted))
      expect(answers.map(({ you }) => you.favorite)).toEqual([true, true, true])
    })

    it('I2 a session becomes a favorite when entered, and a removed star stays removed', async () => {
      const ssid = await openSession(ann, ben)
      expect((await granted(open(ben, ssid))).you.favorite).toBe(true)
      await granted(ben.call('unfavorite', { params: { ssid } }))
      await fixture.advanceClock(60_000)
      expect((await granted(open(ben, ssid))).you.favorite).toBe(false)
      await granted(ben.call('favorite', { params: { ssid } }))
      expect((await granted(open(ben, ssid))).you.favorite).toBe(true)
    })

    it('I2 if storing a visit fails, the next poll stores it and wakes a resting session', async () => {
      const ssid = await openSession(ann)
      await fixture.addSongs(['a', 'b'])
      for (const songID of ['a', 'b'])
        await granted(ann.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
      await granted(ann.call('play', { params: { ssid } }))
      for (let minute = 0; minute < 10; minute += 1) await fixture.advanceClock(60_000)
      await fixture.db.schema.alterTable('visits').renameTo('visits_elsewhere').execute()
      expect(await refusal(open(ben, ssid))).toBe('500 internal')
      await fixture.db.schema.alterTable('visits_elsewhere').renameTo('visits').execute()
      const { you, nowPlaying } = await granted(open(ben, ssid))
      expect([you.favorite, nowPlaying.song?.id]).toEqual([true, 'b'])
    })

    it('S6 only the owner can delete a session, and then nobody finds it', async () => {
      const ssid = await openSession(ann, ben)
      expect(await refusal(ben.call('deleteSession', { params: { ssid } }))).toBe('403 forbidden')
      await granted(ann.call('deleteSession', { params: { ssid } }))
      for (const guest of [ann, ben]) expect(await refusal(open(guest, ssid))).toBe('404 not-found')
      expect(await granted(ben.call('invites'))).toEqual([])
    })
  })
})
