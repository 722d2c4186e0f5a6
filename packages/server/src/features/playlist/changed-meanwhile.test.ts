import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
})
