import type { OptionsBody } from '@jointly/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openManagedSession, saveOver } from '../../testing/managed-session.ts'
import {
  granted,
  openSessionFixture,
  type SessionFixture,
  type TestUser,
} from '../../testing/session-fixture.ts'

describe('songs that wait for approval', () => {
  let fixture: SessionFixture
  let ann: TestUser
  let ben: TestUser
  let cleo: TestUser
  let dan: TestUser
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture()
    await fixture.addSongs(['a', 'b', 'c', 'd'])
    await fixture.addSongs(['long'], 600_000)
  })
  afterAll(() => fixture.close())

  beforeEach(async () => {
    ann = await fixture.addUser('ann')
    ben = await fixture.addUser('ben')
    cleo = await fixture.addUser('cleo')
    dan = await fixture.addUser('dan')
    ssid = await openManagedSession(ann, [[dan, 'relate']], ben, cleo)
    await setRules({ approve: true })
  })

  const setRules = (rules: Omit<OptionsBody, 'version'>) => granted(saveOver(ann, ssid, rules))
  const cast = async (user: TestUser, songID: string, vote: 'up' | 'down' | 'none' = 'up') => {
    fixture.clock.ms += 1
    const answer = await user.call(vote === 'down' ? 'voteDown' : 'voteUp', {
      params: { ssid },
      body: { songID, vote },
    })
    if (answer.ok) return answer.value.waiting ? 'waits' : answer.value.vote
    return 'rule' in answer.error && answer.error.rule ? answer.error.rule : answer.error.code
  }
  const decide = async (approved: boolean, songID: string, user = ann) => {
    fixture.clock.ms += 1
    const answer = await user.call('approve', { params: { ssid, songID }, body: { approved } })
    if (answer.ok) return 'ok'
    return 'rule' in answer.error && answer.error.rule ? answer.error.rule : answer.error.code
  }
  const see = (user: TestUser) => granted(user.call('session', { params: { ssid } }))
  const list = async (user = ann) =>
    (await see(user)).votes.map(({ song, upvotes, why }) => [song.id, upvotes, why.by?.id])
  const waiting = async (user = ann) =>
    (await granted(user.call('waiting', { params: { ssid } }))).songs.map(({ song, wishes, people }) => [
      song.id,
      wishes,
      people.map(({ id }) => id),
    ])
  const own = async (user: TestUser) => (await see(user)).you

  it('H9 songs of people without a role wait, and people with a role add songs at once', async () => {
    expect(await cast(ben, 'a')).toBe('waits')
    expect(await cast(ann, 'b')).toBe('up')
    expect(await cast(dan, 'c')).toBe('up')
    // Ben has no role, but everyone may vote for listed songs.
    expect(await cast(ben, 'b')).toBe('up')
    expect(await list()).toEqual([
      ['b', 2, ann.id],
      ['c', 1, dan.id],
    ])
    expect((await see(cleo)).waiting).toMatchObject({ count: 1 })
    expect(await own(ben)).toMatchObject({ added: 1, waiting: ['a'], votes: { b: 'up' } })
    expect(await own(cleo)).toMatchObject({ added: 0, waiting: [] })
  })

  it('H9 a song that is listed only because of down-votes waits too, and the down-vote ends', async () => {
    expect(await cast(ben, 'a', 'down')).toBe('down')
    expect(await cast(cleo, 'a', 'down')).toBe('down')
    expect(await cast(ben, 'a')).toBe('waits')
    expect((await own(ben)).votes).toEqual({})
    expect(await decide(true, 'a')).toBe('ok')
    expect((await see(ann)).votes).toMatchObject([{ song: { id: 'a' }, upvotes: 1, downvotes: 1 }])
  })

  it('H9 a wish is repeated, withdrawn, or replaced by a down-vote like an up-vote', async () => {
    expect(await cast(ben, 'a')).toBe('waits')
    const { version } = (await see(ann)).waiting ?? {}
    expect(await cast(ben, 'a')).toBe('waits')
    expect((await see(ann)).waiting).toEqual({ count: 1, version })
    const toggled = await granted(ben.call('voteUp', { params: { ssid }, body: { songID: 'a' } }))
    expect(toggled).toMatchObject({ vote: 'none' })
    expect(await waiting()).toEqual([])
    expect(await cast(ben, 'a')).toBe('waits')
    expect(await cast(ben, 'a', 'down')).toBe('down')
    expect(await waiting()).toEqual([])
    expect(await own(ben)).toMatchObject({ added: 0, waiting: [], votes: { a: 'down' } })
  })

  it('H9 wishes of several people become up-votes in their order when the song is approved', async () => {
    expect(await cast(cleo, 'a')).toBe('waits')
    expect(await cast(ben, 'a')).toBe('waits')
    expect(await waiting()).toEqual([['a', 2, [cleo.id, ben.id]]])
    expect(await waiting(ben)).toEqual([['a', 1, [ben.id]]])
    expect(await waiting(dan)).toEqual([])
    expect(await decide(true, 'a')).toBe('ok')
    expect(await list()).toEqual([['a', 2, cleo.id]])
    expect((await see(ann)).waiting?.count).toBe(0)
    expect(await own(cleo)).toMatchObject({ added: 1, waiting: [], votes: { a: 'up' } })
    expect(await own(ben)).toMatchObject({ added: 0, waiting: [], votes: { a: 'up' } })
  })

  it('H9 a declined song waits no more, and may be added again', async () => {
    const messages: unknown[] = []
    const stop = fixture.bus.subscribe((event) => void (event.type === 'person' && messages.push(event)))
    await cast(ben, 'a')
    expect(await decide(false, 'a')).toBe('ok')
    stop()
    expect(messages).toEqual([
      { type: 'person', userId: ben.id, message: { type: 'declined', ssid, title: 'Song a' } },
    ])
    expect(await list()).toEqual([])
    expect(await own(ben)).toMatchObject({ added: 0, waiting: [] })
    expect(await decide(false, 'a')).toBe('not-found')
    expect(await decide(true, 'a')).toBe('not-found')
    expect(await cast(ben, 'a')).toBe('waits')
  })

  it('H9 H3 waiting songs count for the songs of a person', async () => {
    await setRules({ songsPerPerson: 2 })
    expect(await cast(ben, 'a')).toBe('waits')
    expect(await decide(true, 'a')).toBe('ok')
    expect(await cast(ben, 'b')).toBe('waits')
    expect(await cast(ben, 'c')).toBe('limit')
    expect(await cast(ben, 'b', 'none')).toBe('none')
    expect(await cast(ben, 'c')).toBe('waits')
    await setRules({ songsPerPerson: 1 })
    // A lower limit removes neither listed songs nor waiting ones.
    expect(await decide(true, 'c')).toBe('ok')
    expect(await own(ben)).toMatchObject({ added: 2 })
  })

  it('H9 H5 F3 a song that the session refuses cannot be added, and goes on waiting if it is refused later', async () => {
    expect(await cast(ben, 'long')).toBe('waits')
    await setRules({ maxMinutes: 5 })
    expect(await cast(cleo, 'long')).toBe('length')
    expect(await decide(true, 'long')).toBe('length')
    const flavor = {
      mode: 'blacklist' as const,
      selected: [{ kind: 'song' as const, id: 'a', title: 'Song a' }],
    }
    expect(await cast(ben, 'a')).toBe('waits')
    await setRules({ flavor })
    expect(await decide(true, 'a')).toBe('flavor')
    expect((await waiting()).map(([id]) => id)).toEqual(['long', 'a'])
    expect(await decide(false, 'a')).toBe('ok')
    await setRules({ maxMinutes: null })
    expect(await decide(true, 'long')).toBe('ok')
  })

  it('H9 a song that a person with a role adds gets the wishes as up-votes', async () => {
    await cast(ben, 'a')
    await cast(cleo, 'a')
    const { version } = (await see(ann)).waiting ?? { version: 0 }
    expect(await cast(dan, 'a')).toBe('up')
    expect(await list()).toEqual([['a', 3, dan.id]])
    expect((await see(ann)).waiting).toEqual({ count: 0, version: version + 1 })
    expect(await own(ben)).toMatchObject({ added: 0, waiting: [], votes: { a: 'up' } })
  })

  it('H9 V1 the answer to the person who adds a waiting song counts the wishes', async () => {
    for (const user of [ben, cleo, await fixture.addUser('eva')]) await cast(user, 'a')
    const answer = await granted(ann.call('voteUp', { params: { ssid }, body: { songID: 'a', vote: 'up' } }))
    expect(answer).toMatchObject({ score: 4, upvotes: 4, vote: 'up' })
  })

  it('H9 a person who gets a role adds the own waiting song, or withdraws the wish', async () => {
    await cast(ben, 'a')
    await cast(ben, 'b')
    await fixture.db
      .insertInto('moderators')
      .values({ session_id: ssid, user_id: ben.id, level: 'relate', since: 0 })
      .execute()
    expect(await cast(ben, 'b', 'none')).toBe('none')
    expect(await cast(ben, 'a')).toBe('up')
    expect(await list()).toEqual([['a', 1, ben.id]])
    expect(await own(ben)).toMatchObject({ added: 1, waiting: [] })
  })

  it('H9 switching the rule off lists all waiting songs, and declines those that are refused now', async () => {
    await cast(ben, 'a')
    await cast(cleo, 'b')
    await cast(cleo, 'a')
    await cast(ben, 'long')
    await setRules({ maxMinutes: 5 })
    const messages: unknown[] = []
    const stop = fixture.bus.subscribe((event) => {
      if (event.type === 'person' && event.message.type === 'declined')
        messages.push([event.userId, event.message.title])
    })
    await setRules({ approve: false })
    stop()
    expect(messages).toEqual([[ben.id, 'Song long']])
    expect(await list()).toEqual([
      ['a', 2, ben.id],
      ['b', 1, cleo.id],
    ])
    expect((await see(ben)).waiting).toBeUndefined()
    expect((await own(ben)).waiting).toBeUndefined()
    expect(await waiting()).toEqual([])
    expect(await cast(ben, 'c')).toBe('up')
  })

  it('H9 S5 a ban removes the wishes of the person, also after it is lifted', async () => {
    await cast(ben, 'a')
    await cast(cleo, 'a')
    await cast(ben, 'b')
    const ban = (banned: boolean) =>
      granted(ann.call('setBan', { params: { ssid, id: ben.id }, body: { banned } }))
    const { version } = (await see(ann)).waiting ?? { version: 0 }
    await ban(true)
    expect(await waiting()).toEqual([['a', 1, [cleo.id]]])
    expect((await see(ann)).waiting?.version).toBeGreaterThan(version)
    await ban(false)
    expect(await waiting()).toEqual([['a', 1, [cleo.id]]])
  })

  it('H9 S5 a song that counts again after a ban gets the wishes of others as up-votes', async () => {
    await setRules({ approve: false })
    await cast(ben, 'a')
    await setRules({ approve: true })
    const ban = (banned: boolean) =>
      granted(ann.call('setBan', { params: { ssid, id: ben.id }, body: { banned } }))
    await ban(true)
    expect(await cast(cleo, 'a')).toBe('waits')
    await ban(false)
    expect(await list()).toEqual([['a', 2, ben.id]])
    expect(await waiting()).toEqual([])
  })

  it('H9 R5 without the plan only the owner approves, and people with a stored level wait', async () => {
    await granted(ann.call('downgrade', { params: { ssid } }))
    expect(await cast(dan, 'a')).toBe('waits')
    expect(await decide(true, 'a', dan)).toBe('forbidden')
    expect(await decide(true, 'a')).toBe('ok')
  })

  it('H9 S2 wishes of people who may not be inside any more are dropped', async () => {
    await cast(ben, 'a')
    await cast(cleo, 'a')
    await cast(ben, 'b')
    await setRules({ policy: 'strict' })
    const invite = { session_id: ssid, user_id: cleo.id, inviter_id: ann.id, invited_at: 0 }
    await fixture.db.insertInto('invites').values(invite).execute()
    expect(await decide(true, 'a')).toBe('ok')
    expect(await decide(true, 'b')).toBe('ok')
    expect(await list()).toEqual([['a', 1, cleo.id]])
    expect(await waiting()).toEqual([])
  })

  it('H9 votes and wishes together are at most 200', async () => {
    const many = Array.from({ length: 199 }, (_, index) => `many${index}`)
    await fixture.addSongs(many)
    await fixture.db
      .insertInto('votes')
      .values(
        many.map((song_id) => ({ session_id: ssid, song_id, user_id: ben.id, direction: 1, cast_at: 0 })),
      )
      .execute()
    expect(await cast(ben, 'a')).toBe('waits')
    expect(await cast(ben, 'b')).toBe('too-many')
  })

  it('H9 S6 the waiting songs of a deleted session are gone', async () => {
    await cast(ben, 'a')
    await granted(ann.call('deleteSession', { params: { ssid } }))
    const left = await fixture.db
      .selectFrom('waiting_songs')
      .selectAll()
      .where('session_id', '=', ssid)
      .execute()
    expect(left).toEqual([])
  })
})
