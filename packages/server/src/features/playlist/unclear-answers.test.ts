import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FaultyProvider, startFaultyProvider } from '../../testing/faulty-provider.ts'
import {
  choose,
  entriesOf,
  items,
  mine,
  pageOf,
  pagesOf,
  readable,
  track,
} from '../../testing/generated-playlists.ts'
import { granted, link, type Person, startTestServer, type TestServer } from '../../testing/test-server.ts'

const MINUTE_MS = 60_000

describe('unclear answers of the provider', () => {
  let nowMs = Date.now()
  let provider: FaultyProvider
  let server: TestServer
  let ben: Person
  let count = 0
  beforeAll(async () => {
    provider = await startFaultyProvider(() => nowMs)
    server = await startTestServer(undefined, { now: () => nowMs }, provider.settings)
  })
  beforeEach(async () => {
    ben = await server.signUp(`ben${(count += 1)}`)
    await link(ben, 'ben')
  })
  afterEach(async () => {
    provider.reset()
    await server.app.importsIdle()
    await server.db.deleteFrom('accounts').execute()
  })
  afterAll(async () => {
    await server.close()
    await provider.close()
  })

  /** Requests the list of playlists after some time. This request also starts imports that are due. */
  async function later(ms: number): Promise<void> {
    nowMs += ms
    await granted(ben.call('providerPlaylists'))
    await server.app.importsIdle()
  }

  describe('an answer that contradicts itself', () => {
    const empty = { json: { items: [], total: 4, next: null, limit: 50, offset: 0 } }

    it('L10 changes no list, no selection and no songs', async () => {
      const [first] = await readable(ben)
      await choose(ben, first?.id ?? '')
      await server.app.importsIdle()
      const before = await granted(ben.call('providerPlaylists'))
      provider.next('/me/playlists', empty)
      expect(await ben.call('fetchPlaylists')).toMatchObject({
        status: 503,
        error: { code: 'provider-away', reason: 'unclear' },
      })
      expect(await granted(ben.call('providerPlaylists'))).toEqual(before)
    })

    it('L10 about the songs of a playlist keeps the stored songs', async () => {
      const [first] = await readable(ben)
      const id = first?.id ?? ''
      await choose(ben, id)
      await server.app.importsIdle()
      const { songs } = await granted(ben.call('playlist', { query: { playlistID: id } }))
      provider.next(items(id), empty)
      await server.db
        .updateTable('playlists')
        .set({ imported_snapshot: 'old' })
        .where('id', '=', id)
        .execute()
      await granted(ben.call('fetchPlaylists'))
      await server.app.importsIdle()
      expect(await mine(ben)).toMatchObject([{ state: 'waiting', reason: 'unclear' }])
      const after = await granted(ben.call('playlist', { query: { playlistID: id } }))
      expect(after.songs).toEqual(songs)
    })

    it('L10 an empty page before the total is not the end', async () => {
      const [long] = await readable(ben)
      const id = long?.id ?? ''
      provider.next(items(id), pagesOf(120), { json: { items: [], total: 120, next: null } })
      await choose(ben, id)
      await server.app.importsIdle()
      expect(await mine(ben)).toMatchObject([{ state: 'waiting', reason: 'unclear', imported: 50 }])
      provider.always(items(id), pagesOf(120))
      await later(11 * MINUTE_MS)
      expect(await mine(ben)).toMatchObject([{ state: 'ready', imported: 120 }])
    })

    it('L10 a playlist that ends early is accepted at the third try', async () => {
      const [long] = await readable(ben)
      const id = long?.id ?? ''
      const short = (url: URL) => ({ json: { ...pageOf(url, 30), total: 31, next: null } })
      provider.always(items(id), short)
      await choose(ben, id)
      await server.app.importsIdle()
      expect(await mine(ben)).toMatchObject([{ state: 'waiting', reason: 'unclear' }])
      await later(11 * MINUTE_MS)
      expect(await mine(ben)).toMatchObject([{ state: 'waiting', reason: 'unclear' }])
      await later(11 * MINUTE_MS)
      expect(await mine(ben)).toMatchObject([{ state: 'ready', imported: 30 }])
    })

    it.each([
      ['no total', { json: { items: [], next: null } }],
      ['null as its total', { json: { items: [], total: null, next: null } }],
    ])('L10 an empty list with %s removes no playlist and no selection', async (_what, answer) => {
      const [first] = await readable(ben)
      await choose(ben, first?.id ?? '')
      await server.app.importsIdle()
      const before = await granted(ben.call('providerPlaylists'))
      provider.next('/me/playlists', answer)
      expect(await ben.call('fetchPlaylists')).toMatchObject({ status: 503, error: { reason: 'unclear' } })
      expect(await granted(ben.call('providerPlaylists'))).toEqual(before)
    })

    it('L10 an empty list with the total 0 removes only playlists that are not chosen', async () => {
      const [first] = await readable(ben)
      const id = first?.id ?? ''
      await choose(ben, id)
      await server.app.importsIdle()
      const before = await mine(ben)
      const nothing = { json: { items: [], total: 0, next: null } }
      provider.next('/me/playlists', nothing, 'real', nothing)
      expect(await granted(ben.call('fetchPlaylists'))).toMatchObject([{ id, load: true }])
      await server.app.importsIdle()
      expect(await mine(ben)).toEqual(before)
      // The next complete list contains the other playlists again.
      expect((await granted(ben.call('fetchPlaylists'))).length).toBeGreaterThan(1)
      await granted(ben.call('choosePlaylists', { body: [{ id, load: false }] }))
      expect(await granted(ben.call('fetchPlaylists'))).toEqual([])
    })

    it('L10 a list with entries but no total removes no playlist', async () => {
      const before = await granted(ben.call('providerPlaylists'))
      const cut = (body: Record<string, unknown>) => ({ items: entriesOf(body).slice(1), next: null })
      provider.next('/me/playlists', { edit: cut })
      expect(await granted(ben.call('fetchPlaylists'))).toHaveLength(before.length)
    })

    it('L10 a playlist that is listed with songs is empty only at the third try', async () => {
      const [first] = await readable(ben)
      const id = first?.id ?? ''
      await choose(ben, id)
      await server.app.importsIdle()
      const changed = (body: Record<string, unknown>) => ({
        ...body,
        items: entriesOf(body).map((entry) =>
          entry['id'] === id ? { ...entry, snapshot_id: 'new' } : entry,
        ),
      })
      const stored = async () =>
        (await granted(ben.call('playlist', { query: { playlistID: id } }))).songs.length
      const before = await stored()
      provider.next('/me/playlists', { edit: changed })
      provider.always(items(id), { json: { items: [], total: 0, next: null } })
      await granted(ben.call('fetchPlaylists'))
      await server.app.importsIdle()
      expect(await mine(ben)).toMatchObject([{ state: 'waiting', reason: 'unclear' }])
      await later(11 * MINUTE_MS)
      expect(await mine(ben)).toMatchObject([{ state: 'waiting', reason: 'unclear' }])
      expect([before > 0, await stored()]).toEqual([true, before])
      await later(11 * MINUTE_MS)
      expect(await mine(ben)).toMatchObject([{ state: 'ready' }])
      expect(await stored()).toBe(0)
    })

    it('L10 a list that becomes shorter while it is read removes nothing', async () => {
      let entry: Record<string, unknown> | undefined
      const remember = (body: Record<string, unknown>) => {
        ;[entry] = entriesOf(body)
        return body
      }
      provider.next('/me/playlists', { edit: remember })
      await granted(ben.call('fetchPlaylists'))
      const listOf = (ids: readonly number[], from: number) => {
        const part = ids.slice(from, from + 50).map((at) => ({ ...entry, id: `listed-${at}` }))
        return { json: { items: part, total: ids.length, next: from + 50 < ids.length ? 'more' : null } }
      }
      const before = Array.from({ length: 60 }, (_, at) => at)
      provider.next('/me/playlists', listOf(before, 0), listOf(before, 50))
      expect(await granted(ben.call('fetchPlaylists'))).toHaveLength(60)
      await choose(ben, 'listed-50')
      // The first playlist is removed between the two pages, so the second page begins one playlist later.
      const after = before.slice(1)
      provider.next('/me/playlists', listOf(before, 0), listOf(after, 50))
      expect(await granted(ben.call('fetchPlaylists'))).toHaveLength(60)
      expect(await mine(ben)).toMatchObject([{ id: 'listed-50' }])
    })

    it('L10 a list without a known entry removes nothing if its total is larger', async () => {
      const before = await granted(ben.call('providerPlaylists'))
      const cut = (body: Record<string, unknown>) => ({ ...body, items: entriesOf(body).slice(1) })
      provider.next('/me/playlists', { edit: cut })
      const after = await granted(ben.call('fetchPlaylists'))
      expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort())
      const fewer = (body: Record<string, unknown>) => {
        const rest = entriesOf(body).slice(1)
        return { ...body, items: rest, total: rest.length }
      }
      provider.next('/me/playlists', { edit: fewer })
      expect(await granted(ben.call('fetchPlaylists'))).toHaveLength(before.length - 1)
    })
  })

  describe('an entry with an unexpected null', () => {
    it('L11 is left out of the list, and its stored data stays', async () => {
      const before = await granted(ben.call('providerPlaylists'))
      const [, chosen] = await readable(ben)
      await choose(ben, chosen?.id ?? '')
      await server.app.importsIdle()
      const hole = (part: string) => (body: Record<string, unknown>) => ({
        ...body,
        items: entriesOf(body).map((entry) =>
          entry['id'] === chosen?.id ? { ...entry, [part]: null } : { ...entry, images: [null] },
        ),
      })
      for (const part of ['owner', 'name', 'snapshot_id', 'images']) {
        provider.next('/me/playlists', { edit: hole(part) })
        const listed = await granted(ben.call('fetchPlaylists'))
        expect(listed.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort())
        expect(listed.filter(({ load }) => load)).toMatchObject([{ id: chosen?.id, state: 'ready' }])
      }
      provider.next('/me/playlists', {
        edit: (body) => ({ ...body, items: [null, ...entriesOf(body).slice(1)] }),
      })
      expect(await granted(ben.call('fetchPlaylists'))).toHaveLength(before.length)
    })

    it('L11 is left out of the songs', async () => {
      const [long] = await readable(ben)
      const id = long?.id ?? ''
      const holes: readonly object[] = [
        { item: null },
        { item: { ...track(1), name: null } },
        { item: { ...track(2), album: null } },
        { item: { ...track(3), album: { images: null } } },
        { item: { ...track(4), album: { images: [null, { url: null }] } } },
        { item: { ...track(5), artists: null } },
        { item: { ...track(6), artists: [null, { id: null, name: 'One' }] } },
        { item: { ...track(7), duration_ms: null } },
        { item: { ...track(8), explicit: null, external_urls: null, is_playable: null, is_local: null } },
        { item: { ...track(9), type: 'episode' } },
        { item: { ...track(10), is_local: true } },
        { is_local: true, item: track(11) },
      ]
      provider.next(items(id), { json: { items: [null, ...holes], total: 13, next: null } })
      await choose(ben, id)
      await server.app.importsIdle()
      const { songs } = await granted(ben.call('playlist', { query: { playlistID: id } }))
      expect(songs.map(({ title }) => title)).toEqual([2, 3, 4, 5, 6, 8].map((at) => `Song ${at}`))
    })
  })
})
