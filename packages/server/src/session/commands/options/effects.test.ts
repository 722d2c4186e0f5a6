import { randomUUID } from 'node:crypto'
import type { OptionsBody } from '@jointly/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../../testing/databases.ts'
import { connectLiveAs, listenLive } from '../../../testing/live-client.ts'
import { openManagedSession, saveOver } from '../../../testing/managed-session.ts'
import {
  befriend,
  type TestUser,
  granted,
  type SessionFixture,
  openSessionFixture,
  refusal,
} from '../../../testing/session-fixture.ts'

describe.each(databases)('effects of saved options on $name', (factory) => {
  let fixture: SessionFixture
  let owner: TestUser
  let manager: TestUser
  let ben: TestUser
  let cleo: TestUser
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
  })
  afterAll(() => fixture.close())

  beforeEach(async () => {
    ;[owner, manager, ben, cleo] = [
      await fixture.addUser('owner'),
      await fixture.addUser('manager'),
      await fixture.addUser('ben'),
      await fixture.addUser('cleo'),
    ]
    ssid = await openManagedSession(owner, [[manager, 'manager']], ben, cleo)
    await fixture.addSongs(['a', 'b'])
  })

  const over = (guest: TestUser, body: Omit<OptionsBody, 'version'>) => granted(saveOver(guest, ssid, body))
  const see = (guest: TestUser) => granted(guest.call('session', { params: { ssid } }))
  const enter = (guest: TestUser) => refusal(guest.call('session', { params: { ssid } }))
  const vote = (guest: TestUser, songID: string, vote: 'up' | 'down' = 'up') => {
    fixture.clock.ms += 1
    return guest.call('voteUp', { params: { ssid }, body: { songID, vote } })
  }
  const ban = (...guests: TestUser[]) => over(manager, { banned: guests.map(({ id }) => ({ user_id: id })) })
  const listen = (guest: TestUser) => listenLive(fixture.origin, guest.token, ssid)
  const attend = (guest: TestUser) => connectLiveAs(fixture.origin, guest.token)
  const invite = async (from: TestUser, to: TestUser) => {
    await befriend(from, to)
    await granted(from.call('invite', { body: { invitedID: to.id, ssid } }))
  }
  const list = async () =>
    (await see(owner)).votes.map(({ song, upvotes, downvotes, why }) => [
      song.id,
      upvotes,
      downvotes,
      why.by?.id,
    ])

  describe('a ban', () => {
    it('S5 removes a listener at once, who cannot come back', async () => {
      const [atBen, atOwner] = [await listen(ben), await listen(owner)]
      await ban(ben)
      expect(await atBen.next('gone')).toEqual({ type: 'gone', ssid, reason: 'banned' })
      await atOwner.next('session', ({ session }) => session.active.every(({ id }) => id !== ben.id))
      expect((await see(owner)).active.map(({ id }) => id)).toEqual([owner.id, manager.id, cleo.id])
      expect(await enter(ben)).toBe('403 banned')
      expect(await refusal(vote(ben, 'a'))).toBe('403 banned')
      expect(await refusal(ben.call('skip', { params: { ssid } }))).toBe('403 banned')
      expect(await refusal(ben.call('play', { params: { ssid } }))).toBe('403 banned')
      expect(await refusal(ben.call('matcher', { params: { ssid } }))).toBe('403 banned')
      atBen.say({ type: 'open', ssid })
      expect((await atBen.next('gone')).reason).toBe('banned')
    })

    it('S5 the votes of the user stop counting, and count again when it is lifted', async () => {
      await granted(vote(ben, 'a'))
      await granted(vote(cleo, 'a'))
      await granted(vote(ben, 'b', 'down'))
      await ban(ben)
      expect(await list()).toEqual([['a', 1, 0, cleo.id]])
      const atCleo = await listen(cleo)
      await ban()
      await atCleo.next('session', ({ session }) => session.votes.length === 2)
      expect(await list()).toEqual([
        ['a', 2, 0, ben.id],
        ['b', 0, 1, undefined],
      ])
      expect((await see(ben)).you.votes).toEqual({ a: 'up', b: 'down' })
    })

    it('S5 H3 H4 a user gets the number of their songs when one leaves the list', async () => {
      for (const [song, direction] of [
        ['a', 'up'],
        ['b', 'down'],
      ] as const) {
        await granted(vote(cleo, song))
        await granted(vote(ben, song, direction))
        // The song stays Cleo's.
        await granted(cleo.call('voteUp', { params: { ssid }, body: { songID: song, vote: 'none' } }))
      }
      const atCleo = await listen(cleo)
      await over(owner, { downVotes: false })
      expect((await atCleo.next('you')).you.added).toBe(1)
      await ban(ben)
      expect((await atCleo.next('you')).you.added).toBe(0)
    })

    it('S5 many votes are all counted again', async () => {
      const songs = Array.from({ length: 200 }, (_, index) => `many-${index}`)
      await fixture.addSongs(songs)
      for (const answer of await Promise.all(songs.map((song) => vote(ben, song))))
        expect(answer.ok).toBe(true)
      await ban(ben)
      expect(await list()).toEqual([])
      await ban()
      expect(await list()).toHaveLength(200)
    })

    it('S5 a vote that arrives during the ban does not count', async () => {
      for (let round = 0; round < 5; round += 1) {
        await Promise.all([vote(ben, 'a'), ban(ben), vote(ben, 'b')])
        expect(await list()).toEqual([])
        await ban()
        await see(ben)
      }
    })

    it('S5 K2 the skip wish of the user stops counting', async () => {
      for (const song of ['a', 'b']) await granted(vote(owner, song))
      await granted(owner.call('play', { params: { ssid } }))
      await granted(ben.call('skip', { params: { ssid } }))
      expect((await see(owner)).skips).toBe(25)
      await ban(ben)
      expect((await see(owner)).skips).toBe(0)
      await ban()
      await see(ben)
      expect((await see(owner)).skips).toBe(25)
    })

    it('S5 a user who enters at the same moment does not stay in the session', async () => {
      const live = await attend(ben)
      for (let round = 0; round < 5; round += 1) {
        live.say({ type: 'open', ssid })
        await Promise.all([ban(ben), ben.call('session', { params: { ssid } })])
        // The server handles the messages of a connection in their order. When it has answered this message, it has
        // also handled the earlier ones.
        const nowhere = randomUUID()
        live.say({ type: 'open', ssid: nowhere })
        await live.next('gone', (gone) => gone.ssid === nowhere)
        const { active } = await see(owner)
        expect(active.map(({ id }) => id)).not.toContain(ben.id)
        await ban()
        await see(ben)
      }
    })

    it('S5 I2 the session leaves the home list of the user at once, and comes back', async () => {
      const live = await attend(ben)
      for (const [banned, count] of [
        [[ben], 0],
        [[], 1],
      ] as const) {
        await ban(...banned)
        expect((await live.next('changed')).what).toBe('invites')
        expect(await granted(ben.call('invites'))).toHaveLength(count)
      }
    })
  })

  describe('another policy', () => {
    it('S2 friends of listeners are notified when a session becomes free, when someone enters, and when it ends', async () => {
      const [dan, eva] = [await fixture.addUser('dan'), await fixture.addUser('eva')]
      await befriend(ben, dan)
      await befriend(eva, dan)
      const live = await attend(dan)
      const isNotified = async () =>
        expect(await live.next('changed', ({ what }) => what === 'invites')).toBeDefined()
      await over(owner, { policy: 'free' })
      await isNotified()
      await see(eva)
      await isNotified()
      await over(owner, { policy: 'invite' })
      await isNotified()
      await over(owner, { policy: 'free' })
      await see(eva)
      await isNotified()
      await granted(owner.call('deleteSession', { params: { ssid } }))
      await isNotified()
    })

    it('S2 listeners who are not admitted any more are removed, and owner and moderators stay', async () => {
      await invite(owner, cleo)
      const [atBen, atCleo] = [await listen(ben), await listen(cleo)]
      await over(manager, { policy: 'strict' })
      expect(await atBen.next('gone')).toEqual({ type: 'gone', ssid, reason: 'policy' })
      // The removal is sent together with the new policy or right after it.
      await Promise.race([
        atCleo.next('session', ({ session }) => session.activeCount === 3),
        atCleo.next('people', ({ activeCount }) => activeCount === 3),
      ])
      expect((await see(manager)).active.map(({ id }) => id)).toEqual([owner.id, manager.id, cleo.id])
      expect(await enter(ben)).toBe('403 policy')
    })

    it('S2 in a strict session, users whom only a demoted manager invited are removed with the level', async () => {
      await invite(manager, ben)
      await invite(owner, manager)
      await over(owner, { policy: 'strict' })
      await see(ben)
      await over(owner, { mods: [{ user_id: manager.id, level: 'operator' }] })
      expect(await enter(ben)).toBe('403 policy')
      expect((await see(owner)).active.map(({ id }) => id)).toEqual([owner.id, manager.id])
    })
  })

  describe('changes for listeners', () => {
    it('R1 a user who gets, changes or loses a level gets their new role', async () => {
      const live = await listen(manager)
      await over(owner, { mods: [{ user_id: manager.id, level: 'relate' }] })
      expect((await live.next('you')).you.role).toBe('relate')
      await over(owner, { mods: [] })
      expect((await live.next('you')).you.role).toBe('guest')
    })

    it('D2 title, threshold, policy and flavor are sent to live connections', async () => {
      await granted(vote(ben, 'a'))
      const live = await listen(cleo)
      const flavor = { mode: 'whitelist' as const, selected: [] }
      await over(owner, { title: 'Bar', skipPercent: 60, policy: 'free', flavor })
      const { session } = await live.next('session', ({ session }) => session.session.title === 'Bar')
      expect(session).toMatchObject({
        session: { title: 'Bar', policy: 'free' },
        setup: { skipPercent: 60 },
        votes: [{ song: { id: 'a' }, why: { rule: 'refused' } }],
      })
    })

    it('I2 everyone with the session on their home list is notified of a new title', async () => {
      const invited = await fixture.addUser('invited')
      await invite(owner, invited)
      const lives = await Promise.all([owner, ben, invited].map(attend))
      await over(owner, { title: 'Bar' })
      for (const live of lives) await live.next('changed')
      expect(await granted(invited.call('invites'))).toMatchObject([{ title: 'Bar' }])
    })

    it('K2 a lower threshold skips a song that now has enough wishes', async () => {
      for (const song of ['a', 'b']) await granted(vote(owner, song))
      await over(owner, { skipPercent: 90 })
      await granted(owner.call('play', { params: { ssid } }))
      for (const guest of [ben, cleo]) await granted(guest.call('skip', { params: { ssid } }))
      expect((await see(ben)).nowPlaying.song?.id).toBe('a')
      await over(owner, { skipPercent: 50 })
      expect((await see(ben)).nowPlaying.song?.id).toBe('b')
    })

    it('K3 a manager’s skip acts at once, an operator’s does not', async () => {
      for (const song of ['a', 'b']) await granted(vote(owner, song))
      await granted(owner.call('play', { params: { ssid } }))
      await over(owner, { mods: [{ user_id: manager.id, level: 'operator' }] })
      expect(await granted(manager.call('skip', { params: { ssid } }))).toMatchObject({ skipped: false })
      await over(owner, { mods: [{ user_id: manager.id, level: 'manager' }] })
      await granted(manager.call('skip', { params: { ssid } }))
      expect(await granted(manager.call('skip', { params: { ssid } }))).toMatchObject({ skipped: true })
    })
  })
})
