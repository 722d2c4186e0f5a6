import type { Flavor } from '@jointly/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openManagedSession, saveOver } from '../../testing/managed-session.ts'
import {
  type TestUser,
  granted,
  type SessionFixture,
  openSessionFixture,
  openSession,
  refusal,
} from '../../testing/session-fixture.ts'
import { link, type Person, startTestServer, type TestServer } from '../../testing/test-server.ts'

const LENGTH_MS = 180_000

describe('a flavor', () => {
  let fixture: SessionFixture
  let ann: TestUser
  let ben: TestUser
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture()
    await fixture.addSongs(['a', 'b'], LENGTH_MS)
  })
  afterAll(() => fixture.close())

  beforeEach(async () => {
    ;[ann, ben] = [await fixture.addUser('ann'), await fixture.addUser('ben')]
    ssid = await openManagedSession(ann, [], ben)
  })

  const setFlavor = (mode: Flavor['mode'], ...selected: Flavor['selected']) =>
    granted(saveOver(ann, ssid, { flavor: { mode, selected } }))
  const cast = (guest: TestUser, songID: string, vote: 'up' | 'down' | 'none' = 'up') => {
    fixture.clock.ms += 1
    return guest.call('voteUp', { params: { ssid }, body: { songID, vote } })
  }
  const see = () => granted(ann.call('session', { params: { ssid } }))
  const list = async () => (await see()).votes.map(({ song, why }) => [song.id, why.rule, why.refusedBy?.id])
  const listen = async (ms: number) => {
    for (let left = ms; left > 0; left -= 20_000) {
      await fixture.advanceClock(Math.min(20_000, left))
      await see()
    }
  }

  it('F3 a refused song cannot be voted up, and the answer names the item that refuses it', async () => {
    await setFlavor(
      'blacklist',
      { kind: 'song', id: 'a', title: 'Song a' },
      { kind: 'artist', id: 'artist-of-b' },
    )
    expect(await cast(ben, 'a')).toMatchObject({
      status: 409,
      error: { code: 'flavor', item: { kind: 'song', id: 'a', label: 'Song a' } },
    })
    expect(await cast(ben, 'b')).toMatchObject({
      status: 409,
      error: { code: 'flavor', item: { kind: 'artist', id: 'artist-of-b', label: 'artist-of-b' } },
    })
    await granted(cast(ben, 'a', 'down'))
    expect(await refusal(cast(ben, 'a'))).toBe('409 flavor')
  })

  it('F2 F3 a whitelist refuses songs that match no item, and an empty one refuses all', async () => {
    await setFlavor('whitelist', { kind: 'song', id: 'a' })
    await granted(cast(ben, 'a'))
    const answer = await cast(ben, 'b')
    expect(answer).toMatchObject({ status: 409, error: { code: 'flavor' } })
    expect(answer).not.toHaveProperty('error.item')
    await setFlavor('whitelist')
    expect(await refusal(cast(ann, 'a'))).toBe('409 flavor')
    await setFlavor('disabled', { kind: 'song', id: 'a' })
    await granted(cast(ann, 'b'))
  })

  it('F3 a listed song stays in the list and is marked, is not played, and its vote can be withdrawn', async () => {
    for (const song of ['a', 'b']) await granted(cast(ben, song))
    await granted(cast(ann, 'a'))
    await setFlavor('blacklist', { kind: 'song', id: 'a' })
    expect(await list()).toEqual([
      ['b', 'last', undefined],
      ['a', 'refused', 'a'],
    ])
    expect((await granted(ann.call('play', { params: { ssid } }))).song?.id).toBe('b')
    await listen(LENGTH_MS)
    expect((await see()).nowPlaying).toMatchObject({ mode: 'passive', song: null })
    expect(await list()).toEqual([['a', 'refused', 'a']])
    await granted(cast(ben, 'a', 'none'))
    expect(await refusal(cast(ben, 'a'))).toBe('409 flavor')
    await setFlavor('disabled')
    expect((await granted(ann.call('play', { params: { ssid } }))).song?.id).toBe('a')
  })

  it('F3 P3 random mode never chooses a refused song', async () => {
    await fixture.loadSongs(ben, ['x1', 'x2', 'x3', 'x4'], LENGTH_MS)
    await granted(ben.call('session', { params: { ssid } }))
    await setFlavor('whitelist', { kind: 'artist', id: 'artist-of-x3' })
    await granted(ann.call('play', { params: { ssid } }))
    expect((await see()).nowPlaying).toMatchObject({ chosen: 'random', song: { id: 'x3' } })
  })

  it('R5 F3 it has no effect while the session is not managed', async () => {
    await setFlavor('whitelist')
    await granted(ann.call('downgrade', { params: { ssid } }))
    await granted(cast(ben, 'a'))
    expect(await list()).toEqual([['a', 'last', undefined]])
  })
})

describe('the items of a flavor', () => {
  let server: TestServer
  let ann: Person
  let ben: Person
  let ssid: string

  beforeAll(async () => {
    server = await startTestServer()
    ;[ann, ben] = [await server.signUp('ann'), await server.signUp('ben')]
    ssid = await openSession(ann, ben)
    await granted(ann.call('upgrade', { params: { ssid }, body: { plan: 'infinite' } }))
  })
  afterAll(() => server.close())

  it('F1 D3 the options list them, each with its id and its name or title', async () => {
    const flavor = {
      mode: 'blacklist' as const,
      selected: [
        { kind: 'artist' as const, id: 'artist', name: 'Some artist' },
        { kind: 'song' as const, id: 'song', title: 'Some song' },
      ],
    }
    const { version } = await granted(ann.call('options', { params: { ssid } }))
    await granted(ann.call('saveOptions', { params: { ssid }, body: { version, flavor } }))
    expect((await granted(ann.call('options', { params: { ssid } }))).flavor).toEqual(flavor)
  })

  it('F1 F3 D7 a playlist contains its songs no matter who imported them; search and library mark refused songs', async () => {
    await link(ben, 'ann')
    const playlists = await granted(ben.call('providerPlaylists'))
    const [chosen, other] = playlists.filter(({ state, total }) => state !== 'refused' && total > 0)
    if (!chosen || !other) throw new Error('too few playlists')
    await granted(
      ben.call('choosePlaylists', { body: [chosen, other].map(({ id }) => ({ id, load: true })) }),
    )
    await server.app.importsIdle()
    const item = { kind: 'playlist' as const, id: chosen.id, title: chosen.title }
    const { version } = await granted(ann.call('options', { params: { ssid } }))
    const flavor = { mode: 'blacklist' as const, selected: [item] }
    await granted(ann.call('saveOptions', { params: { ssid }, body: { version, flavor } }))

    const library = await granted(ben.call('playlist', { query: { playlistID: chosen.id, ssid } }))
    expect(library.songs.length).toBeGreaterThan(0)
    for (const song of library.songs) expect(song).toMatchObject({ refused: true, refusedBy: item })
    const refused = new Set(library.songs.map(({ id }) => id))
    const elsewhere = await granted(ben.call('playlist', { query: { playlistID: other.id, ssid } }))
    for (const song of elsewhere.songs)
      expect([song.id, song.refused]).toEqual([song.id, refused.has(song.id)])

    const [song] = library.songs
    if (!song) throw new Error('no song')
    const { data } = await granted(ann.call('songs', { query: { query: song.title, ssid } }))
    expect(data.find(({ id }) => id === song.id)).toMatchObject({
      refused: true,
      listed: false,
      refusedBy: item,
    })
    expect(await ann.call('voteUp', { params: { ssid }, body: { songID: song.id } })).toMatchObject({
      status: 409,
      error: { code: 'flavor', item: { kind: 'playlist', id: chosen.id, label: chosen.title } },
    })
  })

  it('F3 the list is marked again when a playlist of the flavor is imported', async () => {
    const cleo = await server.signUp('cleo')
    const party = await openSession(cleo)
    await granted(cleo.call('upgrade', { params: { ssid: party }, body: { plan: 'infinite' } }))
    await link(cleo, 'cleo')
    const [late] = (await granted(cleo.call('providerPlaylists'))).filter(({ total }) => total > 0)
    const id = late?.id ?? ''
    const flavor = {
      mode: 'whitelist' as const,
      selected: [{ kind: 'playlist' as const, id, title: 'Late' }],
    }
    const { data } = await granted(cleo.call('songs', { query: { query: 'a' } }))
    for (const song of data)
      await granted(cleo.call('voteUp', { params: { ssid: party }, body: { songID: song.id } }))
    await granted(cleo.call('saveOptions', { params: { ssid: party }, body: { version: 1, flavor } }))
    const marks = async () => {
      const { votes } = await granted(cleo.call('session', { params: { ssid: party } }))
      return Object.fromEntries(votes.map(({ song, why }) => [song.id, why.rule === 'refused']))
    }
    expect(await marks()).toEqual(Object.fromEntries(data.map((song) => [song.id, true])))
    await granted(cleo.call('choosePlaylists', { body: [{ id, load: true }] }))
    await server.app.importsIdle()
    await server.app.importsIdle()
    const { songs } = await granted(cleo.call('playlist', { query: { playlistID: id } }))
    const imported = new Set(songs.map((song) => song.id))
    expect(await marks()).toEqual(Object.fromEntries(data.map((song) => [song.id, !imported.has(song.id)])))
    expect(data.some((song) => imported.has(song.id))).toBe(true)
  })
})
