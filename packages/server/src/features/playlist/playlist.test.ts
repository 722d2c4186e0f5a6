import type { Playlist } from '@jointly/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  granted,
  link,
  type Person,
  refusal,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { databases } from '../../testing/databases.ts'
import { takeJob } from './import-store.ts'

describe.each(databases)('playlists on $name', (database) => {
  let nowMs = Date.now()
  let server: TestServer
  let person: Person
  let count = 0
  beforeAll(async () => {
    server = await startTestServer(database, { now: () => nowMs })
  })
  beforeEach(async () => {
    person = await server.signUp(`p${(count += 1)}`)
  })
  afterEach(() => server.endFaults())
  afterAll(() => server.close())

  const choose = (body: { id: string; load: boolean }[]) => person.call('choosePlaylists', { body })
  const listed = () => granted(person.call('providerPlaylists'))
  const mine = (playlists: readonly Playlist[]) => playlists.filter(({ state }) => state !== 'refused')
  const loadedCount = async () =>
    (await server.db.selectFrom('loaded_songs').selectAll().where('user_id', '=', person.id).execute()).length

  /** Calls the provider's API for the playlists of the person's account. */
  const atProvider = async (init: RequestInit = {}) => {
    const [account] = await granted(person.call('accounts'))
    const headers = {
      authorization: `Bearer ${account?.access_token}`,
      'content-type': 'application/json',
    }
    return fetch(`${server.address}/spotify/api/v1/me/playlists?limit=50`, { ...init, headers })
  }
  const titlesAtProvider = async () => {
    const { items } = (await (await atProvider()).json()) as { items: { name: string }[] }
    return items.map(({ name }) => name)
  }

  /** Links an account as Ann and chooses the first playlists of this account. */
  async function withChosen(howMany: number): Promise<Playlist[]> {
    await link(person, 'ann')
    const chosen = mine(await listed()).slice(0, howMany)
    await granted(choose(chosen.map(({ id }) => ({ id, load: true }))))
    return chosen
  }

  describe('playlists', () => {
    it('D5 cannot be listed without a linked account, and then none are loaded', async () => {
      expect(await refusal(person.call('providerPlaylists'))).toBe('409 not-linked')
      expect(await refusal(choose([]))).toBe('409 not-linked')
      expect(await granted(person.call('playlists'))).toEqual([])
    })

    it('D5 are listed as the provider has them with load flags, and the loaded ones separately', async () => {
      const chosen = await withChosen(2)
      const all = await listed()
      expect(all.map(({ title }) => title)).toEqual(await titlesAtProvider())
      expect(all.filter(({ load }) => load).map(({ id }) => id)).toEqual(chosen.map(({ id }) => id))
      expect((await granted(person.call('playlists'))).map(({ id }) => id)).toEqual(
        chosen.map(({ id }) => id),
      )
    })

    it('D5 are fetched from the provider again by PUT, which answers the new list', async () => {
      await link(person, 'ann')
      const before = await listed()
      await atProvider({ method: 'POST', body: JSON.stringify({ name: 'Brand new' }) })
      expect(await listed()).toEqual(before)
      const after = await granted(person.call('fetchPlaylists'))
      expect(after.map(({ title }) => title)).toEqual(await titlesAtProvider())
      expect(after.length).toBe(before.length + 1)
      expect(await listed()).toEqual(after)
    })

    it('L8 accounts take turns with their imports', async () => {
      const other = await server.signUp('patient')
      await link(person, 'ann')
      await link(other, 'ben')
      await server.simulateFaults({ failNext: { path: '/playlists', status: 500, body: '', times: 1_000 } })
      for (const { call } of [person, other]) {
        const chosen = mine(await granted(call('providerPlaylists'))).slice(0, 2)
        await granted(call('choosePlaylists', { body: chosen.map(({ id }) => ({ id, load: true })) }))
      }
      await server.app.importsIdle()
      await server.db.updateTable('playlists').set({ retry_at: 0, tried_at: 0 }).execute()
      const turns: (string | undefined)[] = []
      for (let turn = 1; turn <= 4; turn += 1) {
        const job = await takeJob(server.db, nowMs + turn, nowMs + 10_000)
        turns.push(job?.userId === person.id ? 'person' : 'other')
      }
      expect(new Set(turns.slice(0, 2)).size).toBe(2)
      expect(new Set(turns.slice(2)).size).toBe(2)
    })

    it('L4 at most a hundred can be loaded, and a larger choice is refused as a whole', async () => {
      await link(person, 'ann')
      const account = await server.db
        .selectFrom('accounts')
        .select('id')
        .where('user_id', '=', person.id)
        .executeTakeFirstOrThrow()
      const [first] = mine(await listed())
      const rows = Array.from({ length: 100 }, (_, index) => ({
        account_id: account.id,
        id: `many-${index}`,
        position: 1_000 + index,
        title: 'Many',
        owner: 'ann',
        cover: null,
        snapshot_id: 's',
        total: 0,
        load: 1,
        state: 'ready' as const,
        imported: 0,
        imported_snapshot: 's',
      }))
      await server.db.insertInto('playlists').values(rows).execute()
      const loaded = () => granted(person.call('playlists'))
      expect(await refusal(choose([{ id: first?.id ?? '', load: true }]))).toBe('409 too-many')
      expect(await loaded()).toHaveLength(100)
      await granted(
        choose([
          { id: first?.id ?? '', load: true },
          { id: 'many-0', load: false },
        ]),
      )
      expect(await loaded()).toHaveLength(100)
    })

    it('L4 requests of the list from the provider are limited', async () => {
      await link(person, 'ann')
      const answers = await Promise.all(Array.from({ length: 31 }, () => person.call('fetchPlaylists')))
      expect(answers.filter(({ ok }) => !ok)).toMatchObject([
        { status: 429, error: { code: 'rate-limited' } },
      ])
    })

    it('L4 a choice is stored at once, and its songs are imported afterwards', async () => {
      const [playlist] = await withChosen(1)
      await server.app.importsIdle()
      const [loaded] = await granted(person.call('playlists'))
      expect(loaded).toMatchObject({ id: playlist?.id, state: 'ready' })
      const { songs } = await granted(person.call('playlist', { query: { playlistID: playlist?.id ?? '' } }))
      expect(songs).toHaveLength(loaded?.imported ?? 0)
      expect(songs[0]).toMatchObject({
        sources: [{ service: 'spotify', src: `spotify:track:${songs[0]?.id}` }],
      })
      expect(songs[0]?.cover).toMatch(/^\/spotify\/pictures\//)
      expect(await loadedCount()).toBe(new Set(songs.map(({ id }) => id)).size)
    })

    it('L4 an account shows how many playlists are chosen', async () => {
      await withChosen(2)
      expect(await granted(person.call('accounts'))).toMatchObject([{ selected_playlists: 2 }])
    })

    it('L4 items that are not songs are left out, and long playlists are complete', async () => {
      await link(person, 'ben')
      const [longest] = mine(await listed()).sort((a, b) => b.total - a.total)
      expect(longest?.total).toBeGreaterThan(50)
      await granted(choose([{ id: longest?.id ?? '', load: true }]))
      await server.app.importsIdle()
      const { songs, state } = await granted(
        person.call('playlist', { query: { playlistID: longest?.id ?? '' } }),
      )
      expect(state).toBe('ready')
      expect(songs.length).toBeGreaterThan(50)
      expect(songs.length).toBeLessThanOrEqual(longest?.total ?? 0)
      const { headers } = await server.raw('GET', `/api/playlist/?playlistID=${longest?.id}`, {
        headers: { authorization: `Bearer ${person.token}`, 'accept-encoding': 'gzip' },
      })
      expect(headers.get('content-encoding')).toBe('gzip')
    })

    it('L4 an unchanged playlist is not fetched again', async () => {
      const [playlist] = await withChosen(1)
      await server.app.importsIdle()
      const choice = { id: playlist?.id ?? '' }
      await granted(choose([{ ...choice, load: false }]))
      expect(await loadedCount()).toBe(0)
      await server.simulateFaults({ failNext: { status: 500, body: '', times: 99, path: '/playlists' } })
      expect(await granted(choose([{ ...choice, load: true }]))).toContainEqual(
        expect.objectContaining({ id: choice.id, state: 'ready' }),
      )
      expect(await loadedCount()).toBeGreaterThan(0)
    })

    it('L4 a changed playlist is fetched again', async () => {
      const [playlist] = await withChosen(1)
      await server.app.importsIdle()
      const rows = server.db.updateTable('playlists').where('id', '=', playlist?.id ?? '')
      await rows.set({ imported_snapshot: 'before', imported: 0 }).execute()
      const again = await granted(person.call('fetchPlaylists'))
      expect(again.find(({ id }) => id === playlist?.id)?.state).toMatch(/waiting|importing|ready/)
      await server.app.importsIdle()
      expect((await granted(person.call('playlists')))[0]).toMatchObject({ state: 'ready' })
      expect((await granted(person.call('playlists')))[0]?.imported).toBeGreaterThan(0)
    })

    it('L4 playlists without readable contents are shown but cannot be chosen', async () => {
      const [account] = await link(person, 'ben')
      const refused = (await listed()).find(({ state }) => state === 'refused')
      const choice = [{ id: refused?.id ?? '', load: true }]
      expect(await choose(choice)).toMatchObject({
        ok: false,
        status: 422,
        error: { fields: { '0.id': 'refused' } },
      })
      expect(account?.selected_playlists).toBe(0)
      expect(await granted(person.call('playlists'))).toEqual([])
    })

    it('L4 a playlist that one of two accounts can read can be chosen, and names both', async () => {
      const [ben] = await link(person, 'ben')
      const refused = (await listed()).find(({ state }) => state === 'refused')
      expect(refused?.accounts).toEqual([ben?.id])
      const linked = await link(person, 'ann')
      const both = (await granted(person.call('fetchPlaylists'))).find(({ id }) => id === refused?.id)
      expect(new Set(both?.accounts)).toEqual(new Set(linked.map(({ id }) => id)))
      await granted(choose([{ id: refused?.id ?? '', load: true }]))
      await server.app.importsIdle()
      expect(await granted(person.call('playlists'))).toMatchObject([{ id: refused?.id, state: 'ready' }])
    })

    it('E2 a choice with an unknown playlist changes nothing', async () => {
      await link(person, 'ann')
      const [first] = mine(await listed())
      const answer = await choose([
        { id: first?.id ?? '', load: true },
        { id: 'unknown', load: true },
      ])
      expect(answer).toMatchObject({ ok: false, status: 422, error: { fields: { '1.id': 'unknown' } } })
      expect(await granted(person.call('playlists'))).toEqual([])
    })

    it('L4 an import waits while the provider is unavailable and then continues', async () => {
      await link(person, 'ann')
      const [first] = mine(await listed())
      await server.simulateFaults({ failNext: { status: 500, body: '', times: 1, path: '/playlists' } })
      await granted(choose([{ id: first?.id ?? '', load: true }]))
      await server.app.importsIdle()
      expect((await granted(person.call('playlists')))[0]).toMatchObject({ state: 'waiting', imported: 0 })
      await granted(person.call('fetchPlaylists'))
      await server.app.importsIdle()
      expect((await granted(person.call('playlists')))[0]).toMatchObject({ state: 'ready' })
    })

    it('D5 the list is fetched again after ten minutes, and the stored one is used while the provider is unavailable', async () => {
      await link(person, 'ann')
      const before = await listed()
      await server.simulateFaults({ failNext: { status: 500, body: '', times: 99, path: '/me/playlists' } })
      expect(await listed()).toEqual(before)
      nowMs += 10 * 60_000
      expect(await listed()).toEqual(before)
      expect(await refusal(person.call('fetchPlaylists'))).toBe('503 provider-away')
    })

    it('D5 a playlist that is not loaded is not found', async () => {
      await link(person, 'ann')
      const [first] = mine(await listed())
      expect(await refusal(person.call('playlist', { query: { playlistID: first?.id ?? '' } }))).toBe(
        '404 not-found',
      )
    })
  })
})
