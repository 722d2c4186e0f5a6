import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { saveOver } from '../../testing/managed-session.ts'
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
  let cleo: TestUser

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
    for (const [one, other] of [
      [ann, ben],
      [ann, cleo],
      [ben, cleo],
    ] as const)
      await befriend(one, other)
  })

  const invite = (from: TestUser, to: { id: string }, ssid: string) =>
    from.call('invite', { body: { invitedID: to.id, ssid } })
  const list = (guest: TestUser) => granted(guest.call('invites'))
  const setPolicy = (ssid: string, policy: 'strict' | 'invite') =>
    fixture.db.updateTable('sessions').set({ policy }).where('id', '=', ssid).execute()

  describe('inviting', () => {
    it('I1 inviting twice, or by two people, is one invite', async () => {
      const ssid = await openSession(ann, ben)
      await granted(invite(ann, cleo, ssid))
      await granted(invite(ann, cleo, ssid))
      await granted(invite(ben, cleo, ssid))
      expect(await list(cleo)).toMatchObject([{ ssid, mode: 'invited', title: 'Kitchen' }])
    })

    it('I1 only someone in the session can invite', async () => {
      const ssid = await openSession(ann)
      expect(await refusal(invite(ben, cleo, ssid))).toBe('409 not-inside')
      expect(await refusal(invite(ben, cleo, crypto.randomUUID()))).toBe('404 not-found')
    })

    it('I1 only the owner and managers invite into a strict session', async () => {
      const ssid = await openSession(ann, ben)
      await granted(invite(ann, ben, ssid))
      await setPolicy(ssid, 'strict')
      expect(await refusal(invite(ben, cleo, ssid))).toBe('403 policy')
      await granted(invite(ann, cleo, ssid))
      await granted(cleo.call('session', { params: { ssid } }))
    })

    it('S2 in a strict session an invite by a guest does not admit, and the answer says so', async () => {
      const ssid = await openSession(ann, ben)
      await granted(invite(ben, cleo, ssid))
      await setPolicy(ssid, 'strict')
      expect(await refusal(cleo.call('session', { params: { ssid } }))).toBe('403 policy')
    })

    it('S2 the home list does not show what happens in a session that does not admit the user', async () => {
      const ssid = await openSession(ann, ben)
      await granted(invite(ben, cleo, ssid))
      await fixture.loadSongs(ann, ['played'])
      await granted(ann.call('play', { params: { ssid } }))
      const going = { ssid, active: 2, playing: true, nowPlaying: { song: { id: 'played' } } }
      for (const guest of [ann, ben, cleo]) expect(await list(guest)).toMatchObject([going])
      await granted(ann.call('pause', { params: { ssid }, body: { paused: true } }))
      // A paused session does not count as playing (H8).
      const pausedSong = { song: { id: 'played' }, pausedAt: expect.any(Number) }
      expect(await list(ben)).toMatchObject([{ ssid, active: 2, playing: false, nowPlaying: pausedSong }])
      await granted(ann.call('pause', { params: { ssid }, body: { paused: false } }))
      await setPolicy(ssid, 'invite')
      const hidden = { ssid, active: 0, playing: false, nowPlaying: { song: null, by: null } }
      expect(await list(ann)).toMatchObject([going])
      expect(await list(ben)).toMatchObject([hidden])
      expect(await list(cleo)).toMatchObject([going])
      await setPolicy(ssid, 'strict')
      expect(await list(cleo)).toMatchObject([hidden])
    })

    it('S2 G5 the home list does not show a guest what happens in a session that takes no guests any more', async () => {
      const robin = await fixture.addUser('robin', { isGuest: true })
      const ssid = await openSession(ann, robin)
      await granted(invite(ann, ben, ssid))
      await fixture.loadSongs(ann, ['played'])
      await granted(ann.call('play', { params: { ssid } }))
      expect(await list(robin)).toMatchObject([{ ssid, active: 2, nowPlaying: { song: { id: 'played' } } }])
      await granted(saveOver(ann, ssid, { guests: false, title: 'Without Robin' }))
      const hidden = { active: 0, playing: false, nowPlaying: { song: null, by: null } }
      expect(await list(robin)).toMatchObject([{ ssid, title: 'Kitchen', ...hidden }])
      expect(await list(ben)).toMatchObject([{ ssid, title: 'Without Robin', active: 1 }])
    })

    it('S2 users who may not enter any more do not see a later title', async () => {
      const ssid = await openSession(ann, ben)
      await granted(invite(ben, cleo, ssid))
      const rename = (title: string) =>
        fixture.db.updateTable('sessions').set({ title }).where('id', '=', ssid).execute()
      const titles = async () =>
        Promise.all([ann, ben, cleo].map(async (guest) => (await list(guest)).map(({ title }) => title)))
      await rename('Kitchen at night')
      const atNight = ['Kitchen at night']
      expect(await titles()).toEqual([atNight, atNight, atNight])
      await setPolicy(ssid, 'strict')
      await rename('About Ben and Cleo')
      // Ben was in the session while its title was Kitchen. Cleo never was in it.
      expect(await titles()).toEqual([['About Ben and Cleo'], ['Kitchen'], ['']])
    })

    it('I1 nobody can invite themselves', async () => {
      const ssid = await openSession(ann)
      expect(await invite(ann, ann, ssid)).toMatchObject({
        ok: false,
        status: 422,
        error: { fields: { invitedID: 'self' } },
      })
    })

    it('I1 a stranger and an unknown user are refused with the same answer', async () => {
      const ssid = await openSession(ann)
      const [dan, eva] = [await fixture.addUser('dan'), await fixture.addUser('eva')]
      await granted(ann.call('changeFriend', { body: { friend: eva.id } }))
      const refusals = [
        await invite(ann, dan, ssid),
        await invite(ann, eva, ssid),
        await invite(ann, { id: crypto.randomUUID() }, ssid),
      ]
      expect(new Set(refusals.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(refusals[0]).toMatchObject({
        ok: false,
        status: 403,
        error: { code: 'forbidden', message: 'Only friends can be invited.' },
      })
    })

    it('I1 a banned user cannot be invited, and the answer does not reveal the ban', async () => {
      const ssid = await openSession(ann, ben, cleo)
      await fixture.db.insertInto('bans').values({ session_id: ssid, user_id: cleo.id, since: 0 }).execute()
      const refused = await invite(ben, cleo, ssid)
      expect(refused).toMatchObject({ ok: false, status: 403, error: { code: 'policy' } })
      expect(JSON.stringify(refused)).not.toMatch(/ban/i)
    })
  })

  describe('the home list', () => {
    it('I2 is flat: own and favorite sessions by last visit, then incoming ones', async () => {
      const own = await openSession(ann)
      fixture.clock.ms += 60_000
      const favorite = await openSession(ben, ann)
      const incoming = await openSession(cleo)
      await granted(invite(cleo, ann, incoming))
      expect((await list(ann)).map(({ ssid, mode }) => [ssid, mode])).toEqual([
        [favorite, 'favorite'],
        [own, 'own'],
        [incoming, 'invited'],
      ])
      await fixture.advanceClock(60_000)
      await granted(ann.call('session', { params: { ssid: own } }))
      expect((await list(ann)).map(({ ssid }) => ssid)).toEqual([own, favorite, incoming])
    })

    it('I2 an invite becomes a favorite when entered, and incoming again without its star', async () => {
      const ssid = await openSession(cleo)
      await granted(invite(cleo, ann, ssid))
      await granted(ann.call('session', { params: { ssid } }))
      expect(await list(ann)).toMatchObject([{ mode: 'favorite', invitedBy: null }])
      await granted(ann.call('unfavorite', { params: { ssid } }))
      expect(await list(ann)).toMatchObject([{ mode: 'invited', invitedBy: { id: cleo.id } }])
    })

    it('I2 a favorite names who invited the user after the last visit, until the user enters again', async () => {
      const ssid = await openSession(ben)
      const enter = (user: TestUser) => granted(user.call('session', { params: { ssid } }))
      await granted(invite(ben, cleo, ssid))
      await enter(cleo)
      await fixture.advanceClock(60_000)
      await enter(ben)
      expect(await list(cleo)).toMatchObject([{ mode: 'favorite', invitedBy: null }])
      await granted(invite(ben, cleo, ssid))
      expect(await list(cleo)).toMatchObject([{ mode: 'favorite', invitedBy: { id: ben.id } }])
      await enter(cleo)
      expect(await list(cleo)).toMatchObject([{ mode: 'favorite', invitedBy: null }])
    })

    it('I2 shows how many are active and whether a song plays', async () => {
      const ssid = await openSession(ann, ben)
      await fixture.addSongs(['a'])
      expect(await list(ann)).toMatchObject([
        {
          uuid: ssid,
          session_uuid: ssid,
          active: 2,
          playing: false,
          nowPlaying: { mode: 'passive', song: null },
        },
      ])
      await granted(ann.call('voteUp', { params: { ssid }, body: { songID: 'a' } }))
      await granted(ann.call('play', { params: { ssid } }))
      expect(await list(ann)).toMatchObject([
        { playing: true, nowPlaying: { mode: 'active', song: { id: 'a' } } },
      ])
      await fixture.advanceClock(60_000)
      expect(await list(ann)).toMatchObject([{ active: 0, playing: false }])
    })

    it('S2 a free session is incoming for friends of the people in it', async () => {
      const ssid = await openSession(cleo, ben)
      await fixture.db.updateTable('sessions').set({ policy: 'free' }).where('id', '=', ssid).execute()
      const dan = await fixture.addUser('dan')
      expect(await list(dan)).toEqual([])
      await befriend(ben, dan)
      expect(await list(dan)).toMatchObject([{ ssid, mode: 'invited', invitedBy: null }])
      await fixture.advanceClock(60_000)
      expect(await list(dan)).toEqual([])
    })

    const friendsThere = async (guest: TestUser) =>
      (await list(guest)).map(({ friends }) => friends?.map(({ id }) => id))

    it('I4 names the friends who are in a session now, and nobody else', async () => {
      const dan = await fixture.addUser('dan')
      const ssid = await openSession(ann, ben, dan)
      await granted(invite(ann, cleo, ssid))
      // Dan is no friend of Ann, and nobody is a friend of themselves.
      expect(await friendsThere(ann)).toEqual([[ben.id]])
      expect(new Set((await friendsThere(cleo))[0])).toEqual(new Set([ann.id, ben.id]))
      expect(await friendsThere(dan)).toEqual([undefined])
      // An open request is no friendship.
      await granted(dan.call('changeFriend', { body: { friend: ann.id } }))
      expect(await friendsThere(dan)).toEqual([undefined])
      await fixture.advanceClock(60_000)
      expect(await friendsThere(ann)).toEqual([undefined])
    })

    it('I4 names nobody in a session that the user may not enter', async () => {
      const ssid = await openSession(ann, ben)
      await granted(invite(ben, cleo, ssid))
      expect(await friendsThere(cleo)).toEqual([expect.arrayContaining([ann.id, ben.id])])
      await setPolicy(ssid, 'strict')
      expect(await friendsThere(cleo)).toEqual([undefined])
      expect(await friendsThere(ben)).toEqual([undefined])
      expect(await friendsThere(ann)).toEqual([[ben.id]])
    })

    it('I4 names at most ten friends', async () => {
      const crowd = await Promise.all(Array.from({ length: 11 }, () => fixture.addUser('crowd')))
      for (const friend of crowd) await befriend(ann, friend)
      await openSession(ann, ...crowd)
      expect((await list(ann))[0]?.friends).toHaveLength(10)
    })

    it('I2 has all own sessions, and at most two hundred starred ones of others and two hundred invites', async () => {
      const ids = Array.from({ length: 201 }, () => crypto.randomUUID())
      const settings = { policy: 'link' as const, managed: 0, skip_percent: 50, flavor: '{}', version: 0 }
      const row = { ...settings, title: 'Kitchen', owner_id: ben.id, created_at: 0 }
      await fixture.db
        .insertInto('sessions')
        .values(ids.map((id) => ({ ...row, id, code: id })))
        .execute()
      const own = await openSession(cleo)
      const later = fixture.clock.ms + 1
      const visit = { user_id: cleo.id, first_at: later, favorite: 1 }
      const visits = ids.map((session_id, count) => ({ ...visit, session_id, visit_at: later + count }))
      await fixture.db.insertInto('members').values(visits).execute()
      const from = { user_id: ann.id, inviter_id: ben.id }
      const invites = ids.map((session_id, count) => ({ ...from, session_id, invited_at: count }))
      await fixture.db.insertInto('invites').values(invites).execute()
      const listed = async (user: TestUser) => new Set((await list(user)).map(({ ssid }) => ssid))
      const newest = ids.slice(1)
      expect(await listed(cleo)).toEqual(new Set([own, ...newest]))
      expect(await listed(ben)).toEqual(new Set(ids))
      expect(await listed(ann)).toEqual(new Set(newest))
    })

    it('S5 a session that banned the user is not on their list', async () => {
      const ssid = await openSession(ann, ben)
      await fixture.db.insertInto('bans').values({ session_id: ssid, user_id: ben.id, since: 0 }).execute()
      expect(await list(ben)).toEqual([])
    })
  })
})
