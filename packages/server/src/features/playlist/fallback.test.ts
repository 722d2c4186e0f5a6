import type { OptionsBody } from '@jointly/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  granted,
  link,
  type Person,
  refusal,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { databases } from '../../testing/databases.ts'
import { type FaultyProvider, startFaultyProvider } from '../../testing/faulty-provider.ts'
import { entriesOf } from '../../testing/generated-playlists.ts'
import { saveOver } from '../../testing/managed-session.ts'

describe.each(databases)('a fallback playlist, on $name', (database) => {
  let provider: FaultyProvider
  let server: TestServer
  let ann: Person
  let ben: Person
  let playlistId: string
  let songs: string[]
  let count = 0
  beforeAll(async () => {
    provider = await startFaultyProvider()
    server = await startTestServer(database, { now: () => Date.now() }, provider.settings)
  })
  beforeEach(async () => {
    ann = await server.signUp(`ann${(count += 1)}`)
    ben = await server.signUp(`ben${count}`)
    await link(ann, 'ann')
    const listed = await granted(ann.call('providerPlaylists'))
    const chosen = listed.filter(({ state }) => state !== 'refused').slice(0, 2)
    await granted(ann.call('choosePlaylists', { body: chosen.map(({ id }) => ({ id, load: true })) }))
    await server.app.importsIdle()
    playlistId = chosen[0]?.id ?? ''
    songs = (await granted(ann.call('playlist', { query: { playlistID: playlistId } }))).songs.map(
      ({ id }) => id,
    )
  })
  afterAll(async () => {
    await server.close()
    await provider.close()
  })

  const start = async (by: Person, fallback = playlistId) =>
    granted(
      by.call('createSession', { body: { title: 'Party', managed: false, isPrivate: false, fallback } }),
    )
  const play = (by: Person, ssid: string) => granted(by.call('play', { params: { ssid } }))
  const see = (by: Person, ssid: string) => granted(by.call('session', { params: { ssid } }))
  const save = (ssid: string, body: Omit<OptionsBody, 'version'>) => saveOver(ann, ssid, body)

  it('H7 a session is started with a playlist, and its owner brings only its songs', async () => {
    const { id } = await start(ann)
    expect(songs).toContain((await play(ann, id)).song?.id)
    expect((await see(ann, id)).nowPlaying).toMatchObject({ chosen: 'random', by: { id: ann.id } })
    const { listeners } = await granted(ann.call('matcher', { params: { ssid: id } }))
    expect(listeners.map((each) => each.songs <= songs.length)).toEqual([true])
  })

  it('H6 plays when nobody brought songs, after votes, and takes nobody’s turn', async () => {
    const { id } = await start(ann)
    expect(songs).toContain((await play(ben, id)).song?.id)
    expect((await see(ben, id)).nowPlaying).toMatchObject({ chosen: 'fallback', by: null })
  })

  it('H6 only an own loaded playlist can be chosen, and null removes it', async () => {
    expect(
      await refusal(
        ben.call('createSession', {
          body: { title: 'P', managed: false, isPrivate: false, fallback: playlistId },
        }),
      ),
    ).toBe('422 invalid')
    const { id } = await start(ann)
    expect(await save(id, { fallback: { id: 'unknown' } })).toMatchObject({
      status: 422,
      error: { fields: { fallback: 'gone' } },
    })
    // A request may contain the playlist that is already stored.
    await granted(save(id, { fallback: { id: playlistId }, title: 'Bar' }))
    expect(await granted(save(id, { fallback: null }))).toMatchObject({ fallback: null })
    expect((await play(ben, id)).song).toBeNull()
  })

  it('H6 a playlist that is not loaded any more is gone, and nothing plays from it', async () => {
    const { id } = await start(ann)
    await granted(ann.call('choosePlaylists', { body: [{ id: playlistId, load: false }] }))
    const { fallback } = await granted(ann.call('options', { params: { ssid: id } }))
    expect(fallback).toMatchObject({ id: playlistId, state: 'gone' })
    expect((await play(ben, id)).song).toBeNull()
    const [account] = await granted(ann.call('accounts'))
    await granted(ann.call('deleteAccount', { params: { id: account?.id ?? '' } }))
    expect((await play(ben, id)).song).toBeNull()
  })

  it('H6 a playlist that is loaded again can be chosen again', async () => {
    const { id } = await start(ann)
    const [account] = await granted(ann.call('accounts'))
    await granted(ann.call('deleteAccount', { params: { id: account?.id ?? '' } }))
    await link(ann, 'ann')
    await granted(ann.call('providerPlaylists'))
    const fallback = { id: playlistId }
    expect(await granted(save(id, { fallback }))).toMatchObject({ fallback: { state: 'gone' } })
    await granted(ann.call('choosePlaylists', { body: [{ id: playlistId, load: true }] }))
    await server.app.importsIdle()
    expect(await granted(save(id, { title: 'Bar' }))).toMatchObject({ fallback: { state: 'gone' } })
    expect(await granted(save(id, { fallback }))).toMatchObject({ fallback: { ...fallback, state: 'ready' } })
    expect(songs).toContain((await play(ben, id)).song?.id)
  })

  it('H6 L10 a playlist that was deleted at the provider is gone, and nothing plays from it', async () => {
    const { id } = await start(ann)
    const state = async () => (await granted(ann.call('options', { params: { ssid: id } }))).fallback?.state
    await granted(ann.call('fetchPlaylists'))
    expect(await state()).toBe('ready')
    provider.next('/me/playlists', {
      edit: (body) => {
        const left = entriesOf(body).filter((entry) => entry.id !== playlistId)
        return { ...body, items: left, total: left.length }
      },
    })
    const listed = await granted(ann.call('fetchPlaylists'))
    expect(listed.map((each) => each.id)).not.toContain(playlistId)
    expect(await state()).toBe('gone')
    expect((await play(ben, id)).song).toBeNull()
  })
})
