import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBarrier } from '../../testing/barriers.ts'
import { databases } from '../../testing/databases.ts'
import { bad, type FaultyProvider, startFaultyProvider } from '../../testing/faulty-provider.ts'
import {
  choose,
  entriesOf,
  items,
  mine,
  pageOf,
  pagesOf,
  readable,
} from '../../testing/generated-playlists.ts'
import { granted, link, type Person, startTestServer, type TestServer } from '../../testing/test-server.ts'

const MINUTE_MS = 60_000

describe.each(databases)('playlists that change during their import on $name', (database) => {
  let nowMs = Date.now()
  let provider: FaultyProvider
  let server: TestServer
  let ben: Person
  let id: string
  let count = 0
  beforeAll(async () => {
    provider = await startFaultyProvider(() => nowMs)
    server = await startTestServer(database, { now: () => nowMs }, provider.settings)
  })
  beforeEach(async () => {
    ben = await server.signUp(`ben${(count += 1)}`)
    await link(ben, 'ben')
    id = (await readable(ben))[0]?.id ?? ''
    provider.reset()
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

  const offsets = () => provider.calls(`${items(id)}*`).map((call) => call.split(' ')[1])
  const changeList = (change: Record<string, unknown>) =>
    provider.next('/me/playlists', {
      edit: (body) => ({
        ...body,
        items: entriesOf(body).map((entry) => (entry['id'] === id ? { ...entry, ...change } : entry)),
      }),
    })

  /** Requests the list of playlists after some time. This request also starts imports that are due. */
  async function later(): Promise<void> {
    nowMs += 11 * MINUTE_MS
    await granted(ben.call('providerPlaylists'))
    await server.app.importsIdle()
  }

  it('L4 are imported again at once if the list named another version meanwhile', async () => {
    let isChanged = false
    provider.always(items(id), async (url) => {
      if (url.searchParams.get('offset') === '50' && !isChanged) {
        isChanged = true
        changeList({ snapshot_id: 'new', items: { total: 60 } })
        await granted(ben.call('fetchPlaylists'))
      }
      return pagesOf(isChanged ? 60 : 100)(url)
    })
    await choose(ben, id)
    await server.app.importsIdle()
    expect(offsets()).toEqual(['0', '50', '0', '50'])
    expect(await mine(ben)).toMatchObject([{ state: 'ready', imported: 60, total: 60 }])
    const { songs } = await granted(ben.call('playlist', { query: { playlistID: id } }))
    expect(songs).toHaveLength(60)
    expect(new Set(songs.map((song) => song.id)).size).toBe(60)
  })

  it('L4 stay refused if the list said so meanwhile and their import fails', async () => {
    provider.next(items(id), async () => {
      changeList({ owner: { id: 'stranger' }, collaborative: false })
      await granted(ben.call('fetchPlaylists'))
      return bad.forbidden
    })
    await choose(ben, id)
    await server.app.importsIdle()
    expect(await mine(ben)).toMatchObject([{ state: 'refused' }])
    // It is not tried again, until the list says that it can be read.
    await granted(ben.call('fetchPlaylists'))
    await server.app.importsIdle()
    expect(await mine(ben)).toMatchObject([{ state: 'ready' }])
  })

  it('L8 are read from the start again if they are shorter than what was read', async () => {
    provider.next(items(id), pagesOf(170), bad.limited(7))
    provider.always(items(id), pagesOf(30))
    await choose(ben, id)
    await server.app.importsIdle()
    expect(offsets()).toEqual(['0', '50'])
    for (const reason of ['unclear', null]) {
      await later()
      expect(await mine(ben)).toMatchObject([{ reason }])
    }
    expect(offsets()).toEqual(['0', '50', '50', '0'])
    expect(await mine(ben)).toMatchObject([{ state: 'ready', imported: 30 }])
  })

  it('L8 are read from the start again at the third try too if they are shorter than what was read', async () => {
    const empty = { json: { items: [], total: 170, next: null } }
    provider.next(items(id), pagesOf(170), empty, empty)
    provider.always(items(id), pagesOf(30))
    await choose(ben, id)
    await server.app.importsIdle()
    for (const reason of ['unclear', 'unclear', null]) {
      await later()
      expect(await mine(ben)).toMatchObject([{ reason }])
    }
    expect(offsets()).toEqual(['0', '50', '50', '50', '0'])
    expect(await mine(ben)).toMatchObject([{ state: 'ready', imported: 30 }])
  })

  it('L10 whose pages go beyond their total are accepted at the third try', async () => {
    provider.always(items(id), (url) => ({ json: { ...pageOf(url, 200), next: 'more', total: 30 } }))
    await choose(ben, id)
    await server.app.importsIdle()
    for (const state of ['waiting', 'waiting', 'ready']) {
      expect(await mine(ben)).toMatchObject([{ state }])
      await later()
    }
    expect(await mine(ben)).toMatchObject([{ state: 'ready', imported: 200 }])
  })

  describe('two lists that are fetched at the same time', () => {
    const addedId = 'addedPlaylist000000000'

    /** Starts to fetch the list. The provider answers when the test calls `finish`. */
    async function beginFetch(body: Record<string, unknown>) {
      const barrier = createBarrier()
      provider.next('/me/playlists', async () => {
        await barrier.stop()
        return { json: body }
      })
      nowMs += 1
      const fetching = ben.call('fetchPlaylists')
      await barrier.reached
      return {
        finish() {
          barrier.release()
          return granted(fetching)
        },
      }
    }

    /** Returns the list of the provider, and the same list with one more playlist. */
    async function lists() {
      let older: Record<string, unknown> = {}
      provider.next('/me/playlists', { edit: (body) => (older = body) })
      await granted(ben.call('fetchPlaylists'))
      const [first, ...others] = entriesOf(older)
      const entries = [{ ...first, id: addedId, name: 'Added' }, first, ...others]
      return { older, newer: { ...older, items: entries, total: entries.length } }
    }

    it('L7 L10 the older one removes no playlist of the newer one', async () => {
      const { older, newer } = await lists()
      const first = await beginFetch(older)
      const second = await beginFetch(newer)
      await second.finish()
      provider.always(items(addedId), pagesOf(3))
      await choose(ben, addedId)
      await server.app.importsIdle()
      expect((await first.finish()).map((playlist) => playlist.id)).toContain(addedId)
      expect(await mine(ben)).toMatchObject([{ id: addedId, state: 'ready', imported: 3 }])
    })

    it('L7 the newer one is stored, also if it arrives last', async () => {
      const { older, newer } = await lists()
      const first = await beginFetch(older)
      const second = await beginFetch(newer)
      await first.finish()
      expect((await second.finish()).map((playlist) => playlist.id)).toContain(addedId)
    })
  })
})
