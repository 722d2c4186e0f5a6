import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetUnusedSongs } from '../../songs/songs.ts'
import { databases } from '../../testing/databases.ts'
import { bad, type FaultyProvider, startFaultyProvider } from '../../testing/faulty-provider.ts'
import { choose, entriesOf, items, mine, pagesOf, readable } from '../../testing/generated-playlists.ts'
import { granted, link, type Person, startTestServer, type TestServer } from '../../testing/test-server.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

describe.each(databases)('failing imports on $name', (database) => {
  let nowMs = Date.now()
  let provider: FaultyProvider
  let server: TestServer
  let ben: Person
  let count = 0
  beforeAll(async () => {
    provider = await startFaultyProvider(() => nowMs)
    server = await startTestServer(database, { now: () => nowMs }, provider.settings)
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

  describe('a failure', () => {
    it.each([
      ['403', bad.forbidden, 'forbidden'],
      ['404', bad.gone, 'gone'],
      ['400', bad.request, 'bad-request'],
    ] as const)(
      'L7 by %s keeps the selection, says why and when it is tried again, and passes',
      async (...given) => {
        const [, answer, reason] = given
        const [first] = await readable(ben)
        provider.next(items(first?.id ?? ''), answer)
        await choose(ben, first?.id ?? '')
        await server.app.importsIdle()
        expect(await mine(ben)).toMatchObject([
          { load: true, state: 'failed', reason, retryAt: nowMs + 10 * MINUTE_MS },
        ])
        await later(11 * MINUTE_MS)
        expect(await mine(ben)).toMatchObject([{ load: true, state: 'ready', reason: null, retryAt: null }])
      },
    )

    it('L7 a lasting failure is retried after growing waits', async () => {
      const [first] = await readable(ben)
      provider.always(items(first?.id ?? ''), bad.forbidden)
      await choose(ben, first?.id ?? '')
      await server.app.importsIdle()
      const callCounts: number[] = []
      for (let check = 1; check <= 8; check += 1) {
        await later(11 * MINUTE_MS)
        callCounts.push(provider.calls(`${items(first?.id ?? '')}*`).length)
      }
      // The retries come after 10, 20 and 40 minutes.
      expect(callCounts).toEqual([2, 2, 3, 3, 3, 3, 4, 4])
    })

    it('L6 L7 a very long limit delays an import by at most 15 minutes', async () => {
      const [first] = await readable(ben)
      provider.next(items(first?.id ?? ''), bad.quota(48_925))
      await choose(ben, first?.id ?? '')
      await server.app.importsIdle()
      expect(await mine(ben)).toMatchObject([
        { state: 'waiting', reason: 'quota', retryAt: nowMs + 15 * MINUTE_MS },
      ])
      await later(15 * MINUTE_MS)
      expect(await mine(ben)).toMatchObject([{ state: 'ready', reason: null }])
    })

    it('L7 an outage of the provider that announces a day delays an import by at most an hour', async () => {
      const [first] = await readable(ben)
      provider.next(items(first?.id ?? ''), { status: 503, headers: { 'retry-after': '86400' } })
      await choose(ben, first?.id ?? '')
      await server.app.importsIdle()
      expect(await mine(ben)).toMatchObject([{ state: 'waiting', reason: 'away' }])
      await later(60 * MINUTE_MS)
      expect(await mine(ben)).toMatchObject([{ state: 'ready', reason: null }])
    })

    it('L7 fetching the list again retries at once', async () => {
      const [first] = await readable(ben)
      provider.next(items(first?.id ?? ''), bad.forbidden)
      await choose(ben, first?.id ?? '')
      await server.app.importsIdle()
      await granted(ben.call('fetchPlaylists'))
      await server.app.importsIdle()
      expect(await mine(ben)).toMatchObject([{ state: 'ready' }])
    })

    it('L7 an import that failed because of an ended link is retried when the account is reconnected', async () => {
      const [first] = await readable(ben)
      nowMs += 60 * MINUTE_MS
      provider.always('/api/token', bad.grant)
      await choose(ben, first?.id ?? '')
      await server.app.importsIdle()
      expect(await mine(ben)).toMatchObject([{ load: true, state: 'failed', reason: 'grant-ended' }])
      provider.reset()
      await link(ben, 'ben')
      await server.app.importsIdle()
      expect(await mine(ben)).toMatchObject([{ state: 'ready' }])
    })

    it('L7 a list that refuses a chosen playlist keeps its selection and songs', async () => {
      const [first] = await readable(ben)
      const id = first?.id ?? ''
      await choose(ben, id)
      await server.app.importsIdle()
      const foreign = (body: Record<string, unknown>) => ({
        ...body,
        items: entriesOf(body).map((entry) =>
          entry['id'] === id ? { ...entry, collaborative: false, owner: { id: 'someone' } } : entry,
        ),
      })
      provider.next('/me/playlists', { edit: foreign })
      const listed = await granted(ben.call('fetchPlaylists'))
      expect(listed.find((one) => one.id === id)).toMatchObject({ load: true, state: 'refused' })
      // The app sends the whole list. A playlist that was chosen before may stay chosen, so this is no error.
      await granted(ben.call('choosePlaylists', { body: [{ id, load: true }] }))
      await granted(ben.call('fetchPlaylists'))
      await server.app.importsIdle()
      expect(await mine(ben)).toMatchObject([{ load: true, state: 'ready' }])
    })
  })

  describe('turns', () => {
    it('L8 a playlist that always fails does not delay others, of any user', async () => {
      const ann = await server.signUp(`ann${count}`)
      await link(ann, 'ann')
      const [first, second] = await readable(ben)
      const [other] = await readable(ann)
      provider.always(items(first?.id ?? ''), bad.broken)
      await choose(ben, first?.id ?? '', second?.id ?? '')
      await choose(ann, other?.id ?? '')
      await server.app.importsIdle()
      const states = (await mine(ben)).map(({ id, state, reason }) => [id, state, reason])
      expect(states).toContainEqual([first?.id, 'waiting', 'away'])
      expect(states).toContainEqual([second?.id, 'ready', null])
      expect(await mine(ann)).toMatchObject([{ state: 'ready' }])
      expect(provider.calls(`${items(first?.id ?? '')}*`)).toHaveLength(1)
    })

    it('L8 a long playlist takes turns with those of other users', async () => {
      const ann = await server.signUp(`ann${count}`)
      await link(ann, 'ann')
      const [long] = await readable(ben)
      const [short] = await readable(ann)
      provider.always(items(long?.id ?? ''), pagesOf(1_500))
      const order: string[] = []
      provider.always(items(short?.id ?? ''), { edit: (body) => (order.push('short'), body) })
      await choose(ben, long?.id ?? '')
      await choose(ann, short?.id ?? '')
      await server.app.importsIdle()
      expect(order.length).toBeGreaterThan(0)
      const calls = provider.calls('/playlists/*')
      const lastShort = calls.findLastIndex((call) => call.startsWith(items(short?.id ?? '')))
      expect(lastShort).toBeLessThan(calls.length - 1)
      expect(await mine(ben)).toMatchObject([{ state: 'ready', imported: 1_500 }])
      expect(calls.filter((call) => call.startsWith(items(long?.id ?? '')))).toHaveLength(30)
    })

    it('L8 an import continues where a rate limit interrupted it', async () => {
      const [long] = await readable(ben)
      const path = items(long?.id ?? '')
      provider.next(path, pagesOf(170), pagesOf(170), bad.limited(7))
      await choose(ben, long?.id ?? '')
      await server.app.importsIdle()
      expect(await mine(ben)).toMatchObject([{ state: 'waiting', reason: 'rate', imported: 100 }])
      provider.always(path, pagesOf(170))
      await later(11 * MINUTE_MS)
      expect(provider.calls(`${path}*`).map((call) => call.split(' ')[1])).toEqual([
        '0',
        '50',
        '100',
        '100',
        '150',
      ])
      expect(await mine(ben)).toMatchObject([{ state: 'ready', imported: 170 }])
      const { songs } = await granted(ben.call('playlist', { query: { playlistID: long?.id ?? '' } }))
      expect(songs.map(({ title }) => title)).toEqual(Array.from({ length: 170 }, (_, at) => `Song ${at}`))
    })

    it('L8 T2 an import that continues after a month has all songs', async () => {
      const [long] = await readable(ben)
      const path = items(long?.id ?? '')
      provider.next(path, pagesOf(170), bad.limited(7))
      await choose(ben, long?.id ?? '')
      await server.app.importsIdle()
      // Ben's login ends after 30 days without a call.
      nowMs += 20 * DAY_MS
      await granted(ben.call('logins'))
      nowMs += 11 * DAY_MS
      await forgetUnusedSongs(server.db, nowMs)
      provider.always(path, pagesOf(170))
      await later(0)
      expect(await mine(ben)).toMatchObject([{ state: 'ready', imported: 170 }])
      const { songs } = await granted(ben.call('playlist', { query: { playlistID: long?.id ?? '' } }))
      expect(songs).toHaveLength(170)
      expect(provider.calls(`${path}*`)).toHaveLength(5)
    })

    it('L8 an import whose playlist was not chosen for a while starts again', async () => {
      const [long] = await readable(ben)
      const id = long?.id ?? ''
      provider.next(items(id), pagesOf(170), bad.limited(7))
      await choose(ben, id)
      await server.app.importsIdle()
      await granted(ben.call('choosePlaylists', { body: [{ id, load: false }] }))
      nowMs += MINUTE_MS
      provider.always(items(id), pagesOf(30))
      await choose(ben, id)
      await server.app.importsIdle()
      const offsets = provider.calls(`${items(id)}*`).map((call) => call.split(' ')[1])
      expect(offsets).toEqual(['0', '50', '0'])
      expect(await mine(ben)).toMatchObject([{ state: 'ready', imported: 30 }])
    })

    it('L8 the import of a playlist that is no longer chosen ends', async () => {
      const [long] = await readable(ben)
      const id = long?.id ?? ''
      provider.always(items(id), async (url) => {
        if (url.searchParams.get('offset') === '50')
          await granted(ben.call('choosePlaylists', { body: [{ id, load: false }] }))
        return pagesOf(1_000)(url)
      })
      await choose(ben, id)
      await server.app.importsIdle()
      expect(provider.calls(`${items(id)}*`)).toHaveLength(2)
      expect(await mine(ben)).toEqual([])
      expect((await granted(ben.call('providerPlaylists'))).find((one) => one.id === id)).toMatchObject({
        load: false,
        state: 'none',
      })
    })

    it('L8 an interrupted import starts again if the playlist has changed', async () => {
      const [long] = await readable(ben)
      const id = long?.id ?? ''
      provider.next(items(id), pagesOf(170), bad.limited(7))
      await choose(ben, id)
      await server.app.importsIdle()
      const changed = (body: Record<string, unknown>) => ({
        ...body,
        items: entriesOf(body).map((entry) =>
          entry['id'] === id ? { ...entry, snapshot_id: 'new' } : entry,
        ),
      })
      provider.next('/me/playlists', { edit: changed })
      provider.always(items(id), pagesOf(30))
      await later(11 * MINUTE_MS)
      const offsets = provider.calls(`${items(id)}*`).map((call) => call.split(' ')[1])
      expect(offsets).toEqual(['0', '50', '0'])
      expect(await mine(ben)).toMatchObject([{ state: 'ready', imported: 30 }])
    })
  })
})
