import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { connectLiveAs } from '../../testing/live-client.ts'
import {
  befriend,
  type TestUser,
  granted,
  type SessionFixture,
  openSessionFixture,
  refusal,
} from '../../testing/session-fixture.ts'

describe.each(databases)('friends on $name', (factory) => {
  let fixture: SessionFixture
  let ann: TestUser
  let ben: TestUser

  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    ;[ann, ben] = [await fixture.addUser('ann'), await fixture.addUser('ben')]
  })

  const change = (from: TestUser, to: { id: string }, wish?: boolean) =>
    from.call('changeFriend', { body: { friend: to.id, ...(wish !== undefined && { wish }) } })
  const list = async (guest: TestUser) => (await granted(guest.call('friends'))).map(({ status }) => status)
  const find = (guest: TestUser, s: string) => granted(guest.call('findFriends', { body: { s } }))
  const nobody = '00000000-0000-4000-8000-000000000000'

  describe('changing', () => {
    it('N1 both users see a request, and accepting it makes them friends', async () => {
      expect(await granted(change(ann, ben))).toEqual({
        id: ben.id,
        username: ben.name,
        user1: ann.id,
        user2: ben.id,
        is_friend: false,
        status: 'requested',
      })
      expect([await list(ann), await list(ben)]).toEqual([['requested'], ['asked']])
      expect(await granted(change(ben, ann))).toMatchObject({ is_friend: true, status: 'friends' })
      expect([await list(ann), await list(ben)]).toEqual([['friends'], ['friends']])
    })

    it('N1 either user can withdraw a request or end a friendship', async () => {
      await granted(change(ann, ben))
      expect(await granted(change(ann, ben))).toMatchObject({ status: 'none', user1: null, user2: null })
      await befriend(ann, ben)
      expect(await granted(change(ben, ann))).toMatchObject({ status: 'none', is_friend: false })
      expect([await list(ann), await list(ben)]).toEqual([[], []])
    })

    it('N1 a wish sets the state: repeating it changes nothing, and it can decline a request', async () => {
      for (const status of ['requested', 'requested'])
        expect(await granted(change(ann, ben, true))).toMatchObject({ status })
      for (const status of ['none', 'none'])
        expect(await granted(change(ben, ann, false))).toMatchObject({ status })
      expect(await list(ann)).toEqual([])
    })

    it('N1 two requests to each other at the same time make one friendship', async () => {
      const { callAs } = await fixture.startSecondServer()
      for (let round = 0; round < 10; round += 1) {
        const [one, other] = [await fixture.addUser('one'), await fixture.addUser('other')]
        const answers = await Promise.all([
          granted(change(one, other)),
          granted(callAs(other)('changeFriend', { body: { friend: one.id } })),
        ])
        expect(answers.map(({ status }) => status).sort()).toEqual(['friends', 'requested'])
        expect([await list(one), await list(other)]).toEqual([['friends'], ['friends']])
      }
    })

    it('N1 nobody can befriend themselves or an unknown user', async () => {
      expect(await change(ann, ann)).toMatchObject({
        ok: false,
        status: 422,
        error: { fields: { friend: 'self' } },
      })
      expect(await refusal(change(ann, { id: nobody }))).toBe('404 not-found')
    })

    it('N1 a user can have at most a hundred open requests', async () => {
      const strangers = Array.from({ length: 100 }, (_, index) => ({
        id: crypto.randomUUID(),
        username: `crowd${index}`,
        username_key: `crowd${index}-${ann.id}`,
        email: '',
        password_hash: '',
        level: 0,
        created_at: 0,
      }))
      await fixture.db.insertInto('users').values(strangers).execute()
      const asked = strangers.map(({ id }) => ({ user1: ann.id, user2: id, accepted: 0, created_at: 0 }))
      await fixture.db.insertInto('friends').values(asked).execute()
      expect(await refusal(change(ann, ben))).toBe('409 too-many')
      await granted(change(ben, ann))
      expect(await granted(change(ann, ben))).toMatchObject({ status: 'friends' })
    })

    it('N1 both users are notified at once, also about their home list when a friendship begins or ends', async () => {
      const both = await Promise.all([ann, ben].map(({ token }) => connectLiveAs(fixture.origin, token)))
      const bothGet = async (...lists: string[]) => {
        for (const live of both)
          for (const what of lists) expect(await live.next('changed')).toEqual({ type: 'changed', what })
      }
      await granted(change(ann, ben))
      await bothGet('friends')
      await granted(change(ben, ann))
      await bothGet('friends', 'invites')
      await granted(change(ann, ben))
      await bothGet('friends', 'invites')
      for (const live of both) live.leave()
    })
  })

  describe('finding', () => {
    it('N2 matches the start of the name, ignoring case, including the caller, and shows no address', async () => {
      const name = ann.name.toUpperCase()
      expect(await find(ann, name)).toEqual([
        { id: ann.id, username: ann.name, user1: null, user2: null, is_friend: false, status: 'self' },
      ])
      await granted(change(ann, ben))
      expect(await find(ben, name)).toEqual([
        { id: ann.id, username: ann.name, user1: ann.id, user2: ben.id, is_friend: false, status: 'asked' },
      ])
      expect(await find(ann, ann.name.slice(1))).toEqual([])
    })

    it('N2 a text that cannot be in a name finds nobody, also if it has a meaning in SQL', async () => {
      for (const s of ['%', '_', 'an%', 'ann_', '\\', "'", 'ä', 'a\u0000', '\uD83D'])
        expect(await find(ann, s)).toEqual([])
    })

    it('N2 finds names with every allowed character, and no character is a wildcard', async () => {
      const id = crypto.randomUUID().slice(0, 8)
      const names = [`w${id}-a`, `w${id}.a`, `w${id}0a`, `w${id}_a`, `w${id}za`]
      for (const username of names)
        await fixture.db
          .insertInto('users')
          .values({
            id: crypto.randomUUID(),
            username,
            username_key: username,
            email: '',
            password_hash: '',
            level: 0,
            created_at: 0,
          })
          .execute()
      expect((await find(ann, `W${id}`)).map(({ username }) => username)).toEqual(names)
      expect((await find(ann, `w${id}_`)).map(({ username }) => username)).toEqual([`w${id}_a`])
    })

    it('N2 answers at most 20 people, by name, and nobody for an empty text', async () => {
      for (let count = 0; count < 22; count += 1)
        await fixture.addUser(`zoe${String(count).padStart(2, '0')}`)
      const names = (await find(ann, 'zoe')).map(({ username }) => username.slice(0, 5))
      expect(names).toEqual(Array.from({ length: 20 }, (_, index) => `zoe${String(index).padStart(2, '0')}`))
      expect(await refusal(ann.call('findFriends', { body: { s: '  ' } }))).toBe('422 invalid')
    })

    it('N2 is limited, so that nobody can list all users', async () => {
      for (let count = 0; count < 60; count += 1) await find(ben, 'q')
      expect(await ben.call('findFriends', { body: { s: 'q' } })).toMatchObject({
        ok: false,
        status: 429,
        retryAfterSec: expect.any(Number),
      })
      await find(ann, 'q')
    })
  })
})
