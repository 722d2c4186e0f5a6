import { routes } from '@jointly/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FaultyProvider, startFaultyProvider } from '../testing/faulty-provider.ts'
import { choose, entriesOf, items, mine, readable, track } from '../testing/generated-playlists.ts'
import { expectShortTurns } from '../testing/thread-time.ts'
import { granted, link, type Person, startTestServer, type TestServer } from '../testing/test-server.ts'

let provider: FaultyProvider
let server: TestServer
let ann: Person
beforeAll(async () => {
  provider = await startFaultyProvider()
  server = await startTestServer(undefined, {}, provider.settings)
  ann = await server.signUp('ann')
  await link(ann, 'ann')
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

it('L4 at most 10,000 songs of a playlist are imported', async () => {
  const [long] = await readable(ann)
  const id = long?.id ?? ''
  const entries = Array.from({ length: 10_000 }, (_, at) => ({ item: track(at) }))
  provider.always(items(id), { json: { items: entries, total: 20_000, next: 'more' } })
  await choose(ann, id)
  await server.app.importsIdle()
  expect(await mine(ann)).toMatchObject([{ id, state: 'ready' }])
  expect(provider.calls(`${items(id)}*`)).toHaveLength(1)
  provider.reset()
})

it('D5 at most 2,000 playlists are listed', async () => {
  provider.always('/me/playlists', {
    edit(body) {
      const [entry] = entriesOf(body)
      const many = Array.from({ length: 2_000 }, (_, at) => ({ ...entry, id: `playlist-${at}` }))
      return { ...body, items: many, total: 4_000, next: 'more' }
    },
  })
  const listed = await granted(ann.call('fetchPlaylists'))
  expect(listed.filter(({ id }) => id.startsWith('playlist-'))).toHaveLength(2_000)
  expect(provider.calls('/me/playlists*')).toHaveLength(1)
})

it('O6 a list of 2,000 playlists, and its removal, block the thread for at most 50 ms', async () => {
  provider.reset()
  let entry: Record<string, unknown> | undefined
  const remember = (body: Record<string, unknown>) => {
    ;[entry] = entriesOf(body)
    return body
  }
  provider.next('/me/playlists', { edit: remember })
  await granted(ann.call('fetchPlaylists'))
  const lists = [2_000, 0].map((total) => {
    const pages = Array.from({ length: Math.max(1, total / 50) }, (_, page) =>
      Array.from({ length: Math.min(50, total) }, (_item, at) => ({
        ...entry,
        id: `listed-${page * 50 + at}`,
      })),
    )
    return pages.map((items, page) => ({
      json: { items, total, next: page + 1 < pages.length ? 'more' : null },
    }))
  })
  await expectShortTurns(async () => {
    for (const pages of lists) {
      provider.next('/me/playlists', ...pages)
      const headers = { authorization: `Bearer ${ann.token}` }
      const answer = await fetch(server.address + routes.fetchPlaylists.path, { method: 'PUT', headers })
      // The answer is not parsed, because that would also take time in this thread.
      await answer.arrayBuffer()
      expect(answer.status).toBe(200)
    }
  })
})

/**
 * Scripts an album of so many songs, in pages of 50. Returns their ids, a function that opens the album, and one that
 * lists the songs which Jointly shows.
 */
async function scriptAlbum(id: string, size: number) {
  const songs = Array.from({ length: size }, (_, at) => track(at))
  const page = (from: number) => {
    const items = songs.slice(from, from + 50)
    return { items, total: size, next: from + items.length < size ? 'more' : null }
  }
  provider.always(`/albums/${id}`, { json: { id, name: 'Long', images: [], tracks: page(0) } })
  provider.always(`/albums/${id}/tracks`, ({ searchParams }) => ({
    json: page(Number(searchParams.get('offset'))),
  }))
  const body = { title: 'Kitchen', managed: false, isPrivate: false }
  const { id: ssid } = await granted(ann.call('createSession', { body }))
  await granted(ann.call('session', { params: { ssid } }))
  const open = () => ann.call('album', { params: { id }, query: { ssid } })
  const shown = async () => (await granted(open())).songs.map((song) => song.id)
  return { ids: songs.map((song) => song.id), open, shown }
}

it.each([
  [60, 60, 1],
  [1_000, 500, 9],
])('Q7 of an album of %i songs, %i are shown', async (size, shownSongs, laterPages) => {
  const { ids, shown } = await scriptAlbum(`album${size}`, size)
  expect(await shown()).toEqual(ids.slice(0, shownSongs))
  expect(provider.calls(`/albums/album${size}/tracks*`)).toHaveLength(laterPages)
})

it('Q7 if a later page of an album cannot be read, its first songs are shown, and it is read again next time', async () => {
  provider.next('/albums/cut/tracks', { status: 404 })
  const { ids, shown } = await scriptAlbum('cut', 60)
  expect(await shown()).toEqual(ids.slice(0, 50))
  expect(await shown()).toEqual(ids)
})

it.each([
  ['is empty', 0, { status: 503, error: { reason: 'unclear' } }],
  ['ends before its total', 50, { ok: true, value: { songs: { length: 50 } } }],
])('L10 an album whose only page %s is not cached', async (_what, length, first) => {
  const id = `contradiction${length}`
  const items = Array.from({ length }, (_, at) => track(at))
  provider.next(`/albums/${id}`, {
    json: { id, name: 'Long', images: [], tracks: { items, total: 60, next: null } },
  })
  const { ids, shown, open } = await scriptAlbum(id, 60)
  expect(await open()).toMatchObject(first)
  expect(await shown()).toEqual(ids)
})

it('L10 a search whose second page is empty before the total is not cached', async () => {
  const search = async () => (await granted(ann.call('songs', { query: { query: 'the' } }))).data
  provider.next('/search', 'real', { json: { tracks: { items: [], total: 800, next: null } } })
  expect(await search()).toHaveLength(10)
  expect((await search()).length).toBeGreaterThan(10)
})
