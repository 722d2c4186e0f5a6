import type { OptionsBody } from '@jointly/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { openManagedSession, saveOver } from '../../testing/managed-session.ts'
import {
  granted,
  openSession,
  openSessionFixture,
  type SessionFixture,
  type TestUser,
} from '../../testing/session-fixture.ts'

const LENGTH_MS = 180_000

describe.each(databases)('the rules of the host on $name', (factory) => {
  let fixture: SessionFixture
  let ann: TestUser
  let ben: TestUser
  let cleo: TestUser
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
    await fixture.addSongs(['a', 'b', 'c', 'd'], LENGTH_MS)
    await fixture.addSongs(['long'], 3 * LENGTH_MS)
    await fixture.addSongs(['rude'], LENGTH_MS)
    await fixture.db.updateTable('songs').set({ explicit: 1 }).where('id', '=', 'rude').execute()
  })
  afterAll(() => fixture.close())

  beforeEach(async () => {
    for (const name of ['ann', 'ben', 'cleo']) {
      const user = await fixture.addUser(name)
      if (name === 'ann') ann = user
      else if (name === 'ben') ben = user
      else cleo = user
    }
    ssid = await openSession(ann, ben, cleo)
  })

  const setRules = (rules: Omit<OptionsBody, 'version'>) => granted(saveOver(ann, ssid, rules))
  const cast = async (user: TestUser, songID: string, vote: 'up' | 'down' | 'none' = 'up') => {
    fixture.clock.ms += 1
    const answer = await user.call('voteUp', { params: { ssid }, body: { songID, vote } })
    if (answer.ok) return 'ok'
    return 'rule' in answer.error && answer.status === 409 ? answer.error.rule : answer.error.code
  }
  const see = (user = ann) => granted(user.call('session', { params: { ssid } }))
  const counts = async () => (await see()).votes.map(({ song, upvotes, score }) => [song.id, upvotes, score])
  const play = async () => (await granted(ann.call('play', { params: { ssid } }))).song?.id ?? null
  const nextSong = async () => {
    await granted(ann.call('skip', { params: { ssid }, body: { wish: true } }))
    await granted(ben.call('skip', { params: { ssid }, body: { wish: true } }))
    return (await see()).nowPlaying.song?.id ?? null
  }

  it('H2 while adding is locked, people without a role vote only for listed songs', async () => {
    expect(await cast(ann, 'a')).toBe('ok')
    await setRules({ adding: false })
    expect(await cast(ben, 'b')).toBe('locked')
    expect(await cast(ben, 'a')).toBe('ok')
    // Ben may list a song with a down-vote. But his up-vote for it would add the song, so it is refused.
    expect(await cast(ben, 'b', 'down')).toBe('ok')
    expect(await cast(ben, 'b')).toBe('locked')
    expect(await cast(ann, 'b')).toBe('ok')
    expect(await cast(ben, 'b')).toBe('ok')
    await setRules({ adding: true })
    expect(await cast(ben, 'c')).toBe('ok')
  })

  it('H2 every role may add songs while adding is locked', async () => {
    ssid = await openManagedSession(ann, [[ben, 'relate']], cleo)
    await setRules({ adding: false })
    expect(await cast(ben, 'a')).toBe('ok')
    expect(await cast(cleo, 'b')).toBe('locked')
    expect((await see(cleo)).setup.rules.adding).toBe(false)
  })

  it('H3 a person has as many listed songs as the rule says, no matter who else votes for them', async () => {
    await setRules({ songsPerPerson: 2 })
    expect([await cast(ben, 'a'), await cast(ben, 'b'), await cast(ben, 'c')]).toEqual(['ok', 'ok', 'limit'])
    expect((await see(ben)).you.added).toBe(2)
    expect(await cast(cleo, 'c')).toBe('ok')
    expect(await cast(ben, 'c')).toBe('ok')
    // Ben added this song. It counts for him although Cleo votes for it and Ben withdraws his vote.
    expect(await cast(cleo, 'a')).toBe('ok')
    expect(await cast(ben, 'a', 'none')).toBe('ok')
    expect(await cast(ben, 'd')).toBe('limit')
    // A song that leaves the list or plays does not count for the limit any more.
    expect(await cast(ben, 'b', 'none')).toBe('ok')
    expect(await cast(ben, 'd')).toBe('ok')
    expect(await cast(ben, 'b')).toBe('limit')
    expect(await play()).toBe('c')
    expect((await see(ben)).you.added).toBe(2)
    await nextSong()
    expect((await see(ben)).you.added).toBe(1)
  })

  it('H3 a lower number removes no song', async () => {
    for (const song of ['a', 'b']) await cast(ben, song)
    await setRules({ songsPerPerson: 1 })
    expect((await see()).votes).toHaveLength(2)
    expect(await cast(ben, 'c')).toBe('limit')
  })

  it('H4 while down-votes are off they do not count, and they come back', async () => {
    await cast(ben, 'a')
    await cast(ann, 'a', 'down')
    await cast(cleo, 'a', 'down')
    await cast(cleo, 'b', 'down')
    await setRules({ downVotes: false })
    expect(await counts()).toEqual([['a', 1, 1]])
    expect(await cast(ann, 'c', 'down')).toBe('down-votes')
    // A down-vote that does not count can be withdrawn or replaced. That changes no count while down-votes are off.
    expect(await cast(ann, 'a', 'none')).toBe('ok')
    expect(await counts()).toEqual([['a', 1, 1]])
    await setRules({ downVotes: true })
    expect(await counts()).toEqual([
      ['a', 1, 0],
      ['b', 0, -1],
    ])
  })

  it('H5 refused songs cannot be voted up, and the search marks them', async () => {
    await setRules({ explicit: false, maxMinutes: 5 })
    expect([await cast(ben, 'rude'), await cast(ben, 'long'), await cast(ben, 'a')]).toEqual([
      'explicit',
      'length',
      'ok',
    ])
    expect(await cast(ann, 'rude')).toBe('explicit')
    await setRules({ explicit: true, maxMinutes: null })
    expect([await cast(ben, 'rude'), await cast(ben, 'long')]).toEqual(['ok', 'ok'])
  })

  it('H5 listed songs stay with their mark and do not play', async () => {
    for (const song of ['rude', 'long', 'a']) await cast(ben, song)
    await setRules({ explicit: false, maxMinutes: 5 })
    const { votes } = await see()
    expect(votes.map(({ song, why }) => [song.id, why.rule, why.refusedRule])).toEqual([
      ['a', 'last', undefined],
      ['rude', 'refused', 'explicit'],
      ['long', 'refused', 'length'],
    ])
    expect(await play()).toBe('a')
    expect(await nextSong()).toBeNull()
    await setRules({ explicit: true })
    expect(await play()).toBe('rude')
  })

  it('H5 random mode respects the rules', async () => {
    const [rude, mild, calm] = ['rude', 'mild', 'calm'].map((name) => `${name}-${ben.id}`)
    await fixture.loadSongs(ben, [`${rude}`, `${mild}`, `${calm}`], LENGTH_MS)
    await fixture.db.updateTable('songs').set({ explicit: 1 }).where('id', '=', `${rude}`).execute()
    await setRules({ explicit: false, noRepeat: 2 })
    const { listeners } = await granted(ann.call('matcher', { params: { ssid } }))
    expect(listeners.map(({ songs }) => songs)).toEqual([2])
    expect(await play()).toBe(calm)
    expect(await nextSong()).toBe(mild)
    expect(await nextSong()).toBeNull()
    await setRules({ noRepeat: 0 })
    expect(await play()).toBe(calm)
  })

  it('H5 a song comes again only after as many others as the rule says', async () => {
    await setRules({ noRepeat: 2 })
    for (const song of ['a', 'b', 'c']) await cast(ben, song)
    expect(await play()).toBe('a')
    expect(await cast(ben, 'a')).toBe('repeat')
    expect([await nextSong(), await cast(ben, 'a')]).toEqual(['b', 'repeat'])
    expect([await nextSong(), await cast(ben, 'a')]).toEqual(['c', 'ok'])
  })
})
