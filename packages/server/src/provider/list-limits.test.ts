import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FaultyProvider, startFaultyProvider } from '../testing/faulty-provider.ts'
import { choose, entriesOf, items, mine, readable, track } from '../testing/generated-playlists.ts'
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
